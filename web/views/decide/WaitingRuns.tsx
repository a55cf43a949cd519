// The runs that wait their turn: what each is, a way to take it out, and a button when a stopped run holds them.

import { startNext, takeOut } from '../../commands/run-queue.ts'
import { runsAtWork } from '../../state/runs-under-way.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { waitingWords } from '../../text/evidence.ts'
import { Icon } from '../../ui/Icon.tsx'

export function WaitingRuns() {
  const { waiting, held } = useWorkbench((state) => state.queue)
  const busy = useWorkbench((state) => state.pending !== null || runsAtWork(state.underWay).length > 0)
  if (waiting.length === 0) return null
  return (
    <div className="waiting small" data-testid="waiting">
      <p className="soft">{waiting.length === 1 ? 'One run waits its turn:' : `${waiting.length} runs wait their turn:`}</p>
      <ul>
        {waiting.map((one) => (
          <li key={one.ticket}>
            <span>{waitingWords(one)}</span>
            <button type="button" className="button button-quiet" aria-label={`Take out: ${waitingWords(one)}`} onClick={() => takeOut(one.ticket)}>
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
      {held && !busy && (
        <button type="button" className="button" onClick={() => void startNext()}>
          <Icon name="play" />
          Start the next
        </button>
      )}
    </div>
  )
}
