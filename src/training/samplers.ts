// Who writes a rollout: a snapshot behind the training service, or the random policy. Each is a function of its
// prompts and of the random numbers' key, never of the order of calls.

import { at } from '../base/assert.ts'
import { tokenloomError } from '../base/errors.ts'
import { createRng, type Key, type Rng } from '../base/random.ts'
import type { Sampler } from '../coordinator/sampler.ts'
import type { EnvironmentDefinition } from '../environments/contract.ts'
import { actionsFrom } from '../episode/action-trie.ts'
import type { Tokenizer } from '../episode/tokenizer.ts'
import type { ActionTrie, SampledSequence, SnapshotInfo } from '../service/index.ts'
import type { RunSetting } from './setting.ts'

export interface SamplerOptions {
  readonly key: Key
  /** 0 takes the most probable token. */
  readonly temperature: number
  readonly topK?: number
  readonly topP?: number
}

/** Samples a snapshot, one or whichever is current when it is asked, and refuses tokens that another one wrote: a silently stale policy looks like slow learning. */
export function snapshotSampler(
  setting: RunSetting,
  current: SnapshotInfo | (() => SnapshotInfo),
  { key, temperature, topK = 0, topP = 1 }: SamplerOptions,
): Sampler {
  const stopTokens = setting.tokenizer.stopTokens(setting.environment.stopText)
  return async (prompts, maxTokens) => {
    const snapshot = typeof current === 'function' ? current() : current
    const params = { maxTokens, temperature, stopTokens, ...(topK > 0 ? { topK } : {}), ...(topP < 1 ? { topP } : {}) }
    const result = await setting.track(setting.service.sample({ snapshot: snapshot.id, prompts, params, key }))
    const { snapshotHash, version, inputHash } = result.stamp
    if (snapshotHash !== snapshot.hash) {
      throw tokenloomError(
        'INTERNAL',
        `Version ${snapshot.version} was asked to write and version ${version} with other weights did.`,
        'This is a defect of the engine: report it with the event log.',
      )
    }
    return { sequences: result.sequences, version, snapshotHash, inputHash }
  }
}

/**
 * Samples another snapshot at every own turn of an agent: what an interrupted rollout goes on with. A request reads the version of
 * its least advanced seat; in lock step all seats of a wave stand at the same turn.
 */
export function interruptedSampler(setting: RunSetting, snapshotAt: (turn: number) => SnapshotInfo, options: SamplerOptions): Sampler {
  const turns = new Map<string, number>()
  return (prompts, maxTokens) => {
    const streams = prompts.map(({ stream }) => stream.join('/'))
    const turn = Math.min(...streams.map((stream) => turns.get(stream) ?? 0))
    for (const stream of streams) turns.set(stream, (turns.get(stream) ?? 0) + 1)
    return snapshotSampler(setting, snapshotAt(turn), options)(prompts, maxTokens)
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
 * the whole vocabulary would hardly ever write an answer at all, and beating it would prove little. Under an action mask it is
 * uniform over the legal actions.
 */
export function randomSampler(tokenizer: Tokenizer, environment: EnvironmentDefinition, key: Key): Sampler {
  const alphabet = randomAlphabet(tokenizer, environment)
  const stops = new Set(tokenizer.stopTokens(environment.stopText))
  const logprob = -Math.log(alphabet.length)
  return async (prompts, maxTokens) => ({
    version: 0,
    snapshotHash: 'random',
    sequences: prompts.map(({ tokens: prompt, stream, firstIndex, actions }): SampledSequence => {
      const rng = createRng(key, stream[0], stream[1], firstIndex ?? prompt.length)
      if (actions !== undefined) return drawAction(actions, rng, maxTokens)
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

/** One of the legal actions, all alike: a token is drawn in proportion to the actions that begin with it. */
function drawAction(actions: ActionTrie, rng: Rng, maxTokens: number): SampledSequence {
  const counts = actionsFrom(actions)
  const [tokens, logprobs, entropies, states]: [number[], number[], number[], number[]] = [[], [], [], []]
  let state = 0
  let whole = false
  while (!whole && tokens.length < maxTokens) {
    const [from, to] = [at(actions.starts, state), at(actions.starts, state + 1)]
    const shares = Array.from({ length: to - from }, (_, i) => at(counts, at(actions.next, from + i)) / at(counts, state))
    // Which of the state's actions is drawn decides the edge: whole numbers, so that no sum can miss the end.
    let drawn = rng.integer(at(counts, state))
    let edge = from
    while (drawn >= at(counts, at(actions.next, edge))) drawn -= at(counts, at(actions.next, edge++))
    states.push(state)
    tokens.push(at(actions.tokens, edge))
    logprobs.push(Math.log(at(shares, edge - from)))
    entropies.push(shares.reduce((sum, share) => sum - share * Math.log(share), 0))
    state = at(actions.next, edge)
    whole = at(actions.starts, state) === at(actions.starts, state + 1)
  }
  return {
    tokens: Uint32Array.from(tokens),
    logprobs: Float32Array.from(logprobs),
    entropies: Float32Array.from(entropies),
    states: Uint32Array.from(states),
    stop: whole ? 'stop_token' : 'max_tokens',
  }
}
