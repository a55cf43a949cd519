// The league worker's entry: lives while a league is on view or played. Unwraps, plays, wraps.

import { expose } from 'comlink'
import { tokenloomError } from '../base/errors.ts'
import { standingsOf } from '../games/standings.ts'
import type { LeagueWorkerApi } from './league-api.ts'
import { boardsOf, framesOfGame, type OpenLeague, openLeague } from './league-play.ts'
import { lifeLock } from './life-lock.ts'
import { loadModelText } from './load-tokenizer.ts'
import { outcomeOf } from './outcome.ts'
import { connectService } from './service-client.ts'

let league: OpenLeague | null = null

const api: LeagueWorkerApi = {
  ping: lifeLock,
  open: (request) =>
    outcomeOf(async () => {
      const service = request.engine === null ? null : connectService(request.engine).service
      league = await openLeague(request, await loadModelText(request.modelUrl, fetch), service)
    }),
  round: (round, onBoards) =>
    outcomeOf(() => {
      if (league === null) throw tokenloomError('INTERNAL', 'A round was asked for before the league was opened.', 'Begin again.')
      return league.round(round, onBoards)
    }),
  standings: (entrants, games, anchor) => outcomeOf(() => standingsOf(entrants, games, anchor)),
  boards: (rules, games) => outcomeOf(() => boardsOf(rules, games)),
  frames: (rules, game) => outcomeOf(() => framesOfGame(rules, game)),
}

expose(api)
