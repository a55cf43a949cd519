// What is kept of a sequence while it is sampled: its tokens with their numbers, and its place in the trie of its legal
// actions, which the device walks on its own and the host walks after it. Knows sequences; runs nothing.

import type { SampledSequence } from '../service/index.ts'
import { isEnd, nextState } from './action-mask.ts'
import type { Live } from './sampler-tables.ts'

/** Appends a token. A stop token or a whole action ends the sequence. */
export function recordToken(sequence: Live, token: number, logprob: number, entropy: number, stops: ReadonlySet<number>): void {
  const { written, first } = sequence
  const place = first + sequence.count++
  written.tokens[place] = token
  written.logprobs[place] = logprob
  written.entropies[place] = entropy
  sequence.stopped = stops.has(token)
  const { actions } = sequence.prompt
  if (actions === undefined) return
  sequence.states.push(sequence.state)
  const next = nextState(actions, sequence.state, token)
  // Weights that are no numbers allow nothing: whoever reads the logprob says so.
  if (next === undefined && Number.isFinite(logprob)) throw new Error(`Assertion failed: token ${token} was sampled, which the trie does not allow`)
  sequence.state = next ?? sequence.state
  sequence.stopped ||= next === undefined || isEnd(actions, next)
}

/** Of a sequence that was not sampled. */
export const emptySequence = (): SampledSequence => ({
  tokens: new Uint32Array(0),
  logprobs: new Float32Array(0),
  entropies: new Float32Array(0),
  stop: 'max_tokens',
})

export function sampledOf({ written, first, count, prompt, states, stopped }: Live): SampledSequence {
  const end = first + count
  return {
    tokens: written.tokens.slice(first, end),
    logprobs: written.logprobs.slice(first, end),
    entropies: written.entropies.slice(first, end),
    ...(prompt.actions === undefined ? {} : { states: new Uint32Array(states) }),
    stop: stopped ? 'stop_token' : 'max_tokens',
  }
}
