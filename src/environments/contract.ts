// What an environment is: pure rules, JSON in and JSON out. It knows no tokens, policies, GPUs, clocks or
// screens. The same definition runs built in, in a sandbox, by a person or by a policy; the faces in this
// folder give it the shapes that other ecosystems expect.

import type { Json } from '../base/json.ts'
import type { Rng } from '../base/random.ts'
import type { Result } from '../base/result.ts'
import type { Picture } from './picture.ts'
import type { SceneData } from './scene.ts'

export type AgentId = string

export interface FieldSpec {
  readonly kind: 'integer' | 'number' | 'choice' | 'boolean'
  readonly title: string
  readonly help: string
  readonly default: Json
  readonly min?: number
  readonly max?: number
  readonly choices?: readonly string[]
}

export interface EnvironmentSpec {
  /** Ends in a version that any change of rules, prompt or reward raises: `arithmetic-v1`. */
  readonly id: string
  readonly title: string
  readonly summary: string
  readonly possibleAgents: readonly AgentId[]
  readonly config: Readonly<Record<string, FieldSpec>>
  /** The greatest number of turns of all agents together; the runner truncates there. */
  readonly maxTurns: number
  /** Bounds on any single reward, when the author declares them. */
  readonly rewardRange?: readonly [number, number]
  /** The characters that actions are written with, where any text may be tried. The random policy draws from them. */
  readonly alphabet?: string
  /** What a runner does with an action outside legalActions or a text that does not parse. */
  readonly illegalAction: IllegalActionPolicy
}

export type IllegalActionPolicy =
  | { readonly kind: 'lose'; readonly reward: number }
  | { readonly kind: 'retry'; readonly times: number; readonly reward: number }
  | { readonly kind: 'penalty'; readonly reward: number }

/** The single source of the action mask. `any` means that every text may be tried and the rules judge it. */
export type LegalActions = { readonly kind: 'list'; readonly actions: readonly Json[] } | { readonly kind: 'any' }

export interface Transition<State extends Json> {
  readonly state: State
  /** The rewards of this transition, by live agent. */
  readonly rewards: Readonly<Record<AgentId, number>>
  readonly terminated: Readonly<Record<AgentId, boolean>>
  readonly info: Readonly<Record<AgentId, Json>>
  /** Logged, never trained on. `right:circle` beside `right` tells a part of the problems apart: it is measured on those that tell it. */
  readonly metrics?: Readonly<Record<string, number>>
}

export interface ParseFailure {
  readonly reason: string
}

/** A scripted player whose strength is known: whoever meets it knows what it met. */
export interface ScriptedOpponent<State extends Json = Json, Action extends Json = Json> {
  /** What records and settings call it; never changed once it has played. */
  readonly name: string
  readonly title: string
  /** A legal action for an agent whose turn it is. */
  act(state: State, agent: AgentId, rng: Rng): Action
}

/** A problem set's part. Held-out problems are never drawn for training. */
export type Split = 'train' | 'validation' | 'heldOut'

export interface EnvironmentDefinition<State extends Json = Json, Action extends Json = Json, Observation extends Json = Json, Config extends Json = Json> {
  readonly spec: EnvironmentSpec
  /** A configuration with defaults filled in, or the field that is wrong. Unknown fields are refused. */
  parseConfig(input: Json): Result<Config>
  /** What a runner does with illegal actions where that depends on the configuration; without it the spec's holds. */
  illegalAction?(config: Config): IllegalActionPolicy
  init(config: Config, split: Split, rng: Rng): State
  /** The live agents. Empty when the episode is over. */
  agents(state: State): readonly AgentId[]
  /** Who acts now: one agent, or several at once. */
  turn(state: State): readonly AgentId[]
  /** Only what this agent may see. */
  observe(state: State, agent: AgentId): Observation
  legalActions(state: State, agent: AgentId): LegalActions
  /** May assume legal actions of exactly the agents in turn(state). */
  step(state: State, actions: Readonly<Record<AgentId, Action>>, rng: Rng): Transition<State>
  /** Metrics that hold until a step tells others: of an episode that an unreadable answer ends, nothing else is told. */
  metricsAtStart?(state: State): Readonly<Record<string, number>>
  /** The text face: what a policy reads when it must act. In a later turn it follows what was said before. */
  prompt(observation: Observation, agent: AgentId): string
  /** The pictures of that prompt, one for every PICTURE_MARK in its text, in their order. Absent where prompts are text alone. */
  pictures?(observation: Observation, agent: AgentId): readonly Picture[]
  /** The action that a text means, the closing stopText included. Never throws, whatever the text. */
  parse(text: string, observation: Observation): Result<Action, ParseFailure>
  format(action: Action): string
  /**
   * A state that this agent must not be able to tell from the given one: what it may not see is drawn anew, all else
   * stays. The suite and the auditor compare observations of the two. Absent where nothing is hidden.
   */
  redrawHidden?(state: State, agent: AgentId, rng: Rng): State
  /**
   * An account of a transition's rewards from the two states alone, without playing the rules: what an auditor compares
   * with the rewards that step gave. Absent where states do not tell it.
   */
  accountRewards?(before: State, after: State): Readonly<Record<AgentId, number>>
  /** What a master would do: the worked example of supervised runs. Absent where nobody knows. */
  demonstrate?(state: State, agent: AgentId): Action
  /** Scripted players, the weakest first, for whoever wants to be measured against them. Absent: chance and the master are all there are. */
  readonly opponents?: readonly ScriptedOpponent<State, Action>[]
  /** The start state that a person's words mean, for trying a policy out. Never throws. Absent where nobody writes tasks. */
  readTask?(text: string): Result<State, ParseFailure>
  /** The part of the problem set that a start state belongs to. Absent where the parts are not told apart by problems. */
  splitOf?(state: State): Split
  /** What the whole state looks like, for people. Never throws on a state of its own. Absent where the prompts say it all. */
  view?(state: State): SceneData
  /** The text that ends an action: sampling stops there. */
  readonly stopText: string
}
