// What this browser stores for the page, by run; letting go of it; and the one question whether it may stay.

import { toErrorData } from '../../src/base/errors.ts'
import { workbench } from '../state/workbench.ts'
import { keepText, keptText } from './preferences.ts'
import { askLibrary, dropTokens, refreshRuns, removeRun, storeUsage } from './store.ts'
import { tell } from './take-away.ts'

/** Whether somebody has answered; the question is put once. */
const ASKED = 'tokenloom-asked-to-persist'

export async function showStorage(): Promise<void> {
  try {
    const { usage, quota } = (await lent(() => navigator.storage.estimate())) ?? {}
    const persisted = await lent(() => navigator.storage.persisted())
    const policies = (await askLibrary((remote) => remote.listAdapters())) ?? []
    // Names may share a checkpoint.
    const bytes = [...new Map(policies.map(({ hash, row }) => [hash, row.bytes])).values()].reduce((sum, one) => sum + one, 0)
    const report = { used: usage ?? null, room: quota ?? null, runs: await storeUsage(), policies: bytes, persisted }
    workbench.setState({ storage: { kind: 'known', report } })
  } catch (thrown) {
    workbench.setState({ storage: { kind: 'failed', error: toErrorData(thrown) } })
  }
}

/** What a browser answers about its storage; null where it lends none, or none to this page. */
async function lent<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask()
  } catch {
    return null
  }
}

export async function freeTokens(run: string): Promise<void> {
  await freeing(() => dropTokens(run))
  await refreshRuns().catch(() => {})
}

export const freeRun = (run: string): Promise<void> => freeing(() => removeRun(run))

async function freeing(work: () => Promise<void>): Promise<void> {
  try {
    await work()
    await showStorage()
  } catch (thrown) {
    workbench.setState({ storage: { kind: 'failed', error: toErrorData(thrown) } })
  }
}

export const wasAsked = (): boolean => keptText(ASKED) !== null

/** Null: the person would rather not. */
export async function answerPersistence(keep: boolean): Promise<void> {
  keepText(ASKED, '1')
  workbench.setState({ askedToPersist: true })
  if (!keep) return
  const kept = (await lent(() => navigator.storage.persist())) ?? false
  tell(kept ? 'The browser keeps what is stored here until you delete it.' : 'The browser did not promise it: save what matters as files.')
  if (workbench.getState().storage.kind === 'known') await showStorage()
}
