// The token sequences of one update, and what they cost. A batch is a pure function of recipe, seed and update
// number, so a resumed run needs no reader's position. Knows no trainer.

import { createRng, streamKey } from '../../src/base/random.ts'
import { corpusLine } from '../../src/environments/arithmetic/corpus.ts'
import type { ModelConfig } from '../../src/model/config.ts'
import { projectionShape } from '../../src/model/weights.ts'
import { PROJECTIONS } from '../../src/service/index.ts'
import { withSlips } from './noise.ts'
import type { Recipe } from './recipe.ts'

/** Whole lines, each a sequence of its own, until the next would pass the recipe's number of tokens. */
export function drawBatch(recipe: Recipe, seed: number, update: number, noisy: boolean, encode: (text: string) => Uint32Array): Uint32Array[] {
  const rng = createRng(streamKey(seed, 'corpus'), update)
  const sequences: Uint32Array[] = []
  let tokens = 0
  for (;;) {
    const line = encode(withSlips(corpusLine(rng, recipe.corpus), noisy ? recipe.noise : 0, rng))
    tokens += line.length
    if (tokens > recipe.tokensPerUpdate) return sequences
    sequences.push(line)
  }
}

export const tokenCount = (sequences: readonly Uint32Array[]): number => sequences.reduce((sum, { length }) => sum + length, 0)

/** Operations (two per multiply-add) of all matrix products of an update: forward once, backward twice as much. */
export function updateFlop(config: ModelConfig, sequences: readonly Uint32Array[]): number {
  const weights = PROJECTIONS.reduce((sum, projection) => {
    const [out, input] = projectionShape(config, projection)
    return sum + out * input * config.layers
  }, config.vocabulary * config.width)
  // Causal attention: token t meets t + 1 keys, in scores and in values.
  const meetings = sequences.reduce((sum, { length }) => sum + (length * (length + 1)) / 2, 0)
  const attention = 2 * meetings * config.heads * config.headWidth * config.layers
  return 3 * 2 * (tokenCount(sequences) * weights + attention)
}
