// The runs under way, whichever is on view: each with its steps, a press brings it on view; and the way to start one more.

import { goToRun } from '../../commands/navigate.ts'
import { trainAnother } from '../../commands/train-another.ts'
import { progressOf } from '../../state/progress.ts'
import { nameOfRun } from '../../state/run-name.ts'
import { isOver } from '../../state/run-view.ts'
import { MOST_RUNS, runsAtWork } from '../../state/runs-under-way.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { STATUS_WORDS } from '../../text/run-words.ts'

export function UnderWay() {
  const underWay = useWorkbench((state) => state.underWay)
  const shown = useWorkbench((state) => state.run?.id ?? null)
  const busy = useWorkbench((state) => state.live && state.run !== null && !isOver(state.run.status))
  const runs = runsAtWork(underWay)
  if (runs.length === 0 || (runs.length === 1 && !busy && runs[0]?.id === shown)) return null
  return (
    <div className="under-way small" data-testid="under-way">
      {(runs.length > 1 || !busy) && (
        <ul aria-label="Runs under way">
          {runs.map((run) => {
            const { done, total } = progressOf(run)
            return (
              <li key={run.id}>
                <button type="button" className="run-open" aria-current={run.id === shown} onClick={() => goToRun(run.id)}>
                  <span>{nameOfRun(run.id)}</span>
                  <span className="faint number">
                    {STATUS_WORDS[run.status].toLowerCase()}, {done} of {total}
                  </span>
                </button>
              </li>
            )
          })}
        </ul>
      )}
      {busy && (
        <button
          type="button"
          className="button button-quiet"
          disabled={runs.length >= MOST_RUNS}
          title={runs.length >= MOST_RUNS ? `One engine serves ${MOST_RUNS} runs at once` : 'Settings of one more run, which shares the engine'}
          onClick={trainAnother}
        >
          Train another beside it
        </button>
      )}
    </div>
  )
}
