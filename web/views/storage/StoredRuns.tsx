// Every run with what it takes; its tokens can go and leave the log, or all of it. Deleting is pressed twice.

import { useState } from 'react'
import { freeRun, freeTokens } from '../../commands/storage.ts'
import { bytesOfRun, type StoredRun } from '../../state/offline.ts'
import { nameOfRun } from '../../state/run-name.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { bytes } from '../../text/numbers.ts'

export function StoredRuns({ runs }: { readonly runs: readonly StoredRun[] }) {
  const saved = useWorkbench((state) => state.saved)
  const underWay = useWorkbench((state) => state.underWay)
  const [sure, setSure] = useState<string | null>(null)
  if (runs.length === 0) return <p className="small faint">No run is kept here.</p>
  const sorted = [...runs].sort((a, b) => bytesOfRun(b) - bytesOfRun(a))
  return (
    <ul className="stored-runs">
      {sorted.map((run) => {
        const name = saved.find(({ id }) => id === run.run)?.name ?? nameOfRun(run.run)
        const busy = underWay[run.run] !== undefined
        return (
          <li key={run.run}>
            <span className="stored-name">{name}</span>
            <span className="small soft number">
              {bytes(bytesOfRun(run))}, of it tokens {bytes(run.tokens)}
            </span>
            <button type="button" className="button button-quiet" disabled={busy || run.tokens === 0} onClick={() => void freeTokens(run.run)}>
              Free its tokens<span className="unseen"> of {name}</span>
            </button>
            <button
              type="button"
              className="button button-quiet"
              disabled={busy}
              onClick={() => {
                if (sure === run.run) void freeRun(run.run)
                setSure(sure === run.run ? null : run.run)
              }}
            >
              {sure === run.run ? 'Delete for good' : 'Delete'}
              <span className="unseen"> {name}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
