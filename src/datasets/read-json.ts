// Rows from JSON Lines, from one JSON list, or from an object that holds one list. A line that is no object is a fault of its row; the
// rest loads.

import type { NumberedRow, ReadRows, Row, RowFault } from './rows.ts'

/** What a decoder writes where bytes are no text. */
const DAMAGED = '\uFFFD'

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

export function readJson(bytes: Uint8Array): ReadRows {
  const { text, whole } = textOfFile(bytes)
  if (/^\s*\[/.test(text)) return readList(text)
  const lines = readLines(text, whole)
  return lines.rows.length > 0 ? lines : (readListWithin(text) ?? lines)
}

/** A byte order mark is no part of the first row, and says when every sign has two bytes. `whole`: all bytes are text. */
function textOfFile(bytes: Uint8Array): { readonly text: string; readonly whole: boolean } {
  const [first, second] = bytes
  const encoding = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), whole: true }
  } catch {
    return { text: new TextDecoder(encoding).decode(bytes), whole: false }
  }
}

function readLines(text: string, whole: boolean): ReadRows {
  const rows: NumberedRow[] = []
  const faults: RowFault[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const row = index + 1
    if (!whole && line.includes(DAMAGED)) {
      faults.push({ row, column: '', message: 'The line is not text in UTF-8.' })
      continue
    }
    try {
      const value: unknown = JSON.parse(line)
      if (isRow(value)) rows.push({ row, cells: value })
      else faults.push({ row, column: '', message: 'The line is JSON, but no object with columns.' })
    } catch {
      faults.push({ row, column: '', message: 'The line is not JSON.' })
    }
  }
  return { rows, faults }
}

function readList(text: string): ReadRows {
  try {
    return rowsOf(JSON.parse(text))
  } catch {
    return { rows: [], faults: [{ row: 1, column: '', message: 'The file begins as a JSON list and is not one.' }] }
  }
}

/** `{"data": [...]}`: the list of an object that has one list of objects; null where there is none, or several. */
function readListWithin(text: string): ReadRows | null {
  let whole: unknown
  try {
    whole = JSON.parse(text)
  } catch {
    return null
  }
  const lists = isRow(whole) ? Object.values(whole).filter((value) => Array.isArray(value) && value.some(isRow)) : []
  return lists.length === 1 ? rowsOf(lists[0]) : null
}

function rowsOf(list: unknown): ReadRows {
  const rows: NumberedRow[] = []
  const faults: RowFault[] = []
  for (const [index, value] of (Array.isArray(list) ? list : []).entries()) {
    if (isRow(value)) rows.push({ row: index + 1, cells: value })
    else faults.push({ row: index + 1, column: '', message: 'The entry is no object with columns.' })
  }
  return { rows, faults }
}
