// A finished run as files: browsers may drop what a page stores, a file stays.

import { downloadAdapter, downloadEvents, downloadMetrics, downloadTrajectories } from '../../commands/download.ts'
import { saveBundle } from '../../commands/run-bundle.ts'
import { saveTrace } from '../../commands/show-timeline.ts'
import { answerPersistence } from '../../commands/storage.ts'
import { isOver } from '../../state/run-view.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { PERSIST_QUESTION, PICTURES_ELSEWHERE } from '../../text/storage.ts'

export function TakeAway() {
  const id = useWorkbench((state) => state.run?.id ?? null)
  const over = useWorkbench((state) => state.run !== null && isOver(state.run.status) && !state.live)
  const trained = useWorkbench((state) => state.run?.status === 'finished' || state.run?.status === 'stopped')
  const recorded = useWorkbench((state) => state.recording !== null)
  if (recorded && id !== null)
    return (
      <div className="take-away">
        <p className="small faint">This is a recording; a run of your own leaves its adapter and its event log as files.</p>
        <div className="share-buttons">
          <ForOthers id={id} />
        </div>
      </div>
    )
  if (id === null || !over) return <p className="small faint">The adapter and the event log can be saved as files when the run is over.</p>
  return (
    <div className="take-away">
      <div className="share-buttons">
        {trained && (
          <button type="button" className="button" onClick={() => void downloadAdapter(id)}>
            Adapter (PEFT)
          </button>
        )}
        <button type="button" className="button" onClick={() => void downloadEvents(id)}>
          Event log (JSONL)
        </button>
        <button type="button" className="button" title="The run as one file that this page opens elsewhere" onClick={() => void saveBundle(id)}>
          Run bundle
        </button>
        <ForOthers id={id} />
      </div>
      <p className="small faint">{PICTURES_ELSEWHERE}</p>
      <PersistQuestion />
    </div>
  )
}

/** What other programs of the field read. */
function ForOthers({ id }: { readonly id: string }) {
  const turns = useWorkbench((state) => (state.run?.turns.length ?? 0) > 0)
  return (
    <>
      <button type="button" className="button" onClick={() => void downloadMetrics(id, 'csv')}>
        Metrics (CSV)
      </button>
      <button type="button" className="button" onClick={() => void downloadMetrics(id, 'jsonl')}>
        Metrics (JSONL)
      </button>
      <button
        type="button"
        className="button"
        title="Ids, masks, logprobs and versions of every token that is kept"
        onClick={() => void downloadTrajectories(id)}
      >
        Trajectories (JSONL)
      </button>
      {turns && (
        <button type="button" className="button" title="For Perfetto and chrome://tracing" onClick={() => void saveTrace()}>
          Chrome trace
        </button>
      )}
    </>
  )
}

/** Put once, after the first run that is worth keeping. */
function PersistQuestion() {
  const asked = useWorkbench((state) => state.askedToPersist)
  const kept = useWorkbench((state) => state.saved.length > 0)
  if (asked || !kept) return null
  return (
    <div className="storage-part" data-testid="persist">
      <p className="small soft">{PERSIST_QUESTION}</p>
      <div className="share-buttons">
        <button type="button" className="button" onClick={() => void answerPersistence(true)}>
          Ask it to
        </button>
        <button type="button" className="button button-quiet" onClick={() => void answerPersistence(false)}>
          Not now
        </button>
      </div>
    </div>
  )
}
