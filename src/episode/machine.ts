// The episode as one agent lives it: a state machine over tokens.
//
//   PENDING ──begin──► GENERATING ──write──► INTERACTING ──observe──► GENERATING …        any ──end──► TERMINATED
//
// It decides what each token is (loss mask, state, version), what fits the budgets, and on which token a reward
// sits. It knows token ids alone: no text, no rules of a game, no policy. A call out of order is an assertion.

import { assert } from '../base/assert.ts'
import { tokenloomError } from '../base/errors.ts'
import type { PlacedImage } from '../service/index.ts'
import { createColumns, type Sampled } from './columns.ts'
import type { EncodedPrompt } from './prompt.ts'
import type { EpisodeState, StopReason, Trajectory, TurnReward } from './trajectory.ts'

export interface EpisodeBudget {
  readonly maxTokensPerTurn: number
  /** Everything that the agent reads and writes. */
  readonly maxTokensPerEpisode: number
  /** The longest sequence of the model. */
  readonly contextTokens: number
  /** The greatest number of turns of one agent. Absent: the environment's own limit alone. */
  readonly maxTurns?: number
}

export interface EpisodeIdentity {
  readonly episode: number
  readonly agent: string
  readonly group: number
}

/** What to sample next. */
export interface Turn {
  readonly tokens: Uint32Array
  /** The pictures among them. Empty: none. */
  readonly images: readonly PlacedImage[]
  readonly maxTokens: number
}

/** Tokens, or an encoded prompt with its pictures. */
export type Given = Uint32Array | EncodedPrompt

export interface EpisodeMachine {
  readonly identity: EpisodeIdentity
  state(): EpisodeState
  /** Set in TERMINATED. */
  stop(): StopReason | undefined
  /** PENDING → GENERATING, or TERMINATED when the prompt leaves no room to write. */
  begin(prompt: Given): void
  /** In GENERATING: the sequence to continue and how far. */
  turn(): Turn
  /**
   * GENERATING → INTERACTING. `whole` says that a stop token ended the turn; false says that the budget did, and
   * which one. The caller then ends the episode: a cut-off action is never played.
   */
  write(sampled: Sampled, version: number, stopped: boolean): { readonly whole: true } | { readonly whole: false; readonly cut: StopReason }
  /** As write, for a turn that no policy sampled: a script's or a person's. It is played alike and carries loss mask 0. */
  say(tokens: Uint32Array, stopped: boolean): { readonly whole: true } | { readonly whole: false; readonly cut: StopReason }
  /** INTERACTING → GENERATING, or TERMINATED with nothing appended when a budget leaves no room to write. */
  observe(observation: Given): void
  /** Credits the agent's last sampled turn; before its first, the first one that it will write. */
  reward(value: number): void
  metric(name: string, value: number): void
  /** Any state but TERMINATED → TERMINATED. */
  end(stop: StopReason): void
  /** What was recorded so far, for whoever watches a game that is under way. */
  soFar(): Pick<Trajectory, 'tokens' | 'images' | 'states' | 'lossMask' | 'totalReward'>
  /** Only in TERMINATED: a trajectory is never seen half-written. */
  trajectory(): Trajectory
}

