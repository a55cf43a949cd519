// What a token could have been instead, as the card draws it: the most probable tokens of its place, the forbidden ones among
// them marked. Pure.

import type { ErrorData } from '../../src/base/errors.ts'
import type { TokenDetail } from './token-step.ts'

export interface AlternativesAnswer {
  readonly tokens: Uint32Array
  /** In the distribution that was sampled; −∞ where the action mask forbids the token. */
  readonly logprobs: Float32Array
  /** Without the mask. */
  readonly freeLogprobs: Float32Array
  readonly version: number
  /** Whether that version wrote the token. */
  readonly sameVersion: boolean
  /** The share of attention of every token before it; told where pictures are among them. */
  readonly attended?: Float32Array
}

export type AlternativesState =
  | { readonly kind: 'none' }
  /** No engine is up that could answer. */
  | { readonly kind: 'noEngine' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'known'; readonly of: TokenDetail; readonly answer: AlternativesAnswer }
  | { readonly kind: 'failed'; readonly error: ErrorData }

export interface AlternativeRow {
  readonly id: number
  readonly chosen: boolean
  readonly forbidden: boolean
  /** In the sampled distribution, or without the mask where the mask forbids it. */
  readonly probability: number
}

/** How many are asked for. */
export const ALTERNATIVES = 8

export function alternativeRows({ tokens, logprobs, freeLogprobs }: AlternativesAnswer, chosen: number): readonly AlternativeRow[] {
  return Array.from(tokens, (id, index) => {
    const logprob = logprobs[index] ?? Number.NEGATIVE_INFINITY
    const forbidden = logprob === Number.NEGATIVE_INFINITY
    return { id, chosen: id === chosen, forbidden, probability: Math.exp(forbidden ? (freeLogprobs[index] ?? logprob) : logprob) }
  })
}
