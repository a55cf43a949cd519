// The token sequences of one update, and what they cost. A batch is a pure function of recipe, seed and update
// number, so a resumed run needs no reader's position. Knows no trainer.

import { assert } from '../../src/base/assert.ts'
import { createRng, type Rng, streamKey } from '../../src/base/random.ts'
import { encodePrompt } from '../../src/episode/prompt.ts'
import type { Tokenizer } from '../../src/episode/tokenizer.ts'
import type { ModelConfig } from '../../src/model/config.ts'
import type { TrainSequence } from '../../src/model/full-trainer.ts'
import { patchFeatures } from '../../src/model/patches.ts'
import { projectionShape } from '../../src/model/weights.ts'
import { PROJECTIONS } from '../../src/service/index.ts'
import { CORPORA, type Corpus, type CorpusName, meanLength } from './corpora.ts'
import type { Recipe } from './recipe.ts'

/** Whole lines, each a sequence of its own, until the next would pass the recipe's number of tokens. */
export function drawBatch(recipe: Recipe, seed: number, update: number, noisy: boolean, tokenizer: Pick<Tokenizer, 'encode' | 'patch'>): TrainSequence[] {
  const rng = createRng(streamKey(seed, 'corpus'), update)
  const { words } = recipe
  const draw = corpusChooser(words !== undefined && update < words.updates ? { ...recipe, mix: words.mix } : recipe)
  const sequences: TrainSequence[] = []
  let tokens = 0
  for (;;) {
    const corpus: Corpus = CORPORA[draw(rng)]
    const line = corpus(rng, noisy ? recipe.noise : 0)
    const { text, pictures } = typeof line === 'string' ? { text: line, pictures: [] } : line
    const sequence = encodePrompt(tokenizer, text, pictures)
    const { length } = sequence.tokens
    assert(length <= recipe.config.contextTokens, `a line of ${length} tokens does not fit the context of ${recipe.config.contextTokens}`)
    tokens += length
    if (tokens > recipe.tokensPerUpdate) return sequences
    sequences.push(sequence)
  }
}

/** Shares are shares of tokens: the longer a corpus' lines, the fewer of them. One corpus alone spends no random number. */
function corpusChooser({ mix, config }: Pick<Recipe, 'mix' | 'config'>): (rng: Rng) => CorpusName {
  const [only] = mix
  assert(only !== undefined, 'a recipe has at least one corpus')
  if (mix.length === 1) return () => only.corpus
  const weights = mix.map(({ corpus, share }) => share / meanLength(corpus, config.patch))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return (rng) => {
    let left = rng.float() * total
    for (const [i, { corpus }] of mix.entries()) {
      left -= weights[i] ?? 0
      if (left < 0) return corpus
    }
    return only.corpus
  }
}

export const tokenCount = (sequences: readonly TrainSequence[]): number => sequences.reduce((sum, { tokens }) => sum + tokens.length, 0)

/** Operations (two per multiply-add) of all matrix products of an update: forward once, backward twice as much. */
export function updateFlop(config: ModelConfig, sequences: readonly TrainSequence[]): number {
  const weights = PROJECTIONS.reduce((sum, projection) => {
    const [out, input] = projectionShape(config, projection)
    return sum + out * input * config.layers
  }, config.vocabulary * config.width)
  // Causal attention: token t meets t + 1 keys, in scores and in values.
  const meetings = sequences.reduce((sum, { tokens: { length } }) => sum + (length * (length + 1)) / 2, 0)
  const attention = 2 * meetings * config.heads * config.headWidth * config.layers
  const patches = sequences.reduce((sum, { images = [] }) => sum + images.reduce((own, { image }) => own + image.expectedTokens, 0), 0)
  const projected = config.patch === undefined ? 0 : patches * patchFeatures(config.patch) * config.width
  return 3 * 2 * (tokenCount(sequences) * weights + attention + projected)
}
