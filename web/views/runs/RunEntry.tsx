// One kept run: its name, what it set differently, how it ended, its note; buttons to open, draw beside, delete.

import { useState } from 'react'
import { specDifferences } from '../../../src/record/spec-diff.ts'
import { goToRun } from '../../commands/navigate.ts'
import { removeRun } from '../../commands/store.ts'
import { OVERLAY_LETTERS } from '../../state/overlays.ts'
import { presetTitle } from '../../state/preset-title.ts'
import type { SavedRun } from '../../state/workbench.ts'
import { differenceWords, statusWords } from '../../text/run-list.ts'
import { Icon } from '../../ui/Icon.tsx'
import { RunWords } from './RunWords.tsx'

export interface RunEntryProps {
  readonly run: SavedRun
  readonly shown: boolean
  readonly live: boolean
  /** Its place among the runs that are drawn beside; null when it is not. */
  readonly place: number | null
  readonly full: boolean
  readonly onToggle: () => void
}

export function RunEntry({ run, shown, live, place, full, onToggle }: RunEntryProps) {
  const [editing, setEditing] = useState(false)
  const differences = specDifferences(run.spec)
  const running = live && shown
  const when = new Date(run.created).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <li className="run-card" data-shown={shown} data-testid="run">
      <div className="run-card-head">
        <strong className="run-name">{run.name}</strong>
        {shown && <span className="pill">on view</span>}
        {place !== null && <span className="pill">line {OVERLAY_LETTERS[place]}</span>}
        <span className="small soft number">{statusWords(run, running)}</span>
      </div>
      <p className="small soft number">
        {presetTitle(run.spec.preset)}, seed {run.spec.seed}, {run.stepsDone} of {run.spec.steps} steps, {when}
      </p>
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
          <button type="button" className="button" disabled={live || shown} onClick={() => goToRun(run.id)}>
            Open<span className="unseen"> {run.name}</span>
          </button>
          <button type="button" className="button button-quiet" onClick={() => setEditing(true)}>
            Name and note<span className="unseen"> of {run.name}</span>
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
