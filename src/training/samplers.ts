// Who writes a rollout: a snapshot behind the training service, or the random policy. Each is a function of its
// prompts and of the random numbers' key, never of the order of calls.

import { at } from '../base/assert.ts'
import { tokenloomError } from '../base/errors.ts'
import { createRng, type Key } from '../base/random.ts'
import type { Sampler } from '../coordinator/sampler.ts'
import type { EnvironmentDefinition } from '../environments/contract.ts'
import type { Tokenizer } from '../episode/tokenizer.ts'
import type { SampledSequence, SnapshotInfo } from '../service/index.ts'
import type { RunSetting } from './setting.ts'

export interface SamplerOptions {
  readonly key: Key
  /** 0 takes the most probable token. */
  readonly temperature: number
  readonly topK?: number
  readonly topP?: number
}

/** Samples a snapshot, and refuses tokens that another one wrote: a silently stale policy looks like slow learning. */
export function snapshotSampler(setting: RunSetting, snapshot: SnapshotInfo, { key, temperature, topK = 0, topP = 1 }: SamplerOptions): Sampler {
  const stopTokens = setting.tokenizer.stopTokens(setting.environment.stopText)
  return async (prompts, maxTokens) => {
    const params = { maxTokens, temperature, stopTokens, ...(topK > 0 ? { topK } : {}), ...(topP < 1 ? { topP } : {}) }
    const result = await setting.track(setting.service.sample({ snapshot: snapshot.id, prompts, params, key }))
    const { snapshotHash, version } = result.stamp
    if (snapshotHash !== snapshot.hash) {
      throw tokenloomError(
        'INTERNAL',
        `Version ${snapshot.version} was asked to write and version ${version} with other weights did.`,
        'This is a defect of the engine: report it with the event log.',
      )
    }
    return { sequences: result.sequences, version, snapshotHash }
  }
}

/** The tokens that a random policy draws from: one for each character of the environment's alphabet, and the stops. */
export function randomAlphabet(tokenizer: Tokenizer, environment: EnvironmentDefinition): number[] {
  const printable = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('')
  const characters = [...(environment.spec.alphabet ?? printable)]
  const tokens = characters.flatMap((character) => {
    const ids = tokenizer.encode(character)
    return ids.length === 1 ? [...ids] : []
  })
  return [...new Set([...tokens, ...tokenizer.encode(environment.stopText).slice(-1)])]
}

/**
 * The random policy: uniform over the alphabet in which answers are written, its stop token included. Uniform over
 * the whole vocabulary would hardly ever write an answer at all, and beating it would prove little.
 */
export function randomSampler(tokenizer: Tokenizer, environment: EnvironmentDefinition, key: Key): Sampler {
  const alphabet = randomAlphabet(tokenizer, environment)
  const stops = new Set(tokenizer.stopTokens(environment.stopText))
  const logprob = -Math.log(alphabet.length)
  return async (prompts, maxTokens) => ({
    version: 0,
    snapshotHash: 'random',
    sequences: prompts.map(({ tokens: prompt, stream, firstIndex }): SampledSequence => {
      const rng = createRng(key, stream[0], stream[1], firstIndex ?? prompt.length)
      const tokens: number[] = []
      let stopped = false
      while (!stopped && tokens.length < maxTokens) {
        const token = at(alphabet, rng.integer(alphabet.length))
        tokens.push(token)
        stopped = stops.has(token)
      }
      return {
        tokens: Uint32Array.from(tokens),
        logprobs: new Float32Array(tokens.length).fill(logprob),
        entropies: new Float32Array(tokens.length).fill(-logprob),
        stop: stopped ? 'stop_token' : 'max_tokens',
      }
    }),
  })
}
