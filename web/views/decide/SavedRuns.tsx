// The pinned and the newest runs that this browser keeps: open one, delete it, or see them all.

import { specDifferences } from '../../../src/record/spec-diff.ts'
import { goToRun, selectTab } from '../../commands/navigate.ts'
import { removeRun } from '../../commands/store.ts'
import { titleOfSpec } from '../../state/preset-title.ts'
import { filterRuns, NO_RUN_FILTER } from '../../state/run-filter.ts'
import type { SavedRun } from '../../state/saved-run.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { stepsWords } from '../../text/run-list.ts'
import { Icon } from '../../ui/Icon.tsx'

const SHOWN = 5

export function SavedRuns() {
  const saved = useWorkbench((state) => state.saved)
  const shown = useWorkbench((state) => state.run?.id ?? null)
  const underWay = useWorkbench((state) => state.underWay)
  if (saved.length === 0) return <p className="small faint">Runs are kept in this browser. Nothing leaves it.</p>
  return (
    <>
      <ul className="run-list">
        {filterRuns(saved, NO_RUN_FILTER)
          .slice(0, SHOWN)
          .map((run) => (
            <li key={run.id} className="run-item">
              <button type="button" className="run-open" aria-current={run.id === shown} onClick={() => goToRun(run.id)}>
                <span>{run.name}</span>
                <span className="small faint number">{lineOf(run, underWay[run.id] !== undefined)}</span>
              </button>
              <button
                type="button"
                className="button button-quiet"
                aria-label={`Delete the run ${run.name}`}
                disabled={underWay[run.id] !== undefined}
                onClick={() => void removeRun(run.id)}
              >
                <Icon name="remove" />
              </button>
            </li>
          ))}
      </ul>
      <button type="button" className="button button-quiet" onClick={() => selectTab('runs')}>
        All runs: notes, tags, comparison
      </button>
    </>
  )
}

function lineOf(run: SavedRun, live: boolean): string {
  const when = new Date(run.created).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  const status = !live && (run.status === 'running' || run.status === 'paused') ? 'interrupted' : run.status
  const changed = (run.status === 'played' ? [] : specDifferences(run.spec)).filter(({ path }) => path !== 'seed').map(({ title }) => title.toLowerCase())
  return `${titleOfSpec(run.spec)}, seed ${run.spec.seed}, ${when}, ${stepsWords(run)}, ${status}${changed.length === 0 ? '' : `; changed: ${changed.slice(0, 3).join(', ')}`}`
}
