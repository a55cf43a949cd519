import { describe, expect, it } from 'vitest'
import { unwrap } from '../base/result.ts'
import { findEnvironment } from '../environments/registry.ts'
import { roundOf } from '../games/league.ts'
import { standingsOf } from '../games/standings.ts'
import { asciiTokenizer } from '../training/testing/ascii-tokenizer.ts'
import { createFakeService } from '../training/testing/fake-service.ts'
import type { EntrantPlayer, LeagueBoard, LeagueRequest } from './league-api.ts'
import { boardsOf, framesOfGame, openLeague } from './league-play.ts'
import type { ModelText } from './load-tokenizer.ts'

const text = { tokenizer: asciiTokenizer, config: { contextTokens: 64 } } as unknown as ModelText
const script = (name: string): { name: string; player: EntrantPlayer } => ({ name, player: { kind: 'script', name } })
const BASE: { name: string; player: EntrantPlayer } = { name: 'base', player: { kind: 'base' } }
const league = (entrants: LeagueRequest['entrants'], change: Partial<LeagueRequest> = {}) => {
  const request: LeagueRequest = {
    ...{ modelUrl: '', engine: null, environment: { id: 'tictactoe-v1', config: { opponent: 'none', opening: 2 } }, seed: 3, temperature: 1 },
    ...{ actionMask: true, maxTokensPerTurn: 8, maxTokensPerEpisode: 64, entrants },
    ...change,
  }
  return openLeague(request, text, createFakeService())
}
const RULES = { environment: { id: 'tictactoe-v1', config: { opponent: 'none', opening: 2 } }, seed: 3 }
const quiet = (): void => {}

describe('a round of a league', () => {
  it('has every pair twice, once on either side of the same start', async () => {
    const orders = roundOf(4, 2)
    expect(orders).toHaveLength(12)
    expect(new Set(orders.map(({ first, second }) => `${first} ${second}`)).size).toBe(12)
    expect(new Set(orders.map(({ episode }) => episode)).size).toBe(12)
    const games = await (await league([script('random'), script('solver'), BASE])).round(1, quiet)
    const starts = games.map((game) => JSON.stringify(framesOfGame(RULES, game)[0]?.pieces))
    expect(new Set(starts).size).toBe(1)
  })

  it('is the same whenever it is played, and whoever has joined the list since', async () => {
    const entrants = [script('random'), BASE, script('solver-50')]
    const [one, two] = [await (await league(entrants)).round(5, quiet), await (await league(entrants)).round(5, quiet)]
    expect(two).toEqual(one)
    const more = await (await league([...entrants, script('solver')])).round(5, quiet)
    expect(more.slice(0, one.length)).toEqual(one)
    expect(await (await league(entrants)).round(6, quiet)).not.toEqual(one.map((game) => ({ ...game, round: 6 })))
  })

  it('puts everybody where they belong: the solver never loses, chance does', async () => {
    const opened = await league([script('random'), script('solver'), BASE])
    const games = (await Promise.all([0, 1, 2, 3, 4, 5].map((round) => opened.round(round, quiet)))).flat()
    const { rows, against, voided } = standingsOf(3, games, 2)
    expect(voided).toBe(0)
    expect(rows.map(({ games: count }) => count)).toEqual([24, 24, 24])
    expect(rows[0]?.entrant).toBe(1)
    expect((rows[0]?.asFirst.lost ?? 1) + (rows[0]?.asSecond.lost ?? 1)).toBe(0)
    expect(rows.find(({ entrant }) => entrant === 2)).toMatchObject({ points: 0, margin: 0 })
    // What one has won the other has lost.
    for (const [i, row] of against.entries())
      for (const [j, tally] of row.entries())
        expect([tally.won, tally.drawn, tally.lost]).toEqual([against[j]?.[i]?.lost, against[j]?.[i]?.drawn, against[j]?.[i]?.won])
  })

  it('counts an illegal move as lost, and a game that cannot be finished as void', async () => {
    const unmasked = await (await league([script('random'), BASE], { actionMask: false })).round(0, quiet)
    expect(unmasked.map(({ outcome, first }) => (outcome === 'first' ? first : outcome === 'second' ? 1 - first : outcome))).toEqual([0, 0])
    const cut = await (await league([script('random'), script('solver')], { maxTokensPerEpisode: 10 })).round(0, quiet)
    expect(cut.every(({ outcome }) => outcome === 'void')).toBe(true)
    expect(standingsOf(2, cut, null)).toMatchObject({ voided: 2, rows: [{ games: 0 }, { games: 0 }] })
  })
})

describe('onlookers of a league', () => {
  it('see the boards that the moves lead to, while it is played and afterwards', async () => {
    const seen: (readonly LeagueBoard[])[] = []
    const games = await (await league([script('random'), script('solver')])).round(0, (boards) => seen.push(boards))
    expect(seen.length).toBeGreaterThan(0)
    const last = boardsOf(RULES, games)
    expect(last.map(({ episode }) => episode)).toEqual(games.map(({ episode }) => episode))
    for (const [index, game] of games.entries()) {
      const frames = framesOfGame(RULES, game)
      expect(frames).toHaveLength(game.moves.length + 1)
      expect(frames.at(-1)).toEqual(last[index]?.scene)
      expect(frames.at(-1)?.caption).toMatch(game.outcome === 'draw' ? /draw/ : /has won/)
    }
  })

  it('have nothing to see where a game has no board', async () => {
    const opened = await league([script('random'), script('master')], { environment: { id: 'kuhn-v1', config: {} } })
    const games = await opened.round(0, quiet)
    expect(games).toHaveLength(2)
    expect(boardsOf({ environment: { id: 'kuhn-v1', config: {} }, seed: 3 }, games)).toEqual([])
    expect(unwrap(findEnvironment('kuhn-v1')).view).toBe(undefined)
  })
})
