// The rows of authored sources in IndexedDB, in the database of the other records.

import type { IDBPDatabase } from 'idb'
import type { TokenloomSchema } from './schema.ts'
import type { SourceRecords } from './sources-schema.ts'

export function openSourceRecords(database: IDBPDatabase<TokenloomSchema>): SourceRecords {
  const ofSource = (source: string): IDBKeyRange => IDBKeyRange.bound([source], [source, []])
  return {
    sources: () => database.getAll('sources'),
    source: (id) => database.get('sources', id),
    async putSource(row) {
      await database.put('sources', row)
    },
    versions: (source) => database.getAll('sourceVersions', ofSource(source)),
    async putVersion(row) {
      await database.put('sourceVersions', row)
    },
    removeVersion: (source, hash) => database.delete('sourceVersions', [source, hash]),
    async removeSource(id) {
      const transaction = database.transaction(['sources', 'sourceVersions'], 'readwrite')
      await Promise.all([transaction.objectStore('sources').delete(id), transaction.objectStore('sourceVersions').delete(ofSource(id)), transaction.done])
    },
  }
}
