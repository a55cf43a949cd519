// Problems as a Parquet file in the layout of Geometry3K: `images` (a list of structs with `bytes` and `path`), `problem`, `answer`.
// Plain values, no compression, one group of rows, one page a column: the least that every reader of the format takes.
// https://github.com/apache/parquet-format

import { encodeStruct, i32, i64, list, struct, type Thrift, text, varint } from './thrift.ts'

export interface FigureRow {
  /** Encoded pictures. */
  readonly images: readonly Uint8Array[]
  readonly problem: string
  readonly answer: string
}

const MAGIC = new TextEncoder().encode('PAR1')
const BYTE_ARRAY = 6
const UTF8 = 0
const LIST = 3
const REQUIRED = 0
const OPTIONAL = 1
const REPEATED = 2
const PLAIN = 0
const RLE = 3
const UNCOMPRESSED = 0
const DATA_PAGE = 0

interface Column {
  readonly path: readonly string[]
  /** Entries, those without a value among them. */
  readonly count: number
  /** Levels of repetition and of definition where the column nests, then the values. */
  readonly page: Uint8Array
}

export function encodeGeometry3k(rows: readonly FigureRow[]): Uint8Array<ArrayBuffer> {
  // Whether a picture begins a row or goes on with it.
  const repetition = rows.flatMap(({ images }) => (images.length === 0 ? [0] : images.map((_, index) => (index === 0 ? 0 : 1))))
  // A row without pictures has an entry that is not there. A path is never there: its picture is.
  const there = rows.flatMap(({ images }) => (images.length === 0 ? [0] : images.map(() => 1)))
  const nested = (values: readonly Uint8Array[]): Uint8Array => join([levels(repetition), levels(there), ...values.map(byteArray)])
  const utf8 = (value: string): Uint8Array => byteArray(new TextEncoder().encode(value))
  const columns: readonly Column[] = [
    { path: ['images', 'list', 'element', 'bytes'], count: there.length, page: nested(rows.flatMap(({ images }) => images)) },
    { path: ['images', 'list', 'element', 'path'], count: there.length, page: nested([]) },
    { path: ['problem'], count: rows.length, page: join(rows.map(({ problem }) => utf8(problem))) },
    { path: ['answer'], count: rows.length, page: join(rows.map(({ answer }) => utf8(answer))) },
  ]
  const chunks: Uint8Array[] = []
  const described: Thrift[] = []
  let offset = MAGIC.length
  for (const column of columns) {
    const chunk = join([pageHeader(column), column.page])
    described.push(columnChunk(column, offset, chunk.length))
    chunks.push(chunk)
    offset += chunk.length
  }
  const footer = Uint8Array.from(encodeStruct(fileMetadata(rows.length, described, offset - MAGIC.length)))
  return join([MAGIC, ...chunks, footer, littleEndian(footer.length), MAGIC])
}

function fileMetadata(rows: number, columns: readonly Thrift[], bytes: number) {
  const group = (name: string, children: number, repetition: number, converted?: number): Thrift =>
    struct([3, i32(repetition)], [4, text(name)], [5, i32(children)], ...(converted === undefined ? [] : [[6, i32(converted)] as const]))
  const leaf = (name: string, repetition: number, converted?: number): Thrift =>
    struct([1, i32(BYTE_ARRAY)], [3, i32(repetition)], [4, text(name)], ...(converted === undefined ? [] : [[6, i32(converted)] as const]))
  const schema = list(
    struct([4, text('schema')], [5, i32(3)]),
    group('images', 1, REQUIRED, LIST),
    group('list', 1, REPEATED),
    group('element', 2, REQUIRED),
    leaf('bytes', REQUIRED),
    leaf('path', OPTIONAL, UTF8),
    leaf('problem', REQUIRED, UTF8),
    leaf('answer', REQUIRED, UTF8),
  )
  const rowGroup = struct([1, list(...columns)], [2, i64(bytes)], [3, i64(rows)])
  return struct([1, i32(1)], [2, schema], [3, i64(rows)], [4, list(rowGroup)], [6, text('tokenloom')])
}

function columnChunk({ path, count }: Column, offset: number, bytes: number): Thrift {
  const metadata = struct(
    [1, i32(BYTE_ARRAY)],
    [2, list(i32(PLAIN), i32(RLE))],
    [3, list(...path.map(text))],
    [4, i32(UNCOMPRESSED)],
    [5, i64(count)],
    [6, i64(bytes)],
    [7, i64(bytes)],
    [9, i64(offset)],
  )
  return struct([2, i64(offset)], [3, metadata])
}

function pageHeader({ count, page }: Column): Uint8Array {
  const data = struct([1, i32(count)], [2, i32(PLAIN)], [3, i32(RLE)], [4, i32(RLE)])
  return Uint8Array.from(encodeStruct(struct([1, i32(DATA_PAGE)], [2, i32(page.length)], [3, i32(page.length)], [5, data])))
}

/** Levels of up to eight bits as runs of equal ones, behind their length in bytes. */
function levels(values: readonly number[]): Uint8Array {
  const runs: number[] = []
  for (let start = 0; start < values.length; ) {
    let end = start
    while (end < values.length && values[end] === values[start]) end++
    runs.push(...varint(2 * (end - start)), values[start] ?? 0)
    start = end
  }
  return join([littleEndian(runs.length), Uint8Array.from(runs)])
}

const byteArray = (bytes: Uint8Array): Uint8Array => join([littleEndian(bytes.length), bytes])

function littleEndian(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value, true)
  return bytes
}

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}
