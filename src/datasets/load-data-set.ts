// From files to a data set: which file holds the rows, which columns hold what, and row by row a problem or what is wrong with
// it. Rows that fail do not keep the others from loading. How pictures are decoded and answers judged is handed in.

import { type TokenloomError, tokenloomError } from '../base/errors.ts'
import { PICTURE_MARK } from '../base/picture-mark.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { Picture } from '../environments/picture.ts'
import type { DataProblem, DataSet } from './data-set.ts'
import { type Columns, findLayout, type Layout, refineLayout } from './layouts.ts'
import type { Judge } from './mathematics.ts'
import { readFolders } from './read-folders.ts'
import { readJson } from './read-json.ts'
import { isParquet, readParquet } from './read-parquet.ts'
import { type Encoded, encodedPictures } from './read-pictures.ts'
import { type Cell, type NamedBytes, type NumberedRow, type ReadRows, type Row, type RowFault, UNREADABLE } from './rows.ts'

export interface LoadOptions {
  readonly judge: Judge
  readonly decode: (bytes: Encoded) => Promise<Result<Picture, string>>
  /** Columns that were named instead of recognised. */
  readonly columns?: Partial<Columns>
  /** Rows beyond are left out. */
  readonly mostRows?: number
  readonly progress?: (done: number, total: number) => void
}

export interface Loaded {
  readonly dataSet: DataSet
  readonly columns: Columns
  /** All columns that the rows have, for naming others. */
  readonly known: readonly string[]
  readonly rows: number
  readonly faults: readonly RowFault[]
}

export const MOST_ROWS = 20_000
const PROGRESS_EVERY = 64
const LONGEST_PROBLEM = 20_000

/** DATA_SET_INVALID where no row can be had at all; otherwise what loaded, and what is wrong with the rest. */
export async function loadDataSet(files: readonly NamedBytes[], options: LoadOptions): Promise<Result<Loaded>> {
  const { mostRows = MOST_ROWS, progress = () => {} } = options
  const found = await findRows(files, mostRows)
  if (!found.ok) return found
  const { name, read } = found.value
  const rows = read.rows.slice(0, mostRows)
  const faults: RowFault[] = [...read.faults]
  if (read.rows.length > rows.length) faults.push({ row: mostRows + 1, column: '', message: `Rows beyond ${mostRows} are left out.` })
  const known = [...new Set(rows.slice(0, 1000).flatMap(({ cells }) => Object.keys(cells)))]
  const recognised = findLayout(new Set(known), options.columns)
  if (rows.length === 0) return fail(invalid(faults[0]?.message ?? 'The file has no rows.', 'Choose a file with one problem a row.'))
  if (recognised === null) {
    const columns = known.slice(0, 12).join(', ')
    return fail(invalid(`No column for problem and answer can be told among ${columns}.`, 'Name the columns below.', columns))
  }
  const layout = refineLayout(
    recognised,
    rows.map(({ cells }) => cells),
  )
  const byPath = new Map(files.map((file) => [file.path, file]))
  const problems: DataProblem[] = []
  const asked = new Map<string, DataProblem>()
  for (const [index, row] of rows.entries()) {
    const read = await readProblem(row, layout, byPath, options)
    const contradicted = read.ok ? contradiction(read.value, asked, options.judge) : null
    if (!read.ok) faults.push({ row: row.row, ...read.error })
    else if (contradicted !== null) faults.push({ row: row.row, column: layout.columns.answer, message: contradicted })
    else problems.push(read.value)
    if (index % PROGRESS_EVERY === 0) progress(index, rows.length)
  }
  progress(rows.length, rows.length)
  const dataSet: DataSet = { name, layout: layout.name, problems }
  return ok({ dataSet, columns: layout.columns, known, rows: rows.length + read.faults.length, faults: [...faults].sort((a, b) => a.row - b.row) })
}

const invalid = (message: string, next: string, at?: string): TokenloomError => tokenloomError('DATA_SET_INVALID', message, next, at)

