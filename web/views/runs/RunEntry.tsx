// One kept run: its name, what it set differently, how it ended and what came out, its note and tags; buttons to open,
// draw beside, pin, hide, measure against, delete.

import { useState } from 'react'
import { specDifferences } from '../../../src/record/spec-diff.ts'
import { changeRunFilter } from '../../commands/filter-runs.ts'
import { goToRun, measureAgainst } from '../../commands/navigate.ts'
import { describeRun, removeRun } from '../../commands/store.ts'
import { OVERLAY_LETTERS } from '../../state/overlays.ts'
import { titleOfSpec } from '../../state/preset-title.ts'
import type { SavedRun } from '../../state/saved-run.ts'
import { differenceWords, statusWords, stepsWords } from '../../text/run-list.ts'
import { Icon } from '../../ui/Icon.tsx'
import { RunOutcome } from './RunOutcome.tsx'
import { RunWords } from './RunWords.tsx'

export interface RunEntryProps {
  readonly run: SavedRun
  readonly shown: boolean
  /** Its worker is at work. */
  readonly running: boolean
  /** Its place among the runs that are drawn beside; null when it is not. */
  readonly place: number | null
  readonly full: boolean
  /** The run that others are measured against. */
  readonly baseline: SavedRun | null
  readonly onToggle: () => void
}

export function RunEntry({ run, shown, running, place, full, baseline, onToggle }: RunEntryProps) {
  const [editing, setEditing] = useState(false)
  // What a game sets is how it is played, not what somebody tried.
  const differences = run.status === 'played' ? [] : specDifferences(run.spec)
  const when = new Date(run.created).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <li className="run-card" data-shown={shown} data-testid="run">
      <div className="run-card-head">
        <strong className="run-name">{run.name}</strong>
        {shown && <span className="pill">on view</span>}
        {run.pinned && <span className="pill">pinned</span>}
        {run.hidden && <span className="pill">hidden</span>}
        {baseline?.id === run.id && <span className="pill">baseline</span>}
        {place !== null && <span className="pill">line {OVERLAY_LETTERS[place]}</span>}
        <span className="small soft number">{statusWords(run, running)}</span>
      </div>
      <p className="small soft number">
        {titleOfSpec(run.spec)}, seed {run.spec.seed}, {stepsWords(run)}, {when}
      </p>
      <RunOutcome run={run} baseline={baseline} />
      {run.tags.length > 0 && (
        <ul className="run-tags small" aria-label="Tags">
          {run.tags.map((tag) => (
            <li key={tag}>
              <button type="button" className="tag" title="Show only runs with this tag" onClick={() => changeRunFilter({ tag })}>
                {tag}
              </button>
            </li>
          ))}
        </ul>
      )}
      {differences.length > 0 && (
        <ul className="run-differences small" aria-label="Settings that differ from the preset">
          {differences.map((difference) => (
            <li key={difference.path}>{differenceWords(difference)}</li>
          ))}
        </ul>
      )}
      {run.note !== '' && !editing && <p className="run-note">{run.note}</p>}
      {editing ? (
        <RunWords run={run} onDone={() => setEditing(false)} />
      ) : (
        <div className="run-actions">
          <label className="choice run-beside">
            <input type="checkbox" checked={place !== null} disabled={shown || (full && place === null)} onChange={onToggle} />
            <span>
              On the charts<span className="unseen"> beside the run on view: {run.name}</span>
            </span>
          </label>
          <button type="button" className="button" disabled={shown} onClick={() => goToRun(run.id)}>
            Open<span className="unseen"> {run.name}</span>
          </button>
          <button type="button" className="button button-quiet" onClick={() => setEditing(true)}>
            Name, note, tags<span className="unseen"> of {run.name}</span>
          </button>
          <button type="button" className="button button-quiet" aria-pressed={run.pinned} onClick={() => void describeRun(run.id, { pinned: !run.pinned })}>
            {run.pinned ? 'Unpin' : 'Pin'}
            <span className="unseen"> {run.name}</span>
          </button>
          <button
            type="button"
            className="button button-quiet"
            aria-pressed={baseline?.id === run.id}
            onClick={() => measureAgainst(baseline?.id === run.id ? null : run.id)}
          >
            Baseline<span className="unseen">: {run.name}</span>
          </button>
          <button type="button" className="button button-quiet" disabled={running} onClick={() => void describeRun(run.id, { hidden: !run.hidden })}>
            {run.hidden ? 'Show again' : 'Hide'}
            <span className="unseen"> {run.name}</span>
          </button>
          <DeleteButton name={run.name} disabled={running} onDelete={() => void removeRun(run.id)} />
        </div>
      )}
    </li>
  )
}

/** Deleting cannot be undone, so it is pressed twice. */
function DeleteButton({ name, disabled, onDelete }: { readonly name: string; readonly disabled: boolean; readonly onDelete: () => void }) {
  const [sure, setSure] = useState(false)
  if (!sure) {
    return (
      <button type="button" className="button button-quiet" disabled={disabled} aria-label={`Delete ${name}`} onClick={() => setSure(true)}>
        <Icon name="remove" />
      </button>
    )
  }
  return (
    <button type="button" className="button button-danger" onClick={onDelete} onBlur={() => setSure(false)} ref={(element) => element?.focus()}>
      Delete for good<span className="unseen">: {name}</span>
    </button>
  )
}
