// What a recorded token could have been, asked of weights that are at hand: those that wrote it where they still are, else the
// nearest, and the answer says which. Knows the training service; knows no run and no page.

import { at } from '../base/assert.ts'
import type { ActionMask, Datum, PlacedImage, SnapshotId, TokenAlternatives, TokenAttention, TrainingService } from '../service/index.ts'

export interface TokenQuestion {
  /** The tokens of the episode up to the one that is asked about, which is the last. */
  readonly tokens: Uint32Array
  /** The trajectory's pictures, where it had any. */
  readonly images?: readonly PlacedImage[]
  /** Of its sampling. */
  readonly temperature: number
  /** The trajectory's mask, where it had one. */
  readonly actionMask?: ActionMask
  /** The version that wrote the token, from the trajectory. */
  readonly version: number
  /** How many alternatives: 1 … 64. */
  readonly count: number
  /** Whether to say what the token was predicted from. Default: no. */
  readonly attention?: boolean
}

export interface TokenAnswer extends Omit<TokenAlternatives, 'position'> {
  /** Of the distribution that the token would be sampled from, in nats. */
  readonly entropy: number
  /** The version that answered; the base is version 0. */
  readonly version: number
  /** Whether that is the one that wrote the token: then its logprob is the recorded one. */
  readonly sameVersion: boolean
  /** Where it was asked for: the share of attention of every token before it, the mean over layers and heads. They add up to 1. */
  readonly attended?: Float32Array
}

/** One forward pass over the one sequence. */
export async function askToken(service: TrainingService, snapshot: SnapshotId, question: TokenQuestion): Promise<TokenAnswer> {
  const { tokens, images, temperature, actionMask, version, count } = question
  const lossMask = new Uint8Array(tokens.length)
  lossMask[tokens.length - 1] = 1
  const mask = actionMask === undefined ? {} : { actionMask: { ...actionMask, states: actionMask.states.slice(0, tokens.length) } }
  const datum: Datum = {
    id: 'token',
    tokens,
    lossMask,
    coefficients: new Float32Array(tokens.length),
    temperature,
    ...mask,
    ...(images === undefined ? {} : { images }),
  }
  const asked = { alternatives: count, ...(question.attention === true ? { attention: true } : {}) }
  const { alternatives = [], attention, entropies, stamp } = await service.forward({ of: { snapshot }, data: [datum], ...asked }).result
  const { position, ...answer } = at(at(alternatives, 0), 0)
  const attended = attention?.[0]?.[0]
  return {
    ...answer,
    ...(attended === undefined ? {} : { attended: meanShares(attended) }),
    entropy: at(at(entropies, 0), position),
    version: stamp.version,
    sameVersion: stamp.version === version,
  }
}

function meanShares({ position, layers, heads, shares }: TokenAttention): Float32Array {
  const mean = new Float32Array(position)
  shares.forEach((share, index) => {
    mean[index % position] = at(mean, index % position) + share / (layers * heads)
  })
  return mean
}
