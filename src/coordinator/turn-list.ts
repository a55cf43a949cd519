// One episode's log as a plain list: who acted in which wave, with what outcome, and who waited for whom. JSON, small enough
// to stand in an event. Judges nothing.

import { canonicalJson, type Json } from '../base/json.ts'
import type { AgentId } from '../environments/contract.ts'
import type { BatchResult } from './run-episodes.ts'
import type { TurnLogEntry, WaitEntry } from './turn-log.ts'

export interface TurnLine {
  readonly wave: number
  readonly agent: AgentId
  /** Set where the action was played in another agent's place. */
  readonly place?: AgentId
  readonly version: number
  /** The action as JSON; the reason where the text was none; empty where a budget cut it off. */
  readonly action: string
  readonly verdict: 'accepted' | 'parse_error' | 'illegal_action' | 'cut'
  /** Of all agents, on the last turn of a wave. */
  readonly rewards: Readonly<Record<AgentId, number>>
}

export type WaitLine = Pick<WaitEntry, 'wave' | 'kind' | 'waiting' | 'for' | 'since' | 'until'>

export interface EpisodeTurns {
  readonly episode: number
  readonly turns: readonly TurnLine[]
  readonly waits: readonly WaitLine[]
}

export function turnsOf({ turnLog, waits }: Pick<BatchResult, 'turnLog' | 'waits'>, episode: number): EpisodeTurns {
  return {
    episode,
    turns: turnLog.filter((entry) => entry.episode === episode).map(turnLine),
    waits: waits
      .filter((entry) => entry.episode === episode)
      .map(({ wave, kind, waiting, for: awaited, since, until }) => ({ wave, kind, waiting, for: awaited, since, until })),
  }
}

export function turnLine({ wave, agent, place, version, verdict, rewards }: TurnLogEntry): TurnLine {
  const said = verdict === undefined ? '' : verdict.kind === 'parse_error' ? verdict.reason : canonicalJson(verdict.action satisfies Json)
  return { wave, agent, ...(place === undefined ? {} : { place }), version, action: said, verdict: verdict?.kind ?? 'cut', rewards: { ...rewards } }
}
