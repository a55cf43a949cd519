// Rows from JSON Lines, or from one JSON list. A line that is no object is a fault of its row; the rest loads.

import type { NumberedRow, ReadRows, Row, RowFault } from './rows.ts'

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

export function readJson(text: string): ReadRows {
  // A byte order mark is no part of the first row.
  const bare = text.startsWith('\uFEFF') ? text.slice(1) : text
  return /^\s*\[/.test(bare) ? readList(bare) : readLines(bare)
}

function readLines(text: string): ReadRows {
  const rows: NumberedRow[] = []
  const faults: RowFault[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const row = index + 1
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
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch {
    return { rows: [], faults: [{ row: 1, column: '', message: 'The file begins as a JSON list and is not one.' }] }
  }
  const rows: NumberedRow[] = []
  const faults: RowFault[] = []
  for (const [index, value] of (Array.isArray(list) ? list : []).entries()) {
    if (isRow(value)) rows.push({ row: index + 1, cells: value })
    else faults.push({ row: index + 1, column: '', message: 'The entry is no object with columns.' })
  }
  return { rows, faults }
}
