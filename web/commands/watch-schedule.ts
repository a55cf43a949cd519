// The engine's queue, asked for twice a second while somebody looks at it; and what may be changed in it: a run's priority, and
// whether it is held.

import { joinSchedule, type Priority } from '../state/schedule.ts'
import { workbench } from '../state/workbench.ts'
import { engineAtHand } from './engine.ts'

const PACE = 500

/** Returns the way to stop. */
export function watchSchedule(): () => void {
  let over = false
  let since = 0
  const ask = async (): Promise<void> => {
    try {
      const handle = await engineAtHand()
      if (handle === null) workbench.setState({ schedule: null })
      else if (!document.hidden) {
        const report = await handle.ask((remote) => remote.schedule(since))
        const before = workbench.getState().schedule
        // An engine that began anew has counted fewer.
        const fresh = before !== null && report.now < before.now
        since = report.batches.at(-1)?.number ?? (fresh ? 0 : since)
        if (!over) workbench.setState({ schedule: joinSchedule(before, report) })
      }
    } catch {
      // Whoever runs on the engine says what is wrong with it.
    }
    if (!over) setTimeout(() => void ask(), PACE)
  }
  void ask()
  return () => {
    over = true
  }
}

export async function changeClient(client: string, change: { readonly priority?: Priority; readonly held?: boolean }): Promise<void> {
  const { schedule } = workbench.getState()
  // At once on view; the next report confirms it.
  if (schedule !== null)
    workbench.setState({ schedule: { ...schedule, clients: schedule.clients.map((one) => (one.id === client ? { ...one, ...change } : one)) } })
  const handle = await engineAtHand()
  await handle?.ask((remote) => remote.changeClient(client, change)).catch(() => {})
}
