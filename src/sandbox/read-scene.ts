// Judges what an authored `view` returned: a grid or lines of text, small enough to draw, with every cell inside the grid. What
// is left out of a grid takes the value that draws least.

import { tokenloomError } from '../base/errors.ts'
import { isRecord, type Json } from '../base/json.ts'
import type { GridScene, SceneData, ScenePiece } from '../environments/scene.ts'

const MOST = { side: 64, pieces: 1024, lines: 200, text: 400 }

const wrong = (part: string, must: string) => tokenloomError('SANDBOX_DATA', `view()${part} must be ${must}.`, 'Correct the source.', `view()${part}`)

type Fields = { readonly [key: string]: Json }

export function readScene(value: Json): SceneData {
  if (!isRecord(value)) throw wrong('', 'a grid or lines of text')
  if (value['kind'] === 'text') return { kind: 'text', lines: list(value, 'lines', MOST.lines).map((line, i) => text(line, `.lines[${i}]`)) }
  if (value['kind'] === 'grid') return readGrid(value)
  throw wrong('.kind', 'grid or text')
}

function readGrid(fields: Fields): GridScene {
  const rows = whole(fields['rows'], '.rows', 1, MOST.side)
  const columns = whole(fields['columns'], '.columns', 1, MOST.side)
  const cells = rows * columns
  const cell = (value: Json | undefined, part: string): number => whole(value, part, 0, cells - 1)
  const names = (key: 'columnNames' | 'rowNames', size: number): readonly string[] => {
    if (fields[key] === undefined) return Array.from({ length: size }, (_, i) => `${i + 1}`)
    const given = list(fields, key, size)
    if (given.length !== size) throw wrong(`.${key}`, `a list of ${size} texts`)
    return given.map((name, i) => text(name, `.${key}[${i}]`))
  }
  return {
    kind: 'grid',
    rows,
    columns,
    ground: fields['ground'] === 'crossings' ? 'crossings' : 'cells',
    columnNames: names('columnNames', columns),
    rowNames: names('rowNames', rows),
    pieces: list(fields, 'pieces', MOST.pieces).map((piece, i) => readPiece(piece, `.pieces[${i}]`, cell)),
    last: list(fields, 'last', cells).map((one, i) => cell(one, `.last[${i}]`)),
    line: list(fields, 'line', cells).map((one, i) => cell(one, `.line[${i}]`)),
    points: list(fields, 'points', cells).map((point, i) => {
      if (!isRecord(point)) throw wrong(`.points[${i}]`, '{ cell, action }')
      return { cell: cell(point['cell'], `.points[${i}].cell`), action: text(point['action'], `.points[${i}].action`) }
    }),
    caption: text(fields['caption'] ?? '', '.caption'),
  }
}

function readPiece(value: Json, part: string, cell: (value: Json | undefined, part: string) => number): ScenePiece {
  if (!isRecord(value)) throw wrong(part, '{ kind, cell, tone, mark, name }')
  const kind = value['kind'] ?? 'item'
  if (kind !== 'stone' && kind !== 'agent' && kind !== 'item') throw wrong(`${part}.kind`, 'stone, agent or item')
  const mark = text(value['mark'] ?? '', `${part}.mark`)
  return {
    kind,
    cell: cell(value['cell'], `${part}.cell`),
    tone: whole(value['tone'] ?? 0, `${part}.tone`, 0, 64),
    mark,
    name: text(value['name'] ?? mark, `${part}.name`),
  }
}

function list(fields: Fields, key: string, most: number): readonly Json[] {
  const value = fields[key] ?? []
  if (!Array.isArray(value) || value.length > most) throw wrong(`.${key}`, `a list of at most ${most} entries`)
  return value
}

function text(value: Json | undefined, part: string): string {
  if (typeof value !== 'string' || value.length > MOST.text) throw wrong(part, `a text of at most ${MOST.text} characters`)
  return value
}

function whole(value: Json | undefined, part: string, least: number, most: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most) throw wrong(part, `a whole number from ${least} to ${most}`)
  return value
}
