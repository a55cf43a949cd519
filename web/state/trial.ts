// Trying a policy out: what is asked, and what came back, as tokens of the same shape as a run's. Pure.

import type { ErrorData } from '../../src/base/errors.ts'
import type { DrawnScene } from '../../src/environments/scene.ts'
import { countSequences } from './token-filter.ts'
import type { TokenStep } from './token-step.ts'

export interface TrialDraft {
  readonly text: string
  readonly temperature: number
  /** Whose policy answers beside the base; null: the one on view, or the newest. */
  readonly run: string | null
}

export const emptyTrial: TrialDraft = { text: '', temperature: 0, run: null }

export const MOST_TEMPERATURE = 1.5
/** Answers of each player when they are drawn at random. */
export const TRIAL_SAMPLES = 8

export interface TrialPlayer {
  readonly name: string
  readonly step: TokenStep
}

export interface Trial {
  readonly prompt: string
  readonly expected: string | null
  readonly split: string | null
  readonly scene: DrawnScene | null
  readonly temperature: number
  readonly players: readonly TrialPlayer[]
}

export type TrialState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'playing'; readonly before: Trial | null }
  | { readonly kind: 'answered'; readonly trial: Trial }
  | { readonly kind: 'failed'; readonly error: ErrorData }

/** The version of the policy that wrote: that of its first sampled token. Null when it wrote nothing. */
export function versionOf({ lossMask, versions }: TokenStep): number | null {
  return versions[lossMask.indexOf(1)] ?? null
}

/** How many of a player's answers earned the full reward, and how sure it was where it was least sure. */
export function scoreOf(step: TokenStep): { readonly right: number; readonly answers: number; readonly leastProbability: number } {
  const sequences = step.groups.flatMap((group) => group.sequences)
  let least = 0
  for (const { start, end } of sequences)
    for (let index = start; index < end; index++) if (step.lossMask[index] === 1) least = Math.min(least, step.logprobs[index] ?? 0)
  return { right: sequences.filter(({ reward }) => reward >= 1).length, answers: countSequences(step), leastProbability: Math.exp(least) }
}
