// One client of the engine: what it does now, what waits and why, its share, and the presses that change it.

import { goToRun } from '../../commands/navigate.ts'
import { pressRun } from '../../commands/run-commands.ts'
import { changeClient } from '../../commands/watch-schedule.ts'
import { isOver } from '../../state/run-view.ts'
import { type Priority, type QueueClient, runOfClient } from '../../state/schedule.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { whole } from '../../text/numbers.ts'
import { STATUS_WORDS } from '../../text/run-words.ts'
import { PRIORITY_WORDS, WORK_WORDS, waitSentence } from '../../text/schedule.ts'
import { Choice } from '../../ui/Choice.tsx'

const PRIORITIES: readonly (readonly [Priority, string])[] = (['high', 'normal', 'low'] as const).map((one) => [one, PRIORITY_WORDS[one]])

export function QueueClientCard({ client, clients }: { readonly client: QueueClient; readonly clients: readonly QueueClient[] }) {
  const run = useWorkbench((state) => state.underWay[runOfClient(client.id)] ?? null)
  const nameOf = (id: string): string => clients.find((one) => one.id === id)?.name ?? 'another run'
  const atWork = run !== null && !isOver(run.status)
  return (
    <li className="run-card" data-testid="queue-client">
      <div className="run-card-head">
        <strong className="run-name">{client.name}</strong>
        {run !== null && <span className="pill">{STATUS_WORDS[run.status].toLowerCase()}</span>}
        {client.held && <span className="pill">held</span>}
        <span className="small soft number">
          {whole(client.tokens)} tokens, {whole(client.answered)} requests answered
        </span>
      </div>
      <p className="small" data-testid="queue-now">
        {nowSentence(client)}
      </p>
      {client.waiting.length > 0 && (
        <ul className="queue-waiting small">
          {client.waiting.map((request, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: requests of one client keep their order and have no name
            <li key={place}>
              <b>{WORK_WORDS[request.kind]}</b>
              {request.tokens > 0 && <span className="number">, {whole(request.tokens)} tokens</span>}: {waitSentence(request.reason, nameOf)}
            </li>
          ))}
        </ul>
      )}
      {client.adapters.length > 0 && (
        <p className="small faint number">
          {client.adapters
            .map(({ name, rank, versions }) => `${name}, rank ${rank}${versions.length === 0 ? '' : `, versions held for sampling: ${versions.join(', ')}`}`)
            .join('; ')}
        </p>
      )}
      <div className="run-actions">
        <Choice
          label="Priority"
          none={null}
          value={client.priority}
          options={PRIORITIES}
          onChange={(priority) => priority !== null && void changeClient(client.id, { priority })}
        />
        <button type="button" className="button" aria-pressed={client.held} onClick={() => void changeClient(client.id, { held: !client.held })}>
          {client.held ? 'Let go' : 'Hold'}
          <span className="unseen"> {client.name}</span>
        </button>
        {atWork && (
          <>
            <button type="button" className="button" onClick={() => pressRun(run.id, run.status === 'paused' ? 'resume' : 'pause')}>
              {run.status === 'paused' ? 'Resume' : 'Pause'}
              <span className="unseen"> {client.name}</span>
            </button>
            <button type="button" className="button" onClick={() => pressRun(run.id, 'stop')}>
              Stop<span className="unseen"> {client.name}</span>
            </button>
            <button type="button" className="button button-quiet" onClick={() => goToRun(run.id)}>
              Show<span className="unseen"> {client.name}</span>
            </button>
          </>
        )}
      </div>
    </li>
  )
}

function nowSentence({ serving, waiting, held }: QueueClient): string {
  const [first] = serving
  if (first !== undefined) return `The engine is at ${WORK_WORDS[first.kind]} for it.`
  if (waiting.length > 0) return waiting.length === 1 ? 'One request waits.' : `${waiting.length} requests wait.`
  return held ? 'It asks for nothing just now; what it asks for will be held.' : 'It asks for nothing just now.'
}
