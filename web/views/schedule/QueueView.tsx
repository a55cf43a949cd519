// The engine's queue: who its clients are, what each does or waits for and why, and the batches of the last seconds.

import { useEffect } from 'react'
import { watchSchedule } from '../../commands/watch-schedule.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { PRIORITY_HELP } from '../../text/schedule.ts'
import { BatchLanes } from './BatchLanes.tsx'
import { QueueClientCard } from './QueueClientCard.tsx'

export function QueueView() {
  const schedule = useWorkbench((state) => state.schedule)
  useEffect(watchSchedule, [])
  const clients = schedule?.clients ?? []
  return (
    <>
      <section className="section" aria-labelledby="queue-title">
        <h2 id="queue-title" className="section-head">
          The engine’s queue
        </h2>
        {clients.length === 0 ? (
          <p className="empty">Every run is a client of one engine. Press Train, and what it asks for stands here, with the reason whenever it waits.</p>
        ) : (
          <>
            <p className="small soft">{PRIORITY_HELP}</p>
            <ul className="queue-clients">
              {clients.map((client) => (
                <QueueClientCard key={client.id} client={client} clients={clients} />
              ))}
            </ul>
          </>
        )}
      </section>
      {schedule !== null && (
        <section className="section" aria-labelledby="batches-title">
          <h2 id="batches-title" className="section-head">
            Batches over time
          </h2>
          <BatchLanes schedule={schedule} />
        </section>
      )}
    </>
  )
}
