// What the page may ask of the league worker: rounds of games between policies and scripted players, the table that follows, and
// what the games look like. The page asks round by round, so a league stops when nobody asks. Types only.

import type { Json } from '../base/json.ts'
import type { GridScene } from '../environments/scene.ts'
import type { Standings } from '../games/standings.ts'
import type { LeagueGame } from '../record/league-record.ts'
import type { Outcome } from './outcome.ts'
import type { TryPlayer } from './try-api.ts'

export type EntrantPlayer = { readonly kind: 'script'; readonly name: string } | TryPlayer

/** What every game of a league has in common. */
export interface LeagueRules {
  readonly environment: { readonly id: string; readonly config: Json }
  readonly seed: number
}

export interface LeagueRequest extends LeagueRules {
  readonly modelUrl: string
  /** A training service (service-host.ts); null where all entrants are scripted. */
  readonly engine: MessagePort | null
  readonly temperature: number
  readonly actionMask: boolean
  readonly maxTokensPerTurn: number
  readonly maxTokensPerEpisode: number
  readonly entrants: readonly { readonly name: string; readonly player: EntrantPlayer }[]
}

/** A game on a wall of many. */
export interface LeagueBoard {
  readonly episode: number
  /** Entrants by their place in the list. */
  readonly first: number
  readonly second: number
  readonly scene: GridScene
}

export interface LeagueWorkerApi {
  /** The name of the lock that the worker holds while it lives (life-lock.ts); null where there are none. */
  ping(): Promise<string | null>
  /** Brings everybody to the tables. */
  open(request: LeagueRequest): Promise<Outcome<void>>
  /** Plays one round; `onBoards` hears how the games stand, a few times a second. */
  round(round: number, onBoards: (boards: readonly LeagueBoard[]) => void): Promise<Outcome<readonly LeagueGame[]>>
  standings(entrants: number, games: readonly LeagueGame[], anchor: number | null): Promise<Outcome<Standings>>
  /** Last positions of these games; those without a board are left out. */
  boards(rules: LeagueRules, games: readonly LeagueGame[]): Promise<Outcome<readonly LeagueBoard[]>>
  /** One game from its start to its end; empty where it has no board. */
  frames(rules: LeagueRules, game: LeagueGame): Promise<Outcome<readonly GridScene[]>>
}
