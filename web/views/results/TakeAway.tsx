// A finished run as files: browsers may drop what a page stores, a file stays.

import { downloadAdapter, downloadEvents } from '../../commands/download.ts'
import { isOver } from '../../state/run-view.ts'
import { useWorkbench } from '../../state/use-workbench.ts'

export function TakeAway() {
  const id = useWorkbench((state) => state.run?.id ?? null)
  const over = useWorkbench((state) => state.run !== null && isOver(state.run.status) && !state.live)
  const trained = useWorkbench((state) => state.run?.status === 'finished' || state.run?.status === 'stopped')
  const recorded = useWorkbench((state) => state.recording !== null)
  if (recorded) return <p className="small faint">This is a recording; a run of your own leaves its adapter and its event log as files.</p>
  if (id === null || !over) return <p className="small faint">The adapter and the event log can be saved as files when the run is over.</p>
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
      {trained && (
        <button type="button" className="button" onClick={() => void downloadAdapter(id)}>
          Adapter (PEFT)
        </button>
      )}
      <button type="button" className="button" onClick={() => void downloadEvents(id)}>
        Event log (JSONL)
      </button>
    </div>
  )
}
