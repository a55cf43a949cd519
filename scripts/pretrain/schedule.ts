// Where a pretraining stands: which stage its next update belongs to, and that update's learning rate. Pure
// functions of the recipe and a small state, so that a resumed run continues exactly. Knows no trainer or files.

import type { AdamParams } from '../../src/service/index.ts'
import type { Recipe } from './recipe.ts'

export interface Position {
  /** Updates done. */
  readonly update: number
  /** Updates that were done when the clean stage ended, and label noise set in if there is any; null before. */
  readonly noiseStart: number | null
  /** Tokens trained on, in all. */
  readonly tokens: number
  readonly cleanTokens: number
  /** Operations of all matrix products so far. */
  readonly flop: number
}

export const START: Position = { update: 0, noiseStart: null, tokens: 0, cleanTokens: 0, flop: 0 }

export function isFinished(recipe: Recipe, position: Position): boolean {
  return position.noiseStart !== null && position.update >= position.noiseStart + recipe.noiseUpdates
}

/** The clean stage is over: long enough, good enough by measurement, and not too good. */
export function passes(recipe: Recipe, position: Position, greedy: number): boolean {
  return position.noiseStart === null && position.update >= recipe.leastCleanUpdates && greedy >= recipe.greedyToPass && greedy <= recipe.greatestGreedy
}

/** Not good enough for longer than the recipe allows, or too good between two evaluations: this seed will not make a base. */
export function hasFailed(recipe: Recipe, position: Position, greedy: number): boolean {
  return position.noiseStart === null && (position.update >= recipe.greatestCleanUpdates || greedy > recipe.greatestGreedy)
}

/**
 * The optimizer's numbers of the next update: linear warm-up, then linear decay over the planned updates of both
 * stages. A clean stage that lasts longer than planned waits at the rate where the noise should have begun.
 */
export function adamOf(recipe: Recipe, position: Position): AdamParams {
  const { learningRate, warmupUpdates, finalShare, ...rest } = recipe.optimizer
  const planned = position.noiseStart === null ? Math.min(position.update, recipe.cleanUpdates) : recipe.cleanUpdates + position.update - position.noiseStart
  const last = recipe.cleanUpdates + recipe.noiseUpdates - 1
  const warmth = Math.min(1, (position.update + 1) / warmupUpdates)
  const left = 1 - (1 - finalShare) * Math.max(0, (planned - warmupUpdates) / Math.max(1, last - warmupUpdates))
  return { ...rest, learningRate: learningRate * Math.min(warmth, left) }
}
