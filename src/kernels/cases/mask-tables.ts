// Action masks for the cases: states of one token, of a few, of all but one, of whole runs that cross groups of four and chunks;
// rows that walk them, and rows that are free among them. Knows tables, no environment.

import { at } from '../../base/assert.ts'
import { createRng, permutation } from '../../base/random.ts'
import { UNMASKED_ROW, type WalkedMask } from '../kernels.ts'
import type { CaseMemory } from './case.ts'

export interface CaseMask {
  /** State of every row, or UNMASKED_ROW. */
  readonly rows: Uint32Array
  /** Allowed tokens of every state, ascending. */
  readonly sets: readonly (readonly number[])[]
}

/** `count` distinct tokens, ascending. */
function draw(seed: number, vocabulary: number, count: number): readonly number[] {
  const order = permutation(vocabulary, createRng([0x6d61736b, seed]))
  return Array.from({ length: count }, (_, i) => at(order, i)).sort((a, b) => a - b)
}

export function caseMask(rows: number, vocabulary: number): CaseMask {
  const counts = [1, 2, 7, Math.ceil(vocabulary / 3), vocabulary - 1, vocabulary].map((count) => Math.min(Math.max(1, count), vocabulary))
  const drawn = counts.map((count, seed) => draw(seed, vocabulary, count))
  const middle = Math.floor(vocabulary / 2)
  const run = Array.from({ length: Math.min(11, vocabulary - middle) }, (_, i) => middle + i)
  const sets = [...drawn, [0], [vocabulary - 1], run]
  // Every fifth row is free.
  return { sets, rows: Uint32Array.from({ length: rows }, (_, row) => (row % 5 === 4 ? UNMASKED_ROW : (row * 7) % sets.length)) }
}

/** What a row may choose from; undefined: everything. */
export function allowedOf(mask: CaseMask | undefined, row: number): readonly number[] | undefined {
  const state = mask?.rows[row]
  return mask === undefined || state === undefined || state === UNMASKED_ROW ? undefined : at(mask.sets, state)
}

/** The state after a token: the i-th token of state s leads to state s + i + 1, around the table. */
export function nextOf(mask: CaseMask, row: number, token: number): number {
  const state = at(mask.rows, row)
  if (state === UNMASKED_ROW) return state
  const place = at(mask.sets, state).indexOf(token)
  return place < 0 ? state : (state + place + 1) % mask.sets.length
}

export function uploadMask(memory: CaseMemory, mask: CaseMask | undefined): WalkedMask | undefined {
  if (mask === undefined) return undefined
  let entry = 0
  const bounds = mask.sets.flatMap(({ length }) => {
    entry += length
    return [entry - length, entry]
  })
  return {
    rows: memory.u32(mask.rows),
    states: memory.u32(Uint32Array.from(bounds)),
    tokens: memory.u32(Uint32Array.from(mask.sets.flat())),
    next: memory.u32(Uint32Array.from(mask.sets.flatMap((set, state) => set.map((_, i) => (state + i + 1) % mask.sets.length)))),
  }
}
