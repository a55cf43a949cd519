// Append-only columns of one trajectory: what was written stays as it was written. Knows per-token values and
// spans, not the rules of who may write when (machine.ts).

import { assert } from '../base/assert.ts'
import { EPISODE_STATES, type EpisodeState, type Trajectory, type TurnSpan } from './trajectory.ts'

/** Tokens that were sampled, with what the sampler recorded. */
export interface Sampled {
  readonly tokens: Uint32Array
  readonly logprobs: Float32Array
  readonly entropies: Float32Array
}

export type Columns = Pick<Trajectory, 'tokens' | 'states' | 'lossMask' | 'samplingLogprobs' | 'entropies' | 'versions' | 'spans'>

export interface ColumnBuilder {
  length(): number
  /** Index of the last token with loss mask 1; -1 before the first. */
  lastTrained(): number
  /** Context or observation: loss mask 0, logprob 0. */
  appendGiven(state: EpisodeState, turn: number, tokens: Uint32Array): void
  /** Sampled in GENERATING: loss mask 1, with the version of the policy that wrote it. */
  appendSampled(turn: number, sampled: Sampled, version: number): void
  /** The tokens so far, copied. */
  tokens(): Uint32Array
  /** Everything so far, copied: nobody can change the trajectory through it. */
  columns(): Columns
}

export function createColumns(): ColumnBuilder {
  const tokens: number[] = []
  const states: number[] = []
  const lossMask: number[] = []
  const logprobs: number[] = []
  const entropies: number[] = []
  const versions: number[] = []
  const spans: TurnSpan[] = []
  let trained = -1

  const append = (state: EpisodeState, turn: number, given: Uint32Array, each: (index: number) => void): void => {
    if (given.length === 0) return
    const start = tokens.length
    given.forEach((token, index) => {
      tokens.push(token)
      states.push(EPISODE_STATES.indexOf(state))
      each(index)
    })
    spans.push({ turn, state, start, end: tokens.length })
  }

  return {
    length: () => tokens.length,
    lastTrained: () => trained,
    appendGiven(state, turn, given) {
      append(state, turn, given, () => {
        lossMask.push(0)
        logprobs.push(0)
        entropies.push(0)
        versions.push(0)
      })
    },
    appendSampled(turn, sampled, version) {
      const { length } = sampled.tokens
      assert(sampled.logprobs.length === length && sampled.entropies.length === length, 'a logprob and an entropy for every sampled token')
      append('GENERATING', turn, sampled.tokens, (index) => {
        lossMask.push(1)
        logprobs.push(sampled.logprobs[index] ?? 0)
        entropies.push(sampled.entropies[index] ?? 0)
        versions.push(version)
      })
      trained = tokens.length - 1
    },
    tokens: () => Uint32Array.from(tokens),
    columns: () => ({
      tokens: Uint32Array.from(tokens),
      states: Uint8Array.from(states),
      lossMask: Uint8Array.from(lossMask),
      samplingLogprobs: Float32Array.from(logprobs),
      entropies: Float32Array.from(entropies),
      versions: Uint32Array.from(versions),
      spans: spans.map((span) => ({ ...span })),
    }),
  }
}
