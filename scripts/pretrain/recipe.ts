// How the shipped bases are made: sizes, corpus, optimizer, and the measurement that ends the clean stage. Data only.
// Sizes and settings were chosen by measurement: see docs/log.md. A recipe and a seed decide every bit of a base
// on one engine and device.

import { CLEAN_CORPUS, type CorpusOptions } from '../../src/environments/arithmetic/corpus.ts'
import type { ModelConfig } from '../../src/model/config.ts'
import { VOCABULARY } from './tokenizer-file.ts'

export interface Recipe {
  readonly name: string
  readonly config: ModelConfig
  readonly corpus: CorpusOptions
  /** Tokens of one update, at most: whole lines are packed up to it. */
  readonly tokensPerUpdate: number
  /** Updates on clean text as planned: the learning rate decays over them. */
  readonly cleanUpdates: number
  /** The clean stage lasts this long at least, fewer than planned where the measurement may end it early … */
  readonly leastCleanUpdates: number
  /** … and until validation problems are answered greedily this well. It gives up where they are answered … */
  readonly greedyToPass: number
  /** … better than this (skills come suddenly, and such a base has nothing left to acquire), … */
  readonly greatestGreedy: number
  /** … or after this many updates. */
  readonly greatestCleanUpdates: number
  /** Updates on the same text with wrong answers: the base then knows answers that it does not always give. 0: clean text only. */
  readonly noiseUpdates: number
  /** The share of sums and differences that are wrong in them: the base learns to answer rightly about as often as the rest. */
  readonly noise: number
  readonly optimizer: {
    readonly learningRate: number
    readonly warmupUpdates: number
    /** Share of the learning rate that is left at the last update; the decay is linear. */
    readonly finalShare: number
    readonly beta1: number
    readonly beta2: number
    readonly epsilon: number
    readonly weightDecay: number
    readonly gradClipNorm: number
  }
  /** Updates between evaluations, which are also the points of a checkpoint. */
  readonly evaluateEvery: number
  readonly evaluationProblems: number
}

const SIXTY_THOUSAND: ModelConfig = {
  layers: 2,
  width: 48,
  heads: 3,
  kvHeads: 3,
  headWidth: 16,
  mlpWidth: 128,
  vocabulary: VOCABULARY,
  contextTokens: 128,
  ropeTheta: 10000,
  normEpsilon: 1e-5,
  tiedHead: true,
}

const ARITHMETIC: Recipe = {
  name: 'arithmetic',
  config: SIXTY_THOUSAND,
  corpus: CLEAN_CORPUS,
  tokensPerUpdate: 1280,
  cleanUpdates: 7500,
  leastCleanUpdates: 7500,
  greedyToPass: 0.97,
  greatestGreedy: 1,
  greatestCleanUpdates: 12000,
  noiseUpdates: 1875,
  noise: 0.62,
  optimizer: { learningRate: 4e-3, warmupUpdates: 100, finalShare: 0.05, beta1: 0.9, beta2: 0.99, epsilon: 1e-8, weightDecay: 0.01, gradClipNorm: 1 },
  evaluateEvery: 250,
  evaluationProblems: 512,
}

/** Stopped while it learns: it does not know yet what reinforcement is to teach it, so that greedy accuracy has room. */
const ARITHMETIC_ACQUIRE: Recipe = {
  ...ARITHMETIC,
  name: 'arithmetic-acquire',
  config: { ...ARITHMETIC.config, layers: 3, width: 64, heads: 4, kvHeads: 4, mlpWidth: 160 },
  cleanUpdates: 1536,
  leastCleanUpdates: 0,
  greedyToPass: 0.78,
  greatestGreedy: 0.85,
  greatestCleanUpdates: 1536,
  noiseUpdates: 0,
  noise: 0,
  // About 40,000 tokens: a skill that appears within 300,000 is caught on its way.
  evaluateEvery: 32,
}

export const RECIPES: ReadonlyMap<string, Recipe> = new Map([ARITHMETIC, ARITHMETIC_ACQUIRE].map((recipe) => [recipe.name, recipe]))
