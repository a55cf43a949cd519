// Opens the store of this origin: the lock first, then the database and the files. For the store worker; nobody
// else opens OPFS.

import { openBytes } from './bytes.ts'
import { storing } from './failures.ts'
import { takeStoreLock } from './lock.ts'
import { openRecords } from './records.ts'
import { createRunStore, type RunStore } from './store.ts'

/** Throws STORE_BUSY when another tab owns the store, STORE_FAILED when the browser refuses storage. */
export async function openRunStore(now: () => number): Promise<RunStore> {
  const release = await takeStoreLock()
  try {
    return await storing(async () => createRunStore({ records: await openRecords(), bytes: await openBytes(), now }))
  } catch (thrown) {
    release()
    throw thrown
  }
}
