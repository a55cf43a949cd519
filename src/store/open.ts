// Opens the store of this origin: the lock first, then the database and the files. For the store worker; nobody
// else opens OPFS.

import { type ByteShelf, openByteShelf } from './byte-shelf.ts'
import { openBytes } from './bytes.ts'
import { createDataSetShelf, type DataSetShelf } from './data-sets.ts'
import { storing } from './failures.ts'
import type { LeagueShelf } from './league-shelf.ts'
import { type AdapterLibrary, createAdapterLibrary } from './library.ts'
import { takeStoreLock } from './lock.ts'
import { openRecords } from './records.ts'
import { createSourceShelf, type SourceShelf } from './sources.ts'
import { createRunStore, type RunStore } from './store.ts'

/** Throws STORE_BUSY when another tab owns the store, STORE_FAILED when the browser refuses storage. */
export async function openStores(now: () => number): Promise<{
  readonly runs: RunStore
  readonly library: AdapterLibrary
  readonly sources: SourceShelf
  readonly leagues: LeagueShelf
  readonly dataSets: DataSetShelf
  /** Room for adapters of an engine that starts now. */
  shelf(): Promise<ByteShelf>
}> {
  const release = await takeStoreLock()
  try {
    return await storing(async () => {
      const [records, bytes] = [await openRecords(), await openBytes()]
      return {
        runs: createRunStore({ records, bytes, now }),
        library: createAdapterLibrary(records.library, bytes, now),
        sources: createSourceShelf(records.sources, now),
        leagues: records.leagues,
        dataSets: createDataSetShelf(bytes, now),
        shelf: () => openByteShelf(bytes),
      }
    })
  } catch (thrown) {
    release()
    throw thrown
  }
}
