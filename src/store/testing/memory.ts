// Records and bytes in memory, for the tests of the store's rules. It keeps the promises of the interfaces and
// nothing else; what the browser does with them is tested in store.browser.test.ts.

import type { RunEvent } from '../../record/events.ts'
import type { Bytes } from '../bytes.ts'
import type { AdapterRow, LibraryRecords, NameRow } from '../library-schema.ts'
import type { Records } from '../records.ts'
import type { CheckpointRow, FileRow, RunRow, TokenRow } from '../schema.ts'

export function memoryRecords(): Records {
  const runs = new Map<string, RunRow>()
  let events: RunEvent[] = []
  let tokens: TokenRow[] = []
  let files: FileRow[] = []
  let checkpoints: CheckpointRow[] = []
  const same = (a: TokenRow, b: TokenRow): boolean => a.run === b.run && a.arm === b.arm && a.step === b.step
  return {
    runs: async () => [...runs.values()].sort((a, b) => b.created - a.created),
    run: async (id) => runs.get(id),
    putRun: async (row) => void runs.set(row.id, row),
    append: async (row, more) => {
      runs.set(row.id, row)
      events = [...events.filter((old) => !more.some((fresh) => fresh.run === old.run && fresh.seq === old.seq)), ...more]
    },
    replaceTail: async (row, more) => {
      const first = more[0]?.seq ?? Number.MAX_SAFE_INTEGER
      runs.set(row.id, row)
      events = [...events.filter((old) => old.run !== row.id || old.seq < first), ...more]
      checkpoints = checkpoints.filter((old) => old.run !== row.id || old.seq < first)
    },
    events: async (run, fromSeq) => events.filter((event) => event.run === run && event.seq >= fromSeq).sort((a, b) => a.seq - b.seq),
    tokens: async (run) => tokens.filter((row) => row.run === run),
    putTokens: async (row) => {
      tokens = [...tokens.filter((old) => !same(old, row)), row]
    },
    removeTokens: async (row) => {
      tokens = tokens.filter((old) => !same(old, row))
    },
    files: async (run) => files.filter((row) => row.run === run),
    putFile: async (row) => {
      files = [...files.filter((old) => old.run !== row.run || old.name !== row.name), row]
    },
    checkpoints: async (run) => checkpoints.filter((row) => row.run === run),
    putCheckpoint: async (row) => {
      checkpoints = [...checkpoints.filter((old) => old.run !== row.run || old.seq !== row.seq), row]
    },
    removeCheckpoint: async (row) => {
      checkpoints = checkpoints.filter((old) => old.run !== row.run || old.seq !== row.seq)
    },
    removeRun: async (id) => {
      runs.delete(id)
      events = events.filter((event) => event.run !== id)
      tokens = tokens.filter((row) => row.run !== id)
      files = files.filter((row) => row.run !== id)
      checkpoints = checkpoints.filter((row) => row.run !== id)
    },
    close() {},
  }
}

export interface MemoryBytes extends Bytes {
  readonly files: Map<string, Uint8Array<ArrayBuffer>>
}

export function memoryBytes(): MemoryBytes {
  const files = new Map<string, Uint8Array<ArrayBuffer>>()
  return {
    files,
    write: async (path, bytes) => void files.set(path, bytes.slice()),
    read: async (path) => files.get(path)?.slice(),
    list: async (folder) => [...files.keys()].filter((path) => path.startsWith(`${folder}/`)).map((path) => path.slice(folder.length + 1)),
    remove: async (path) => {
      for (const known of [...files.keys()]) if (known === path || known.startsWith(`${path}/`)) files.delete(known)
    },
  }
}

export function memoryLibraryRecords(): LibraryRecords {
  const names = new Map<string, NameRow>()
  const adapters = new Map<string, AdapterRow>()
  return {
    names: async (prefix, limit, after) =>
      [...names.values()]
        .filter(({ name }) => name.startsWith(prefix) && (after === undefined || name > after))
        .sort((a, b) => (a.name < b.name ? -1 : 1))
        .slice(0, limit),
    name: async (name) => names.get(name),
    countNames: async () => names.size,
    adapter: async (hash) => adapters.get(hash),
    adapters: async () => [...adapters.values()],
    commit: async (row, name) => {
      if (row !== null) adapters.set(row.hash, row)
      names.set(name.name, name)
    },
    removeName: async (name) => void names.delete(name),
    removeAdapter: async (hash) => void adapters.delete(hash),
  }
}
