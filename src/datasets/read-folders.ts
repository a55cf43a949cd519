// A folder with a folder a problem, as Geometry3K is published: `12/data.json` with the problem's text, its choices and the letter of
// the right one, and `12/img_diagram.png` beside it.

import { isRecord } from '../base/json.ts'
import type { NamedBytes, NumberedRow, ReadRows, RowFault } from './rows.ts'

const TEXTS = ['compact_text', 'problem_text', 'annotat_text'] as const

/** Null where the files are laid out in another way. */
export function readFolders(files: readonly NamedBytes[]): { readonly name: string; readonly read: ReadRows } | null {
  const data = files.filter(({ path }) => /(^|\/)data\.json$/.test(path))
  // One file of that name alone may as well be a list of problems.
  if (data.length === 0 || (data.length === 1 && !data.some(isProblem))) return null
  const rows: NumberedRow[] = []
  const faults: RowFault[] = []
  const sorted = [...data].sort((a, b) => numberOf(a.path) - numberOf(b.path) || (a.path < b.path ? -1 : 1))
  // Folders are named by numbers, and so are their rows, where no two have the same.
  const numbers = sorted.map(({ path }) => numberOf(path))
  const named = new Set(numbers).size === sorted.length && numbers.every((number) => number < Number.MAX_SAFE_INTEGER)
  for (const [index, file] of sorted.entries()) {
    const row = named ? (numbers[index] ?? 0) : index + 1
    const folder = file.path.slice(0, -'data.json'.length)
    const picture =
      files.find(({ path }) => path === `${folder}img_diagram.png`) ?? files.find(({ path }) => path.startsWith(folder) && /\.(png|jpe?g)$/i.test(path))
    try {
      const json: unknown = JSON.parse(new TextDecoder().decode(file.bytes))
      if (!isRecord(json)) throw new Error('no object')
      const problem = TEXTS.map((name) => json[name]).find((value) => value !== undefined)
      const answer = answerOf(json)
      if (answer.missing === null)
        rows.push({ row, cells: { problem, answer: answer.value, images: picture === undefined ? null : picture.bytes, path: folder } })
      else faults.push({ row, column: 'answer', message: answer.missing })
    } catch {
      faults.push({ row, column: '', message: `${file.path} is not JSON with a problem.` })
    }
  }
  const [top = 'folder'] = (sorted[0]?.path ?? '').split('/')
  return { name: top, read: { rows, faults } }
}

const numberOf = (path: string): number => Number(/(\d+)\/data\.json$/.exec(path)?.[1] ?? Number.MAX_SAFE_INTEGER)

function isProblem({ bytes }: NamedBytes): boolean {
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return isRecord(json) && TEXTS.some((name) => typeof json[name] === 'string')
  } catch {
    return false
  }
}

/** A letter names one of the choices. `missing`: why there is none, as a sentence. */
function answerOf({ answer, choices }: Readonly<Record<string, unknown>>): { readonly value: unknown; readonly missing: string | null } {
  if (typeof answer !== 'string' || !Array.isArray(choices) || !/^[A-Z]$/.test(answer)) return { value: answer, missing: null }
  const chosen: unknown = choices[answer.charCodeAt(0) - 65]
  return { value: chosen, missing: chosen === undefined ? `It names choice ${answer}, and there are ${choices.length}.` : null }
}
