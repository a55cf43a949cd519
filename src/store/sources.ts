// The shelf of authored sources: the text as it stands, and the versions that its author kept, each under the hash of its text. What
// is typed replaces the text; a version never changes. Knows texts and names, not what is in them.

import { tokenloomError } from '../base/errors.ts'
import { bytesOfText, sha256Hex } from '../base/hash.ts'
import { oneAtATime } from './one-at-a-time.ts'
import type { SourceRecords, SourceRow, SourceVersionRow } from './sources-schema.ts'

/** A source keeps this many versions; the oldest go first. */
export const MOST_VERSIONS = 100
const LONGEST_NAME = 60

export interface SourceShelf {
  /** Those changed last come first. */
  list(): Promise<readonly SourceRow[]>
  create(id: string, name: string, text: string, forkOf?: string): Promise<SourceRow>
  /** What is typed; false where there is no such source: one that was removed meanwhile stays removed. */
  write(id: string, text: string): Promise<boolean>
  rename(id: string, name: string): Promise<void>
  /** Keeps the text as it stands as a version; the hash under which it is found. */
  keep(id: string): Promise<string>
  /** Newest first. */
  versions(id: string): Promise<readonly SourceVersionRow[]>
  remove(id: string): Promise<void>
}

/** A name as it is kept: one line, not endless, never empty. */
const cleanName = (name: string): string => name.replace(/\s+/g, ' ').trim().slice(0, LONGEST_NAME) || 'Untitled'

export function createSourceShelf(records: SourceRecords, now: () => number): SourceShelf {
  const inTurn = oneAtATime()
  const known = async (id: string): Promise<SourceRow> => {
    const row = await records.source(id)
    if (row !== undefined) return row
    throw tokenloomError('RECORD_INVALID', 'This source is not kept any more.', 'Save its text as a new one.', id)
  }
  return {
    list: () => inTurn(async () => [...(await records.sources())].sort((a, b) => b.changed - a.changed || (a.id < b.id ? -1 : 1))),
    create: (id, name, text, forkOf) =>
      inTurn(async () => {
        const parent = forkOf === undefined ? undefined : await records.source(forkOf)
        const row: SourceRow = {
          ...{ id, name: cleanName(name), text, created: now(), changed: now() },
          ...(parent === undefined ? {} : { forkOf: { id: parent.id, name: parent.name } }),
        }
        await records.putSource(row)
        return row
      }),
    write: (id, text) =>
      inTurn(async () => {
        const row = await records.source(id)
        if (row === undefined) return false
        if (row.text !== text) await records.putSource({ ...row, text, changed: now() })
        return true
      }),
    rename: (id, name) => inTurn(async () => records.putSource({ ...(await known(id)), name: cleanName(name) })),
    keep: (id) =>
      inTurn(async () => {
        const { text } = await known(id)
        const hash = await sha256Hex(bytesOfText(text))
        await records.putVersion({ source: id, hash, text, kept: now() })
        for (const { hash: old } of newestFirst(await records.versions(id)).slice(MOST_VERSIONS)) await records.removeVersion(id, old)
        return hash
      }),
    versions: (id) => inTurn(async () => newestFirst(await records.versions(id))),
    remove: (id) => inTurn(() => records.removeSource(id)),
  }
}

const newestFirst = (versions: readonly SourceVersionRow[]): readonly SourceVersionRow[] =>
  [...versions].sort((a, b) => b.kept - a.kept || (a.hash < b.hash ? -1 : 1))
