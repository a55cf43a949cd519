// The table of a league: what everybody won, drew and lost, on either side, and the rating that follows. Pure.

import { at } from '../base/assert.ts'
import type { LeagueGame } from '../record/league-record.ts'
import { type Rating, rate } from './ratings.ts'

export interface Tally {
  readonly won: number
  readonly drawn: number
  readonly lost: number
}

export interface Standing extends Rating {
  /** Its place in the list of entrants. */
  readonly entrant: number
  readonly games: number
  readonly asFirst: Tally
  readonly asSecond: Tally
}

export interface Standings {
  /** The strongest first. */
  readonly rows: readonly Standing[]
  /** `against[i][j]`: i's tally in its games with j, by their places in the list. */
  readonly against: readonly (readonly Tally[])[]
  /** Games that could not be played to their end; they count for nobody. */
  readonly voided: number
}

const NONE: Tally = { won: 0, drawn: 0, lost: 0 }
const plus = ({ won, drawn, lost }: Tally, result: keyof Tally): Tally => ({
  won: won + (result === 'won' ? 1 : 0),
  drawn: drawn + (result === 'drawn' ? 1 : 0),
  lost: lost + (result === 'lost' ? 1 : 0),
})

/** `anchor`: who stands at 0; null: the mean of all. */
export function standingsOf(entrants: number, games: readonly LeagueGame[], anchor: number | null): Standings {
  const sides = Array.from({ length: entrants }, () => ({ asFirst: NONE, asSecond: NONE }))
  const against = Array.from({ length: entrants }, () => Array.from({ length: entrants }, () => NONE))
  let voided = 0
  for (const { first, second, outcome } of games) {
    if (outcome === 'void') {
      voided++
      continue
    }
    const result = outcome === 'draw' ? 'drawn' : outcome === 'first' ? 'won' : 'lost'
    const mirrored = result === 'drawn' ? 'drawn' : result === 'won' ? 'lost' : 'won'
    const [one, two] = [at(sides, first), at(sides, second)]
    one.asFirst = plus(one.asFirst, result)
    two.asSecond = plus(two.asSecond, mirrored)
    const [forward, backward] = [at(against, first), at(against, second)]
    forward[second] = plus(at(forward, second), result)
    backward[first] = plus(at(backward, first), mirrored)
  }
  const ratings = rate(
    against.map((row) => row.map(({ won, drawn }) => won + drawn / 2)),
    anchor,
  )
  const rows = sides.map(({ asFirst, asSecond }, entrant): Standing => {
    const count = ({ won, drawn, lost }: Tally): number => won + drawn + lost
    return { ...at(ratings, entrant), entrant, games: count(asFirst) + count(asSecond), asFirst, asSecond }
  })
  return { rows: rows.sort((a, b) => b.points - a.points || a.entrant - b.entrant), against, voided }
}