export function createEpisodeMachine(identity: EpisodeIdentity, budget: EpisodeBudget): EpisodeMachine {
  const columns = createColumns()
  const rewards: TurnReward[] = []
  const metrics: Record<string, number> = {}
  let state: EpisodeState = 'PENDING'
  let stop: StopReason | undefined
  let turns = 0
  let totalReward = 0
  let unplaced = 0

  const expect = (expected: EpisodeState, call: string): void => assert(state === expected, `${call} in ${state}`)
  const finish = (reason: StopReason): void => {
    state = 'TERMINATED'
    stop = reason
  }
  const limit = Math.min(budget.maxTokensPerEpisode, budget.contextTokens)
  /** The budget that a sequence of this length runs into first. */
  const binding = (): StopReason => (budget.contextTokens < budget.maxTokensPerEpisode ? 'context_overflow' : 'truncated_tokens')
  const enter = (from: EpisodeState, { tokens, images }: EncodedPrompt): void => {
    if (turns >= (budget.maxTurns ?? Number.POSITIVE_INFINITY)) {
      finish('truncated_turns')
      return
    }
    if (columns.length() + tokens.length >= limit) {
      finish(binding())
      return
    }
    columns.appendGiven(from, turns, tokens, images)
    state = 'GENERATING'
  }
  /** The room before a turn of these tokens, which must fit it. */
  const roomFor = (tokens: Uint32Array): number => {
    expect('GENERATING', 'write')
    const room = limit - columns.length()
    const allowed = Math.min(budget.maxTokensPerTurn, room)
    assert(tokens.length > 0 && tokens.length <= allowed, `${tokens.length} tokens written where ${allowed} were asked for`)
    return room
  }
  const written = (room: number, stopped: boolean): ReturnType<EpisodeMachine['write']> => {
    turns++
    state = 'INTERACTING'
    if (stopped) return { whole: true }
    return { whole: false, cut: room <= budget.maxTokensPerTurn ? binding() : 'truncated_tokens' }
  }
  const place = (value: number): void => {
    const token = columns.lastTrained()
    if (token < 0) unplaced += value
    else rewards.push({ turn: turns - 1, reward: value, token })
  }

  return {
    identity,
    state: () => state,
    stop: () => stop,
    begin(prompt) {
      expect('PENDING', 'begin')
      const given = promptOf(prompt)
      assert(given.tokens.length > 0, 'a prompt has at least one token: the first token is never predicted')
      enter('PENDING', given)
    },
    turn() {
      expect('GENERATING', 'turn')
      return { tokens: columns.tokens(), images: columns.images(), maxTokens: Math.min(budget.maxTokensPerTurn, limit - columns.length()) }
    },
    write(sampled, version, stopped) {
      const room = roomFor(sampled.tokens)
      refuseNotFinite(sampled, identity)
      columns.appendSampled(turns, sampled, version)
      if (unplaced !== 0) {
        rewards.push({ turn: turns, reward: unplaced, token: columns.lastTrained() })
        unplaced = 0
      }
      return written(room, stopped)
    },
    say(tokens, stopped) {
      const room = roomFor(tokens)
      columns.appendGiven('GENERATING', turns, tokens)
      return written(room, stopped)
    },
    observe(observation) {
      expect('INTERACTING', 'observe')
      enter('INTERACTING', promptOf(observation))
    },
    reward(value) {
      assert(Number.isFinite(value), 'a reward is a finite number')
      totalReward += value
      if (value !== 0) place(value)
    },
    metric(name, value) {
      metrics[name] = value
    },
    end(reason) {
      assert(state !== 'TERMINATED', `end(${reason}) of an episode that had ended`)
      finish(reason)
    },
    soFar() {
      const { tokens, images, states, lossMask } = columns.columns()
      return { tokens, ...(images === undefined ? {} : { images }), states, lossMask, totalReward }
    },
    trajectory() {
      expect('TERMINATED', 'trajectory')
      assert(stop !== undefined, 'a terminated episode has a reason')
      return { ...identity, ...columns.columns(), rewards: rewards.map((reward) => ({ ...reward })), totalReward, stop, metrics: { ...metrics } }
    },
  }
}

const promptOf = (given: Given): EncodedPrompt => (given instanceof Uint32Array ? { tokens: given, images: [] } : given)

function refuseNotFinite(sampled: Sampled, { episode, agent }: EpisodeIdentity): void {
  if (sampled.logprobs.every((logprob) => Number.isFinite(logprob))) return
  throw tokenloomError(
    'NOT_FINITE',
    `A sampled token of episode ${episode} (${agent}) has a logprob that is no number.`,
    'Lower the learning rate, or start from the last checkpoint.',
    'optimizer.learningRate',
  )
}
