// An answer on its way: from what a policy sampled, or a script or a person said, to tokens in the agent's trajectory and the
// text that is played as an action. Knows the tokenizer and one machine; no rules and no order of turns.

import type { Sampled } from '../episode/columns.ts'
import type { EpisodeMachine } from '../episode/machine.ts'
import type { Tokenizer } from '../episode/tokenizer.ts'
import type { StopReason } from '../episode/trajectory.ts'
import type { ActionTrie, SampledSequence } from '../service/index.ts'
import type { Ask } from './conduct.ts'

/** Which weights wrote: version 0 and the kind of player where there were none. */
export interface WriterStamp {
  readonly version: number
  readonly snapshotHash: string
}

export type Answered = Ask & { readonly stamp: WriterStamp } & ({ readonly sequence: SampledSequence } | { readonly text: string })

/** What became of a question: an answer, or nothing before the deadline. */
export type Written = Answered | (Ask & { readonly silent: true })

/** Written, and not played yet. */
export interface PendingTurn extends Ask {
  readonly stamp: WriterStamp
  readonly text: string
  readonly tokens: number
  /** The budget that cut it off. */
  readonly cut?: StopReason
}

export interface Desk {
  readonly machine: EpisodeMachine
  readonly tokenizer: Pick<Tokenizer, 'encode' | 'decode'>
  /** The action mask that was walked, where there was one. */
  readonly actions: ActionTrie | undefined
}

/** Appends the answer to the agent's part. */
export function takeAnswer(answer: Answered, { machine, tokenizer, actions }: Desk): PendingTurn {
  const { writer, place, granted, stamp } = answer
  const { outcome, tokens } = 'text' in answer ? say(answer.text) : write(answer.sequence)
  const turn = { writer, place, granted, stamp, text: tokenizer.decode(tokens), tokens: tokens.length }
  return outcome.whole ? turn : { ...turn, cut: outcome.cut }

  /** What does not fit is cut, as it is for a policy. */
  function say(text: string) {
    const whole = tokenizer.encode(text)
    const said = whole.subarray(0, machine.turn().maxTokens)
    return { outcome: machine.say(said, said.length === whole.length), tokens: said }
  }

  function write(sequence: SampledSequence) {
    const sampled: Sampled = sequence.states === undefined || actions === undefined ? sequence : { ...sequence, masked: { actions, states: sequence.states } }
    return { outcome: machine.write(sampled, stamp.version, sequence.stop === 'stop_token'), tokens: sequence.tokens }
  }
}
