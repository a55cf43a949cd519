// A folder with a folder a problem, as Geometry3K is published: `12/data.json` with the problem's text, its choices and the letter of
// the right one, and `12/img_diagram.png` beside it.

import type { NamedBytes, NumberedRow, ReadRows, RowFault } from './rows.ts'

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Null where the files are laid out in another way. */
export function readFolders(files: readonly NamedBytes[]): { readonly name: string; readonly read: ReadRows } | null {
  const data = files.filter(({ path }) => /(^|\/)data\.json$/.test(path))
  if (data.length < 2) return null
  const rows: NumberedRow[] = []
  const faults: RowFault[] = []
  const sorted = [...data].sort((a, b) => numberOf(a.path) - numberOf(b.path) || (a.path < b.path ? -1 : 1))
  for (const [index, file] of sorted.entries()) {
    const row = index + 1
    const folder = file.path.slice(0, -'data.json'.length)
    const picture =
      files.find(({ path }) => path === `${folder}img_diagram.png`) ?? files.find(({ path }) => path.startsWith(folder) && /\.(png|jpe?g)$/i.test(path))
    try {
      const json: unknown = JSON.parse(new TextDecoder().decode(file.bytes))
      if (!isRecord(json)) throw new Error('no object')
      const problem = json['compact_text'] ?? json['problem_text'] ?? json['annotat_text']
      rows.push({ row, cells: { problem, answer: answerOf(json), images: picture === undefined ? null : picture.bytes, path: folder } })
    } catch {
      faults.push({ row, column: '', message: `${file.path} is not JSON with a problem.` })
    }
  }
  const [top = 'folder'] = (sorted[0]?.path ?? '').split('/')
  return { name: top, read: { rows, faults } }
}

const numberOf = (path: string): number => Number(/(\d+)\/data\.json$/.exec(path)?.[1] ?? Number.MAX_SAFE_INTEGER)

/** A letter names one of the choices. */
function answerOf({ answer, choices }: Readonly<Record<string, unknown>>): unknown {
  if (typeof answer !== 'string' || !Array.isArray(choices) || !/^[A-Z]$/.test(answer)) return answer
  return choices[answer.charCodeAt(0) - 65] ?? answer
}
