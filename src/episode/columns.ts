// Append-only columns of one trajectory: what was written stays as it was written. Knows per-token values and
// spans, not the rules of who may write when (machine.ts).

import { assert, at } from '../base/assert.ts'
import type { ActionTrie, PlacedImage } from '../service/index.ts'
import { createMaskColumn } from './mask-column.ts'
import { EPISODE_STATES, type EpisodeState, type Trajectory, type TurnSpan } from './trajectory.ts'

/** Tokens that were sampled, with what the sampler recorded. */
export interface Sampled {
  readonly tokens: Uint32Array
  readonly logprobs: Float32Array
  readonly entropies: Float32Array
  /** The trie of legal actions that was walked, and the state that each token was sampled in. */
  readonly masked?: { readonly actions: ActionTrie; readonly states: Uint32Array }
}

export type Columns = Pick<Trajectory, 'tokens' | 'states' | 'lossMask' | 'samplingLogprobs' | 'entropies' | 'actionMask' | 'images' | 'versions' | 'spans'>

export interface ColumnBuilder {
  length(): number
  /** Index of the last token with loss mask 1; -1 before the first. */
  lastTrained(): number
  /** Context, an observation, or a turn that no policy wrote: loss mask 0, logprob 0. */
  appendGiven(state: EpisodeState, turn: number, tokens: Uint32Array, images?: readonly PlacedImage[]): void
  /** Sampled in GENERATING: loss mask 1, with the version of the policy that wrote it. */
  appendSampled(turn: number, sampled: Sampled, version: number): void
  /** The tokens so far, copied. */
  tokens(): Uint32Array
  /** The pictures so far, by their starts. Empty: none. */
  images(): readonly PlacedImage[]
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
  const placed: PlacedImage[] = []
  const masks = createMaskColumn()
  let trained = -1

  /** The tokens themselves; what stands beside each is appended by whoever knows it. */
  const append = (state: EpisodeState, turn: number, given: Uint32Array): void => {
    if (given.length === 0) return
    const start = tokens.length
    const place = EPISODE_STATES.indexOf(state)
    for (let i = 0; i < given.length; i++) {
      tokens.push(at(given, i))
      states.push(place)
    }
    spans.push({ turn, state, start, end: tokens.length })
  }

  return {
    length: () => tokens.length,
    lastTrained: () => trained,
    appendGiven(state, turn, given, images = []) {
      for (const { start, image } of images) placed.push({ start: tokens.length + start, image })
      append(state, turn, given)
      for (let i = 0; i < given.length; i++) {
        lossMask.push(0)
        masks.appendFree()
        logprobs.push(0)
        entropies.push(0)
        versions.push(0)
      }
    },
    appendSampled(turn, sampled, version) {
      const { length } = sampled.tokens
      assert(sampled.logprobs.length === length && sampled.entropies.length === length, 'a logprob and an entropy for every sampled token')
      assert(sampled.masked === undefined || sampled.masked.states.length === length, 'a state for every token that was sampled under a mask')
      append('GENERATING', turn, sampled.tokens)
      for (let i = 0; i < length; i++) {
        lossMask.push(1)
        if (sampled.masked === undefined) masks.appendFree()
        else masks.append(sampled.masked.actions, at(sampled.masked.states, i))
        logprobs.push(at(sampled.logprobs, i))
        entropies.push(at(sampled.entropies, i))
        versions.push(version)
      }
      trained = tokens.length - 1
    },
    tokens: () => new Uint32Array(tokens),
    images: () => [...placed],
    columns: () => ({
      tokens: new Uint32Array(tokens),
      states: new Uint8Array(states),
      lossMask: new Uint8Array(lossMask),
      samplingLogprobs: new Float32Array(logprobs),
      entropies: new Float32Array(entropies),
      versions: new Uint32Array(versions),
      spans: spans.map((span) => ({ ...span })),
      ...masks.column(),
      ...(placed.length === 0 ? {} : { images: [...placed] }),
    }),
  }
}
