// A policy that draws its words at random, with an engine's stamps: weights with a version and a hash, and a hash of the
// prompts that it read. Under an action mask it walks the trie; without one it writes a digit, and now and then nonsense.

import { at } from '../../base/assert.ts'
import { hashOfLists } from '../../base/hash.ts'
import { createRng, type Key } from '../../base/random.ts'
import type { Tokenizer } from '../../episode/tokenizer.ts'
import type { ActionTrie, SampledSequence } from '../../service/index.ts'
import type { PolicyPlayer } from '../player.ts'

export interface StampedPolicy {
  /** Pinned to the version that it has now. */
  player(): PolicyPlayer
  /** New weights: whoever samples from now on reads them. */
  update(): void
}

export interface StampedPolicyOptions {
  readonly name: string
  readonly key: Key
  readonly tokenizer: Tokenizer
  /** The share of words that are no action at all. Default 0. */
  readonly nonsense?: number
}

export function createStampedPolicy({ name, key, tokenizer, nonsense = 0 }: StampedPolicyOptions): StampedPolicy {
  let version = 1
  const hash = (): string => `${name} ${version}`
  const sampler: PolicyPlayer['sampler'] = async (prompts, maxTokens) => {
    const stamp = { version, snapshotHash: hash() }
    const sequences = prompts.map(({ tokens, stream, actions }) => {
      const rng = createRng(key, stream[0], stream[1], tokens.length)
      const walked = actions === undefined ? null : walk(actions, (bound) => rng.integer(bound))
      const text = rng.float() < nonsense ? at(['x;', '12;', '7777777;'], rng.integer(3)) : `${rng.integer(10)};`
      return cut(walked ?? { tokens: tokenizer.encode(text) }, maxTokens)
    })
    return { sequences, ...stamp, inputHash: await hashOfLists(prompts.map(({ tokens }) => tokens)) }
  }
  return {
    player: () => ({ kind: 'policy', name, snapshot: { version, hash: hash() }, sampler }),
    update: () => {
      version++
    },
  }
}

interface Words {
  readonly tokens: Uint32Array
  readonly states?: Uint32Array
}

function walk({ starts, tokens, next }: ActionTrie, choose: (bound: number) => number): Words {
  const path: number[] = []
  const states: number[] = []
  for (let state = 0; at(starts, state + 1) > at(starts, state); ) {
    const edge = at(starts, state) + choose(at(starts, state + 1) - at(starts, state))
    states.push(state)
    path.push(at(tokens, edge))
    state = at(next, edge)
  }
  return { tokens: Uint32Array.from(path), states: Uint32Array.from(states) }
}

function cut({ tokens, states }: Words, maxTokens: number): SampledSequence {
  const kept = tokens.subarray(0, maxTokens)
  return {
    tokens: kept,
    logprobs: new Float32Array(kept.length).fill(-1),
    entropies: new Float32Array(kept.length).fill(1),
    ...(states === undefined ? {} : { states: states.subarray(0, maxTokens) }),
    stop: kept.length === tokens.length ? 'stop_token' : 'max_tokens',
  }
}
