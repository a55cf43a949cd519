// Rows from a Parquet file. The format is hyparquet's business; it loads when a Parquet file comes. Columns are read one by one, and one
// that is damaged by groups of rows, so that damage costs the rows that it hit and no others. A file that cannot be read at all is one
// fault, with the reader's own words.

import type { Compressors, FileMetaData } from 'hyparquet'
import { type Cell, type NumberedRow, type ReadRows, type RowFault, UNREADABLE } from './rows.ts'

const MAGIC = [0x50, 0x41, 0x52, 0x31]

export const isParquet = (bytes: Uint8Array): boolean => MAGIC.every((byte, place) => bytes[place] === byte)

/** Rows from `start` to before `end`, counted from 0. */
interface Range {
  readonly start: number
  readonly end: number
}

type ReadColumn = (column: string, range: Range) => Promise<readonly Cell[]>

/** The first `most` rows. */
export async function readParquet(bytes: Uint8Array<ArrayBuffer>, most: number): Promise<ReadRows> {
  const [{ parquetMetadataAsync, parquetReadObjects, parquetSchema }, packed] = await Promise.all([import('hyparquet'), import('hyparquet-compressors')])
  const compressors = unlessEmpty(packed.compressors)
  const file = {
    byteLength: bytes.byteLength,
    slice: (start: number, end?: number): ArrayBuffer => bytes.slice(start, end).buffer,
  }
  try {
    const metadata = await parquetMetadataAsync(file)
    // Columns of bytes stay bytes: a picture is no text.
    const read: ReadColumn = async (column, { start, end }) =>
      (await parquetReadObjects({ file, metadata, compressors, utf8: false, columns: [column], rowStart: start, rowEnd: end })).map((row) => row[column])
    const columns = new Set(parquetSchema(metadata).children.map(({ element }) => element.name))
    return await readColumns([...columns], groupsOf(metadata, most), read)
  } catch (thrown) {
    return { rows: [], faults: [{ row: 1, column: '', message: `The Parquet file cannot be read: ${wordsOf(thrown)}.` }] }
  }
}

/** Pages without a byte, such as the dictionary of a column of nulls: the LZ4 of hyparquet-compressors 1.1.2 finds a match that is not there. */
function unlessEmpty(compressors: Compressors): Compressors {
  return Object.fromEntries(
    Object.entries(compressors).map(([name, decompress]) => [name, (input, length) => (length === 0 ? new Uint8Array(0) : decompress(input, length))]),
  ) as Compressors
}

const wordsOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown)).replace(/^parquet /, '')

function groupsOf({ row_groups }: FileMetaData, most: number): readonly Range[] {
  let start = 0
  const groups = row_groups.map(({ num_rows }): Range => {
    const count = Number(num_rows)
    if (!(count >= 0)) throw new Error('its number of rows is damaged')
    const range = { start, end: Math.min(start + count, most) }
    start = range.end
    return range
  })
  return groups.filter(({ start: from, end }) => end > from)
}

async function readColumns(columns: readonly string[], groups: readonly Range[], read: ReadColumn): Promise<ReadRows> {
  const count = groups.at(-1)?.end ?? 0
  const values = new Map<string, readonly Part[]>()
  const faults: RowFault[] = []
  for (const column of columns) {
    const whole = await partOf(column, { start: 0, end: count }, read)
    const parts = whole.values !== null || groups.length < 2 ? [whole] : []
    if (parts.length === 0) for (const group of groups) parts.push(await partOf(column, group, read))
    for (const { range, message } of parts) if (message !== null) faults.push({ row: range.start + 1, column, message: rowsWords(range, message) })
    values.set(column, parts)
  }
  const lost = columns.length > 0 && [...values.values()].every((parts) => parts.every((part) => part.values === null))
  if (lost) return { rows: [], faults: faults.slice(0, 1) }
  const rows = Array.from({ length: count }, (_, index): NumberedRow => ({ row: index + 1, cells: cellsAt(values, index) }))
  return { rows, faults }
}

const rowsWords = ({ start, end }: Range, message: string): string =>
  end - start === 1 ? `It cannot be read: ${message}.` : `Rows ${start + 1} to ${end} cannot be read: ${message}.`

/** The values of a column in a range of rows, or why they cannot be had. */
interface Part {
  readonly range: Range
  readonly values: readonly Cell[] | null
  readonly message: string | null
}

async function partOf(column: string, range: Range, read: ReadColumn): Promise<Part> {
  try {
    const values = await read(column, range)
    if (values.length === range.end - range.start) return { range, values, message: null }
    return { range, values: null, message: `it holds ${values.length} values` }
  } catch (thrown) {
    return { range, values: null, message: wordsOf(thrown) }
  }
}

/** What could not be read says so: a picture that is lost must not make a problem without pictures. */
function cellsAt(values: ReadonlyMap<string, readonly Part[]>, index: number): Readonly<Record<string, Cell>> {
  const cells: [string, Cell][] = []
  for (const [column, parts] of values) {
    const part = parts.find(({ range }) => index >= range.start && index < range.end)
    if (part !== undefined) cells.push([column, part.values === null ? UNREADABLE : part.values[index - part.range.start]])
  }
  return Object.fromEntries(cells)
}
