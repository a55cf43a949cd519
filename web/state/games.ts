// A game that a person plays against a policy or a scripted player: which games there are, what is chosen before one begins, how it
// stands, and what comes of it. Plain data; words are in web/text/games.ts.

import type { ErrorData } from '../../src/base/errors.ts'
import type { Json } from '../../src/base/json.ts'
import type { DrawnScene, GridScene } from '../../src/environments/scene.ts'
import type { Belief } from '../../src/games/belief.ts'
import type { GameChoice } from '../../src/record/game-spec.ts'
import type { HandAgent, HandGame } from './hand-play.ts'

/** A set of rules that can be played, with the base that speaks it. */
export interface Game {
  readonly key: GameKey
  readonly environment: { readonly id: string; readonly config: { readonly [key: string]: Json } }
  readonly base: string
  /** The most stones that may stand on the board at the start; 0 where there are none. */
  readonly mostOpening: number
}

export const GAME_KEYS = ['gomoku-6', 'gomoku-9', 'gomoku-words', 'tictactoe', 'kuhn', 'harvest'] as const
export type GameKey = (typeof GAME_KEYS)[number]

const ALONE = { opponent: 'none' } as const

export const GAMES: Readonly<Record<GameKey, Game>> = {
  'gomoku-6': { key: 'gomoku-6', environment: { id: 'gomoku-v1', config: ALONE }, base: 'boards', mostOpening: 6 },
  'gomoku-9': { key: 'gomoku-9', environment: { id: 'gomoku-v1', config: { ...ALONE, size: 9, inLine: 5 } }, base: 'boards', mostOpening: 6 },
  'gomoku-words': { key: 'gomoku-words', environment: { id: 'gomoku-board-v1', config: { ...ALONE, rewards: 'unit' } }, base: 'boards', mostOpening: 6 },
  tictactoe: { key: 'tictactoe', environment: { id: 'tictactoe-v1', config: ALONE }, base: 'boards', mostOpening: 4 },
  kuhn: { key: 'kuhn', environment: { id: 'kuhn-v1', config: {} }, base: 'dialogues', mostOpening: 0 },
  harvest: { key: 'harvest', environment: { id: 'harvest-v1', config: {} }, base: 'harvest', mostOpening: 0 },
}

/** What an environment tells of itself to whoever wants to play it. */
export interface GameFacts {
  readonly id: string
  readonly title: string
  readonly agents: readonly string[]
  readonly opponents: readonly { readonly name: string; readonly title: string }[]
}

/** Who is played against: `base`, `script:rules-30`, `policy:quiet loom 12ab`, `run:r0123` for one that learns just now. */
export type OpponentId = string

export interface GameDraft {
  readonly game: GameKey
  /** Null: the weakest but one of the scripted players. */
  readonly opponent: OpponentId | null
  /** The person's place among the agents. */
  readonly side: number
  readonly temperature: number
  /** As typed; empty: drawn. */
  readonly seed: string
  readonly actionMask: boolean
  readonly opening: number
}

export const FIRST_GAME: GameDraft = { game: 'gomoku-6', opponent: null, side: 0, temperature: 1, seed: '', actionMask: true, opening: 0 }

/** How likely a policy makes every legal action of the position on view. */
export type GameBelief = Belief

export type BeliefState =
  | { readonly kind: 'off' }
  | { readonly kind: 'asking'; readonly before: GameBelief | null }
  /** Null: there is nothing to say of this position. */
  | { readonly kind: 'shown'; readonly belief: GameBelief | null }
  | { readonly kind: 'failed'; readonly error: ErrorData }

/** Of a recorded game: also whose belief it is, in words. */
export interface BoardBelief {
  readonly state: BeliefState
  readonly believer: string
}

/** What is to be seen of it: what was said last, while it is asked anew. */
export function beliefShown(state: BeliefState): GameBelief | null {
  return state.kind === 'shown' ? state.belief : state.kind === 'asking' ? state.before : null
}

export interface GameUnderWay {
  readonly kind: 'playing'
  readonly choice: GameChoice
  readonly draft: GameDraft
  /** The agent that the person plays. */
  readonly person: string
  /** Whom it plays against, in words. */
  readonly against: string
  /** Who is asked what it believes, in words. */
  readonly believer: string
  readonly game: HandGame
  /** What was done has not been answered yet. */
  readonly waiting: boolean
  /** How many steps of the environment the board on view has behind it; null: all of them. */
  readonly looking: { readonly wave: number; readonly scene: DrawnScene | null } | null
  readonly belief: BeliefState
  readonly problem: ErrorData | null
  /** The run that it was kept as, and how far it had come then. */
  readonly kept: { readonly run: string; readonly waves: number } | null
}

export type GameState = { readonly kind: 'idle' } | { readonly kind: 'opening' } | GameUnderWay | { readonly kind: 'failed'; readonly error: ErrorData }

/** The steps that the board on view has behind it. */
export const waveOnView = ({ looking, game }: GameUnderWay): number => looking?.wave ?? game.waves

export type GameResult = 'won' | 'lost' | 'drawn' | 'cut' | null

/** How a game ended for the person; null while it goes on. `cut`: it could not be played to its end. */
export function resultFor({ game, person }: Pick<GameUnderWay, 'game' | 'person'>): GameResult {
  if (game.agents.some(({ state }) => state !== 'TERMINATED')) return null
  const last = game.turns.at(-1)
  // Who writes no legal action has lost, whatever was paid for it.
  if (last !== undefined && last.verdict !== 'accepted' && last.verdict !== 'cut') return last.agent === person ? 'lost' : 'won'
  if (game.agents.some(({ stop }) => stop !== 'completed')) return 'cut'
  const rewardOf = (agent: HandAgent): number => agent.reward
  const own = game.agents.filter(({ agent }) => agent === person).map(rewardOf)[0] ?? 0
  const best = Math.max(...game.agents.filter(({ agent }) => agent !== person).map(rewardOf))
  return own > best ? 'won' : own < best ? 'lost' : 'drawn'
}

/** Every cell of the board with the probability of the action that is played there. */
export function beliefByCell({ points }: GridScene, { actions }: GameBelief): ReadonlyMap<number, number> {
  const byAction = new Map(actions.map(({ action, probability }) => [action, probability]))
  return new Map(points.flatMap(({ cell, action }) => (byAction.has(action) ? [[cell, byAction.get(action) ?? 0] as const] : [])))
}
