// What the page may ask of the hand worker: an episode that a person plays turn by turn, through the state machine of training,
// alone or against a scripted player or a policy. Types only.

import type { Json } from '../base/json.ts'
import type { DrawnScene } from '../environments/scene.ts'
import type { EpisodeState, StopReason } from '../episode/trajectory.ts'
import type { Belief } from '../games/belief.ts'
import type { KeptGame } from '../games/game-record.ts'
import type { Outcome } from './outcome.ts'
import type { TryPlayer, TryTask } from './try-api.ts'

/** Who plays the sides that the person does not. */
export type HandOpponent =
  /** The environment's own master. */
  | { readonly kind: 'master' }
  /** One of its scripted players, by name. */
  | { readonly kind: 'script'; readonly name: string }
  | { readonly kind: 'policy'; readonly player: TryPlayer }

export interface HandRequest {
  readonly modelUrl: string
  readonly environment: { readonly id: string; readonly config: Json }
  readonly task: TryTask
  /** The side that the person plays, by its place among those who take part. Null: every side. */
  readonly side?: number | null
  /** Default: the master. */
  readonly opponent?: HandOpponent
  /** A training service (service-host.ts); null where nobody needs one. */
  readonly engine?: MessagePort | null
  /** Of the policy's play. Default: 1. */
  readonly temperature?: number
  /** Whether the policy chooses among legal actions alone. Default: true. */
  readonly actionMask?: boolean
  readonly maxTokensPerTurn: number
  readonly maxTokensPerEpisode: number
}

/** One token of an agent's sequence so far. */
export interface HandToken {
  readonly text: string
  readonly state: EpisodeState
  readonly mask: 0 | 1
}

/** One agent's machine as it stands. */
export interface HandAgent {
  readonly agent: string
  /** Who plays it: the player's name; null for the person. */
  readonly player: string | null
  readonly state: EpisodeState
  readonly stop: StopReason | null
  readonly tokens: readonly HandToken[]
  readonly reward: number
}

/** An agent that must write now, and what it may write. */
export interface HandSeat {
  readonly agent: string
  /** What a policy would read now. */
  readonly prompt: string
  /** Tokens that still fit this turn. */
  readonly room: number
  /** The legal actions as texts, without the text that ends them; null where any text may be tried. */
  readonly legal: readonly string[] | null
  /** What a master would write; null where the environment knows none. */
  readonly expected: string | null
}

/** What became of one turn. */
export interface HandTurn {
  readonly agent: string
  readonly text: string
  readonly verdict: 'accepted' | 'parse_error' | 'illegal_action' | 'cut'
  /** Why it could not be read, when it could not. */
  readonly reason: string | null
  /** By agent, those that this turn led to. */
  readonly rewards: Readonly<Record<string, number>>
  /** The step of the environment that it belongs to. */
  readonly wave: number
}

export interface HandView {
  readonly title: string
  readonly stopText: string
  readonly agents: readonly HandAgent[]
  /** The board or the figure as it stands; null where the environment has none. */
  readonly scene: DrawnScene | null
  /** Empty when the episode is over. */
  readonly seats: readonly HandSeat[]
  readonly turns: readonly HandTurn[]
  /** Steps of the environment so far. */
  readonly waves: number
  readonly canUndo: boolean
  /** What the environment threw, when it did. */
  readonly fault: string | null
}

/** What an environment offers to whoever wants to play it. */
export interface HandGameFacts {
  readonly id: string
  readonly title: string
  readonly agents: readonly string[]
  /** Scripted players, the weakest first. */
  readonly opponents: readonly { readonly name: string; readonly title: string }[]
}

export interface HandKept extends KeptGame {
  /** The text of every token, by id. */
  readonly vocabulary: readonly string[]
}

export interface HandWorkerApi {
  /** The name of the lock that the worker holds while it lives (life-lock.ts); null where there are none. */
  ping(): Promise<string | null>
  facts(environments: readonly string[]): Promise<Outcome<readonly HandGameFacts[]>>
  /** Opens an episode. ENVIRONMENT_INVALID at `task` when a written task cannot be read. */
  start(request: HandRequest): Promise<Outcome<HandView>>
  /** What every seat writes, by agent; the text that ends an action is added where it is missing. */
  write(texts: Readonly<Record<string, string>>): Promise<Outcome<HandView>>
  /** Takes back the person's last turn and all that followed. */
  undo(): Promise<Outcome<HandView>>
  /** The board after so many steps; null where there is none. */
  sceneAt(wave: number): Promise<Outcome<HandView['scene']>>
  /** What a policy makes of the position after so many steps: the one at the table, else the base on `engine`. Null where nobody must write. */
  believe(wave: number, engine: MessagePort | null): Promise<Outcome<Belief | null>>
  /** The game so far, as the blobs of a run's step. */
  keep(): Promise<Outcome<HandKept>>
}
