// What a file of problems gives: rows of columns, and what is wrong with those that could not be taken. Types, and one mark.

/** A value of a column, as its format had it. */
export type Cell = unknown

/** A cell that is there, and that its format could not give. */
export const UNREADABLE = Symbol('unreadable')

export type Row = Readonly<Record<string, Cell>>

/** A row as it stands in its file; rows count from 1. */
export interface NumberedRow {
  readonly row: number
  readonly cells: Row
}

/** Why a row was left out. */
export interface RowFault {
  readonly row: number
  /** The column that is at fault; empty: the row as a whole. */
  readonly column: string
  /** What is wrong, as a sentence. */
  readonly message: string
}

export interface ReadRows {
  readonly rows: readonly NumberedRow[]
  readonly faults: readonly RowFault[]
}

/** A file that was picked or dropped, with its path within the folder, where there was one. */
export interface NamedBytes {
  readonly path: string
  readonly bytes: Uint8Array<ArrayBuffer>
}