/** The rows of the one file that has any, or of a folder with a folder a problem; at least one more than may be loaded, where there are more. */
async function findRows(files: readonly NamedBytes[], mostRows: number): Promise<Result<{ readonly name: string; readonly read: ReadRows }>> {
  const folders = readFolders(files)
  if (folders !== null) return ok(folders)
  const tables = files.filter(({ path, bytes }) => isParquet(bytes) || /\.(jsonl|ndjson|json)$/i.test(path))
  const [table, second] = [...tables].sort((a, b) => rank(a) - rank(b))
  if (table === undefined) return fail(invalid('There is no Parquet, JSONL or JSON file among what was given.', 'Choose one, or the folder that holds it.'))
  if (second !== undefined && rank(second) === rank(table))
    return fail(invalid(`Both ${table.path} and ${second.path} hold rows.`, 'Choose one of them, with its pictures.', table.path))
  const name = table.path.split('/').at(-1) ?? table.path
  if (isParquet(table.bytes)) return ok({ name, read: await readParquet(table.bytes, mostRows + 1) })
  return ok({ name, read: readJson(table.bytes) })
}

const rank = ({ path, bytes }: NamedBytes): number => (isParquet(bytes) ? 0 : /\.(jsonl|ndjson)$/i.test(path) ? 1 : 2)

/** Why a problem cannot stand beside one that was read before: nobody could answer both rightly. Notes it otherwise. */
function contradiction(problem: DataProblem, asked: Map<string, DataProblem>, judge: Judge): string | null {
  const key = JSON.stringify([problem.text, problem.pictures.map(({ data }) => data)])
  const earlier = asked.get(key)
  if (earlier === undefined) {
    asked.set(key, problem)
    return null
  }
  return judge.isRight(problem.answer, earlier.answer) ? null : `Row ${earlier.row} has the same problem and another answer.`
}

type Fault = Omit<RowFault, 'row'>

async function readProblem(
  { row, cells }: NumberedRow,
  { columns, finalAnswer, seeks }: Layout,
  files: ReadonlyMap<string, NamedBytes>,
  { judge, decode }: LoadOptions,
): Promise<Result<DataProblem, Fault>> {
  const text = textOf(cells[columns.problem])
  if (text === null) return fail(missing(columns.problem, cells))
  if (text.trim() === '') return fail({ column: columns.problem, message: 'The problem is empty.' })
  if (text.length > LONGEST_PROBLEM) return fail({ column: columns.problem, message: `The problem is longer than ${LONGEST_PROBLEM} signs.` })
  const solution = textOf(cells[columns.answer])
  if (solution === null) return fail(missing(columns.answer, cells))
  const answer = finalAnswer(solution)
  if (answer === null) return fail({ column: columns.answer, message: `The answer ${seeks}.` })
  const complaint = judge.complaint(answer)
  if (complaint !== null) return fail({ column: columns.answer, message: complaint })
  if (columns.pictures === '') return ok({ row, text: withoutMarks(text), answer, pictures: [] })
  const pictures: Picture[] = []
  const encoded = encodedPictures(cells[columns.pictures], files)
  if (!encoded.ok) return fail({ column: columns.pictures, message: encoded.error })
  for (const bytes of encoded.value) {
    const picture = await decode(bytes)
    if (!picture.ok) return fail({ column: columns.pictures, message: picture.error })
    pictures.push(picture.value)
  }
  return ok({ row, text: withMarks(text, pictures.length), answer, pictures })
}

const missing = (column: string, cells: Row): Fault => ({ column, message: whyMissing(column, cells) })

function whyMissing(column: string, cells: Row): string {
  const cell = cells[column]
  if (!Object.hasOwn(cells, column)) return `The row has no column ${column}.`
  if (cell === UNREADABLE) return 'It cannot be read.'
  if (cell === null || cell === undefined) return 'It is empty.'
  return cell instanceof Uint8Array ? 'Its bytes are not text in UTF-8.' : 'It is neither text nor a number.'
}

/** A list of one stands for what it holds. */
function textOf(cell: Cell): string | null {
  if (Array.isArray(cell) && cell.length === 1) return textOf(cell[0])
  if (typeof cell === 'string') return cell
  if (typeof cell === 'bigint' || (typeof cell === 'number' && Number.isFinite(cell))) return String(cell)
  if (!(cell instanceof Uint8Array)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(cell)
  } catch {
    return null
  }
}

/** `<image>` is where a picture belongs; what no place was named for comes first. */
function withMarks(text: string, count: number): string {
  const [before = '', ...after] = withoutMarks(text).split('<image>')
  const marked = after.reduce((sum, piece, place) => sum + (place < count ? PICTURE_MARK : '') + piece, before)
  return PICTURE_MARK.repeat(Math.max(0, count - after.length)) + marked
}

/** The sign belongs to pictures alone. */
const withoutMarks = (text: string): string => text.replaceAll(PICTURE_MARK, ' ')
