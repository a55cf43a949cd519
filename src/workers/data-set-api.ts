// What the page may ask of the worker that reads files of problems. Types only.

import type { Columns, Layout } from '../datasets/layouts.ts'
import type { PartCounts } from '../datasets/parts.ts'
import type { RowFault } from '../datasets/rows.ts'
import type { Split } from '../environments/contract.ts'
import type { Picture } from '../environments/picture.ts'
import type { Outcome } from './outcome.ts'

/** How pictures become the small ones that a base reads. */
export interface PictureSettings {
  /** Pixels of a side. */
  readonly size: number
  /** Pictures of dark ink on light paper are turned into light ink on dark ground, as the shipped base saw them. */
  readonly darkGround: boolean
}

export interface OpenDataSet {
  readonly files: readonly { readonly path: string; readonly file: Blob }[]
  readonly columns?: Partial<Columns>
  readonly pictures: PictureSettings
}

/** What a file turned out to be. */
export interface DataSetFacts {
  readonly hash: string
  readonly name: string
  readonly layout: Layout['name']
  readonly columns: Columns | null
  /** All columns of the file; empty where it was kept earlier. */
  readonly known: readonly string[]
  readonly rows: number
  readonly problems: number
  readonly pictures: number
  readonly counts: PartCounts
  /** The first of them, and how many there are. */
  readonly faults: readonly RowFault[]
  readonly faultCount: number
  /** In signs, of every problem, in their order; and the longest answer. */
  readonly lengths: readonly number[]
  readonly longestAnswer: number
  /** Rows of a sequence that a problem's pictures take, at most. */
  readonly pictureRows: number
}

export interface OpenedDataSet {
  readonly facts: DataSetFacts
  /** What is kept, and handed to runs. */
  readonly bytes: Uint8Array<ArrayBuffer>
}

export interface ProblemSample {
  readonly row: number
  readonly text: string
  readonly answer: string
  readonly pictures: readonly Picture[]
  readonly part: Split
}

export interface DataSetWorkerApi {
  /** The name of the lock that the worker holds while it lives (life-lock.ts); null where there are none. */
  ping(): Promise<string | null>
  /** DATA_SET_INVALID where nothing can be read. */
  open(request: OpenDataSet, onProgress: (done: number, total: number) => void): Promise<Outcome<OpenedDataSet>>
  /** What was kept earlier. */
  reopen(bytes: Uint8Array<ArrayBuffer>): Promise<Outcome<DataSetFacts>>
  /** Problems of the one that is open, drawn by the seed. */
  sample(part: Split | null, count: number, seed: number): Promise<Outcome<readonly ProblemSample[]>>
}
