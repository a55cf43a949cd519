// The library's rows in IndexedDB, in the database of the other records.

import type { IDBPDatabase } from 'idb'
import type { LibraryRecords } from './library-schema.ts'
import type { TokenloomSchema } from './schema.ts'

export function openLibraryRecords(database: IDBPDatabase<TokenloomSchema>): LibraryRecords {
  return {
    names: (prefix, limit, after) => {
      // \uffff sorts behind every text that begins so.
      const [lowest, highest] = [after ?? prefix, `${prefix}\uffff`]
      if (lowest > highest) return Promise.resolve([])
      return database.getAll('adapterNames', IDBKeyRange.bound(lowest, highest, after !== undefined), Math.min(limit, 0xffff_ffff))
    },
    name: (name) => database.get('adapterNames', name),
    countNames: () => database.count('adapterNames'),
    adapter: (hash) => database.get('adapters', hash),
    adapters: () => database.getAll('adapters'),
    async commit(row, name) {
      const transaction = database.transaction(['adapters', 'adapterNames'], 'readwrite')
      await Promise.all([
        ...(row === null ? [] : [transaction.objectStore('adapters').put(row)]),
        transaction.objectStore('adapterNames').put(name),
        transaction.done,
      ])
    },
    removeName: (name) => database.delete('adapterNames', name),
    removeAdapter: (hash) => database.delete('adapters', hash),
  }
}
