// A kept run as the list of runs has it: what its row in the store says, with every gap filled. Types only.

import type { Evaluation } from '../../src/record/events.ts'
import type { RunSpec } from '../../src/record/spec.ts'

export interface SavedRun {
  readonly id: string
  readonly created: number
  readonly spec: RunSpec
  readonly status: string
  readonly stepsDone: number
  readonly name: string
  readonly note: string
  readonly tags: readonly string[]
  readonly pinned: boolean
  readonly hidden: boolean
  /** The policy's first and latest evaluation; null where the record is older than this list. */
  readonly base: Evaluation | null
  readonly last: Evaluation | null
}
