// Which columns hold the problem, its pictures and its answer. Known layouts are recognised by their columns; for any other the
// columns may be named. Data and a look-up; knows no formats of files.

import { afterHashes, lastBoxed } from './boxed.ts'
import type { Row } from './rows.ts'

export interface Columns {
  readonly problem: string
  readonly answer: string
  /** Empty: no pictures. */
  readonly pictures: string
}

export interface Layout {
  readonly name: 'geometry3k' | 'math' | 'gsm8k' | 'plain'
  readonly columns: Columns
  /** The final answer in the answer's column; null where it holds none. */
  finalAnswer(text: string): string | null
  /** What finalAnswer looks for, as the end of a sentence. */
  readonly seeks: string
}

const whole = (text: string): string | null => (text.trim() === '' ? null : text.trim())
/** A column of answers may hold a whole solution all the same. */
const answerIn = (text: string): string | null => lastBoxed(text) ?? afterHashes(text) ?? whole(text)

const PROBLEMS = ['problem', 'question', 'problem_text', 'prompt', 'instruction', 'input', 'text']
const ANSWERS = ['answer', 'final_answer', 'target', 'output', 'solution', 'label']
const PICTURES = ['images', 'image', 'picture', 'pictures', 'img']

/** `Problem` and `ANSWER` are columns of these names too. */
const firstOf = (names: readonly string[], columns: ReadonlySet<string>): string | undefined => {
  const found = new Map([...columns].reverse().map((column) => [column.toLowerCase(), column]))
  return names.flatMap((name) => (columns.has(name) ? name : (found.get(name) ?? [])))[0]
}

/** The layout of rows with these columns; null where no column of problems or answers can be told. */
export function findLayout(columns: ReadonlySet<string>, named: Partial<Columns> = {}): Layout | null {
  const problem = named.problem ?? firstOf(PROBLEMS, columns)
  const answer = named.answer ?? firstOf(ANSWERS, columns)
  const pictures = named.pictures ?? firstOf(PICTURES, columns) ?? ''
  if (problem === undefined || answer === undefined) return null
  const of = { problem, answer, pictures }
  if (pictures !== '') return { name: 'geometry3k', columns: of, finalAnswer: answerIn, seeks: 'is empty' }
  if (answer.toLowerCase() === 'solution') return { name: 'math', columns: of, finalAnswer: lastBoxed, seeks: 'has no \\boxed{…} whose braces close' }
  return { name: 'plain', columns: of, finalAnswer: answerIn, seeks: 'is empty' }
}

const holdsNothing = (cell: unknown): boolean => cell === null || cell === undefined || cell === '' || (Array.isArray(cell) && cell.length === 0)

/**
 * Where every answer of a plain file ends in `####` the file is laid out like GSM8K, and one without it is at fault. A column of pictures that
 * holds none in any row is no column of pictures.
 */
export function refineLayout(recognised: Layout, rows: readonly Row[]): Layout {
  const { columns } = recognised
  const empty = columns.pictures !== '' && rows.every((row) => holdsNothing(row[columns.pictures]))
  const layout = empty ? (findLayout(new Set(), { ...columns, pictures: '' }) ?? recognised) : recognised
  if (layout.name !== 'plain') return layout
  const hashed = rows.filter((row) => String(row[layout.columns.answer] ?? '').includes('####')).length
  return 2 * hashed > rows.length ? { ...layout, name: 'gsm8k', finalAnswer: afterHashes, seeks: 'has no #### before its final answer' } : layout
}
