// Leagues in IndexedDB, in the database of the other records: a row a league, and a row a round, written once when it was played. So a
// league that a reload cut off goes on after its last whole round.

import type { IDBPDatabase } from 'idb'
import type { LeagueRecord, LeagueRound } from '../record/league-record.ts'
import { storing } from './failures.ts'
import type { TokenloomSchema } from './schema.ts'

export interface LeagueShelf {
  /** Newest first. */
  list(): Promise<readonly LeagueRecord[]>
  put(league: LeagueRecord): Promise<void>
  rounds(league: string): Promise<readonly LeagueRound[]>
  putRound(round: LeagueRound): Promise<void>
  remove(league: string): Promise<void>
}

export function openLeagueShelf(database: IDBPDatabase<TokenloomSchema>): LeagueShelf {
  const ofLeague = (league: string): IDBKeyRange => IDBKeyRange.bound([league], [league, []])
  return {
    list: () => storing(async () => (await database.getAll('leagues')).sort((a, b) => b.created - a.created)),
    put: (league) => storing(async () => void (await database.put('leagues', league))),
    rounds: (league) => storing(() => database.getAll('leagueRounds', ofLeague(league))),
    putRound: (round) => storing(async () => void (await database.put('leagueRounds', round))),
    remove: (league) =>
      storing(async () => {
        const transaction = database.transaction(['leagues', 'leagueRounds'], 'readwrite')
        await Promise.all([
          transaction.objectStore('leagues').delete(league),
          transaction.objectStore('leagueRounds').delete(ofLeague(league)),
          transaction.done,
        ])
      }),
  }
}
