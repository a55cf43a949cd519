// The records of the store in IndexedDB. One narrow interface, so that the store's rules can be tested without a
// browser; the implementation opens the database once and closes it when another version wants to upgrade.

import { type IDBPDatabase, openDB } from 'idb'
import type { RunEvent } from '../record/events.ts'
import { type LeagueShelf, openLeagueShelf } from './league-shelf.ts'
import { openLibraryRecords } from './library-records.ts'
import type { LibraryRecords } from './library-schema.ts'
import { type CheckpointRow, DATABASE_NAME, DATABASE_VERSION, type FileRow, type RunRow, type TokenloomSchema, type TokenRow } from './schema.ts'
import { openSourceRecords } from './sources-records.ts'
import type { SourceRecords } from './sources-schema.ts'

export interface Records {
  /** Newest first. */
  runs(): Promise<readonly RunRow[]>
  run(id: string): Promise<RunRow | undefined>
  putRun(row: RunRow): Promise<void>
  /** Events and the run's row in one transaction: both or neither. */
  append(row: RunRow, events: readonly RunEvent[]): Promise<void>
  /** The same, in place of everything from the first of the events on: later events, and checkpoints that they told of. */
  replaceTail(row: RunRow, events: readonly RunEvent[]): Promise<void>
  events(run: string, fromSeq: number): Promise<readonly RunEvent[]>
  tokens(run: string): Promise<readonly TokenRow[]>
  putTokens(row: TokenRow): Promise<void>
  removeTokens(row: TokenRow): Promise<void>
  files(run: string): Promise<readonly FileRow[]>
  putFile(row: FileRow): Promise<void>
  checkpoints(run: string): Promise<readonly CheckpointRow[]>
  putCheckpoint(row: CheckpointRow): Promise<void>
  removeCheckpoint(row: CheckpointRow): Promise<void>
  /** Everything that is known of a run. */
  removeRun(id: string): Promise<void>
  close(): void
}

export async function openRecords(): Promise<Records & { readonly library: LibraryRecords; readonly sources: SourceRecords; readonly leagues: LeagueShelf }> {
  const database: IDBPDatabase<TokenloomSchema> = await openDB<TokenloomSchema>(DATABASE_NAME, DATABASE_VERSION, {
    upgrade(opened, oldVersion) {
      if (oldVersion < 1) {
        opened.createObjectStore('runs', { keyPath: 'id' }).createIndex('created', 'created')
        opened.createObjectStore('events', { keyPath: ['run', 'seq'] })
        opened.createObjectStore('tokens', { keyPath: ['run', 'arm', 'step'] })
        opened.createObjectStore('files', { keyPath: ['run', 'name'] })
      }
      if (oldVersion < 2) opened.createObjectStore('checkpoints', { keyPath: ['run', 'seq'] })
      if (oldVersion < 3) {
        opened.createObjectStore('adapters', { keyPath: 'hash' })
        opened.createObjectStore('adapterNames', { keyPath: 'name' })
      }
      if (oldVersion < 4) {
        opened.createObjectStore('sources', { keyPath: 'id' })
        opened.createObjectStore('sourceVersions', { keyPath: ['source', 'hash'] })
      }
      if (oldVersion < 5) {
        opened.createObjectStore('leagues', { keyPath: 'id' })
        opened.createObjectStore('leagueRounds', { keyPath: ['league', 'round'] })
      }
    },
    blocking() {
      database.close()
    },
  })
  const ofRun = (run: string): IDBKeyRange => IDBKeyRange.bound([run], [run, []])
  const from = (run: string, seq: number): IDBKeyRange => IDBKeyRange.bound([run, seq], [run, Number.MAX_SAFE_INTEGER])

  return {
    async runs() {
      return (await database.getAllFromIndex('runs', 'created')).reverse()
    },
    run: (id) => database.get('runs', id),
    async putRun(row) {
      await database.put('runs', row)
    },
    async append(row, events) {
      const transaction = database.transaction(['runs', 'events'], 'readwrite')
      const store = transaction.objectStore('events')
      await Promise.all([transaction.objectStore('runs').put(row), ...events.map((event) => store.put(event)), transaction.done])
    },
    async replaceTail(row, events) {
      const transaction = database.transaction(['runs', 'events', 'checkpoints'], 'readwrite')
      const store = transaction.objectStore('events')
      const tail = from(row.id, events[0]?.seq ?? Number.MAX_SAFE_INTEGER)
      // Requests of one transaction are served in their order.
      await Promise.all([
        store.delete(tail),
        transaction.objectStore('checkpoints').delete(tail),
        transaction.objectStore('runs').put(row),
        ...events.map((event) => store.put(event)),
        transaction.done,
      ])
    },
    events: (run, fromSeq) => database.getAll('events', from(run, fromSeq)),
    tokens: (run) => database.getAll('tokens', ofRun(run)),
    async putTokens(row) {
      await database.put('tokens', row)
    },
    removeTokens: (row) => database.delete('tokens', [row.run, row.arm, row.step]),
    files: (run) => database.getAll('files', ofRun(run)),
    async putFile(row) {
      await database.put('files', row)
    },
    checkpoints: (run) => database.getAll('checkpoints', ofRun(run)),
    async putCheckpoint(row) {
      await database.put('checkpoints', row)
    },
    removeCheckpoint: (row) => database.delete('checkpoints', [row.run, row.seq]),
    async removeRun(id) {
      const transaction = database.transaction(['runs', 'events', 'tokens', 'files', 'checkpoints'], 'readwrite')
      await Promise.all([
        transaction.objectStore('runs').delete(id),
        transaction.objectStore('events').delete(ofRun(id)),
        transaction.objectStore('tokens').delete(ofRun(id)),
        transaction.objectStore('files').delete(ofRun(id)),
        transaction.objectStore('checkpoints').delete(ofRun(id)),
        transaction.done,
      ])
    },
    library: openLibraryRecords(database),
    sources: openSourceRecords(database),
    leagues: openLeagueShelf(database),
    close: () => database.close(),
  }
}
