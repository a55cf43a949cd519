// The shelf of data sets: problems that somebody brought, under the hash of their content, and a few facts beside each for the list.
// Files alone: nothing but the hash is ever looked up. Knows bytes, not what is in them.

import { tokenloomError } from '../base/errors.ts'
import { bytesOfText } from '../base/hash.ts'
import type { Bytes } from './bytes.ts'
import { storing } from './failures.ts'

export interface DataSetRow {
  readonly hash: string
  readonly name: string
  readonly layout: string
  readonly problems: number
  readonly pictures: number
  readonly bytes: number
  /** Milliseconds since 1970. */
  readonly saved: number
}

export interface DataSetShelf {
  /** Those saved last come first. */
  list(): Promise<readonly DataSetRow[]>
  put(row: Omit<DataSetRow, 'bytes' | 'saved'>, bytes: Uint8Array<ArrayBuffer>): Promise<void>
  /** Undefined where it is not kept. */
  get(hash: string): Promise<Uint8Array<ArrayBuffer> | undefined>
  remove(hash: string): Promise<void>
}

const FOLDER = 'data-sets'
const isHash = (hash: string): boolean => /^[0-9a-f]{64}$/.test(hash)
const pathOf = (hash: string, what: 'problems' | 'about'): string => `${FOLDER}/${hash}.${what}.json`

function checkHash(hash: string): void {
  if (!isHash(hash)) throw tokenloomError('DATA_SET_INVALID', 'A data set is kept under the hash of its content.', 'Load the file again.')
}

export function createDataSetShelf(bytes: Bytes, now: () => number): DataSetShelf {
  return {
    list: () =>
      storing(async () => {
        const names = await bytes.list(FOLDER)
        const rows: DataSetRow[] = []
        for (const name of names.filter((one) => one.endsWith('.about.json'))) {
          const row = readRow(await bytes.read(`${FOLDER}/${name}`))
          // The facts are written last: without its problems a row is no data set.
          if (row !== null && names.includes(`${row.hash}.problems.json`)) rows.push(row)
        }
        return rows.sort((a, b) => b.saved - a.saved || (a.hash < b.hash ? -1 : 1))
      }),
    put: (row, content) =>
      storing(async () => {
        checkHash(row.hash)
        const about: DataSetRow = { ...row, bytes: content.byteLength, saved: now() }
        await bytes.write(pathOf(row.hash, 'problems'), content)
        await bytes.write(pathOf(row.hash, 'about'), bytesOfText(JSON.stringify(about)))
      }),
    get: (hash) =>
      storing(async () => {
        checkHash(hash)
        return bytes.read(pathOf(hash, 'problems'))
      }),
    remove: (hash) =>
      storing(async () => {
        checkHash(hash)
        await bytes.remove(pathOf(hash, 'about'))
        await bytes.remove(pathOf(hash, 'problems'))
      }),
  }
}

function readRow(bytes: Uint8Array | undefined): DataSetRow | null {
  if (bytes === undefined) return null
  try {
    const row: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (typeof row !== 'object' || row === null) return null
    const { hash, name, layout, problems, pictures, bytes: size, saved } = row as Partial<Record<keyof DataSetRow, unknown>>
    if (typeof hash !== 'string' || !isHash(hash) || typeof name !== 'string' || typeof layout !== 'string') return null
    if (typeof problems !== 'number' || typeof pictures !== 'number' || typeof size !== 'number' || typeof saved !== 'number') return null
    return { hash, name, layout, problems, pictures, bytes: size, saved }
  } catch {
    return null
  }
}
