// One game of a rollout, told to an onlooker turn by turn while it is played. Who looks on decides nothing: without an onlooker the
// rollout is the same.

import type { EpisodePlan } from '../coordinator/episode-plan.ts'
import type { Seating } from '../coordinator/player.ts'
import type { TurnLogEntry } from '../coordinator/turn-log.ts'
import type { Arm } from '../record/events.ts'
import type { LiveGame } from '../record/live-game.ts'
import { turnRecord } from './turn-record.ts'

export interface Onlooker {
  /** Which episode of a rollout is looked at, by its place among them; null: none. Asked at every turn. */
  readonly place: () => number | null
  readonly tell: (game: LiveGame) => void
}

export interface PlayedStep {
  readonly arm: Arm
  readonly step: number
  readonly plans: readonly EpisodePlan[]
  readonly seating: Seating
}

/** What a batch calls with the turns of an episode as they are taken. Whoever begins to look in the middle of a game is told of all of it. */
export function followGame({ place, tell }: Onlooker, { arm, step, plans, seating }: PlayedStep): (entries: readonly TurnLogEntry[]) => void {
  const games = new Map<number, TurnLogEntry[]>(plans.map(({ episode }) => [episode, []]))
  return (entries) => {
    for (const entry of entries) games.get(entry.episode)?.push(entry)
    const last = entries.at(-1)
    const looked = place()
    const plan = looked === null ? undefined : plans[looked]
    if (last === undefined || plan === undefined || plan.episode !== last.episode) return
    const turns = (games.get(plan.episode) ?? []).map((entry) => turnRecord(entry, seating(plan, entry.agent).name))
    tell({ arm, step, episode: plan.episode, turns, over: last.stop !== undefined })
  }
}
