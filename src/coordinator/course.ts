// The course of one episode: question, answer, step, until it is over. It never waits: whoever drives it brings the
// answers, so that the same course runs at any pace.

import { at } from '../base/assert.ts'
import type { Seat } from './ask-players.ts'
import type { Ask } from './conduct.ts'
import type { EpisodeHost } from './episode-host.ts'
import type { Player } from './player.ts'
import type { TurnLogEntry } from './turn-log.ts'
import type { Written } from './written-turn.ts'

export interface Course {
  readonly host: EpisodeHost
  /** In the order of possibleAgents. */
  readonly players: readonly Player[]
  /** Steps the environment where all answers are there. The seats that must answer next; null when the episode is over. */
  ask(): readonly Seat[] | null
  /** Answers in the order of the seats. */
  write(answers: readonly Written[]): void
  turnLog(): readonly TurnLogEntry[]
  /** Steps of the environment so far: the wave that is asked for now. */
  wave(): number
}

/** `onTurns` hears the turns of a wave as soon as the environment has stepped. */
export function createCourse(host: EpisodeHost, players: readonly Player[], onTurns?: (entries: readonly TurnLogEntry[]) => void): Course {
  const turnLog: TurnLogEntry[] = []
  let rounds: (readonly Ask[])[] = []
  let began = false
  let wave = 0
  return {
    host,
    players,
    ask() {
      for (;;) {
        const round = rounds.shift()
        if (round !== undefined) {
          const awaited = host.advance(round)
          if (awaited.length > 0) return awaited.map((one) => ({ ...one, host, player: at(players, one.index) }))
          continue
        }
        if (began) {
          const entries = host.step()
          turnLog.push(...entries)
          wave++
          if (entries.length > 0) onTurns?.(entries)
        }
        began = true
        rounds = [...host.rounds()]
        if (host.over()) return null
      }
    },
    write: (answers) => host.write(answers),
    turnLog: () => turnLog,
    wave: () => wave,
  }
}
