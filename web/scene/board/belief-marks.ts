// A policy's belief as soft marks on the empty points: the area of a mark is its probability beside the greatest one, and the
// likeliest say theirs in figures. Pure; how a mark is drawn is the drawing's business.

import { percent } from '../../text/board.ts'

export interface BeliefMark {
  readonly cell: number
  /** In cells. */
  readonly radius: number
  /** Its probability beside the greatest, 0 to 1. */
  readonly share: number
  /** In per cent; null where it is too small to be read. */
  readonly said: string | null
}

const GREATEST = 0.42
/** What is less likely than this is left out: it could not be seen. */
const LEAST = 0.0005
const SAID_FROM = 0.03

export function beliefMarks(belief: ReadonlyMap<number, number>): readonly BeliefMark[] {
  const most = Math.max(...belief.values(), Number.MIN_VALUE)
  return [...belief]
    .filter(([, probability]) => probability >= LEAST)
    .map(([cell, probability]) => ({
      cell,
      share: probability / most,
      radius: Math.max(0.07, GREATEST * Math.sqrt(probability / most)),
      said: probability >= SAID_FROM ? percent(probability) : null,
    }))
}
