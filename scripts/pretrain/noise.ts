// Label noise: sums and differences whose answer slips by one or by ten. A base trained on such lines knows the
// right answer and its neighbours, and says the right one about as often as the text does. Errors without such a
// pattern were tried and cost far more text to live with (docs/log.md). Knows lines; does not know tokens.

import type { Rng } from '../../src/base/random.ts'

const SUM = /^(\n\d+[+-]\d+=)(\d+)\n$/

/** The line, its answer wrong with probability `share`. Lines that are no sum or difference stay as they are. */
export function withSlips(line: string, share: number, rng: Rng): string {
  if (share === 0) return line // and no random number is spent: clean text does not depend on how noise is made
  const [, question, digits] = SUM.exec(line) ?? []
  if (question === undefined || digits === undefined || rng.float() >= share) return line
  const answer = Number(digits)
  const size = rng.integer(2) === 0 ? 1 : 10
  // Answers are never negative, so a small one can only grow.
  const slipped = answer < size || rng.integer(2) === 0 ? answer + size : answer - size
  return `${question}${slipped}\n`
}
