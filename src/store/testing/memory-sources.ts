// Rows of authored sources in memory, for the tests of the shelf's rules.

import type { SourceRecords, SourceRow, SourceVersionRow } from '../sources-schema.ts'

export function memorySourceRecords(): SourceRecords {
  const sources = new Map<string, SourceRow>()
  const versions = new Map<string, SourceVersionRow>()
  const key = (source: string, hash: string): string => `${source} ${hash}`
  return {
    sources: async () => [...sources.values()],
    source: async (id) => sources.get(id),
    putSource: async (row) => void sources.set(row.id, row),
    versions: async (source) => [...versions.values()].filter((row) => row.source === source),
    putVersion: async (row) => void versions.set(key(row.source, row.hash), row),
    removeVersion: async (source, hash) => void versions.delete(key(source, hash)),
    removeSource: async (id) => {
      sources.delete(id)
      for (const [at, row] of [...versions]) if (row.source === id) versions.delete(at)
    },
  }
}
