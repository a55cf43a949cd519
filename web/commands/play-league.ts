// A league in the background: the page asks its worker for one round after another, puts every round into the store, and shows the
// table that follows. It stops when nobody asks, goes on from the store after a reload, and is one client of the engine.

import { proxy, transfer } from 'comlink'
import { toErrorData, tokenloomError } from '../../src/base/errors.ts'
import type { LeagueEntrant, LeagueRecord } from '../../src/record/league-record.ts'
import type { EntrantPlayer, LeagueRequest, LeagueWorkerApi } from '../../src/workers/league-api.ts'
import { GAMES } from '../state/games.ts'
import { anchorOf, type LeagueDraft, type LeagueOnView, type LeagueState } from '../state/league.ts'
import { runsAtWork } from '../state/runs-under-way.ts'
import { workbench } from '../state/workbench.ts'
import { connectEngine, engineAtHand, modelUrl, prepareEngine } from './engine.ts'
import { nameOfOpponent } from './play-game.ts'
import { askLibrary } from './store.ts'
import { holdWorker, type WorkerHandle } from './worker-handle.ts'

const TOKENS_A_TURN = 64
const TOKENS_A_GAME = 16_384
/** Rounds before a time is told. */
const LEAST_TIMED = 3

interface Sitting {
  readonly league: string
  readonly worker: WorkerHandle<LeagueWorkerApi>
  readonly client: string
  stopped: boolean
}

let sitting: Sitting | null = null
/** Computes tables and boards of leagues that are not played. */
let reader: WorkerHandle<LeagueWorkerApi> | null = null
let clients = 0

const set = (change: Partial<LeagueState>): void => workbench.setState({ league: { ...workbench.getState().league, ...change } })

function update(league: string, change: Partial<LeagueOnView>): void {
  const { shown } = workbench.getState().league
  if (shown?.record.id === league) set({ shown: { ...shown, ...change } })
}

export const editLeague = (change: Partial<LeagueDraft>): void => set({ draft: { ...workbench.getState().league.draft, ...change } })

export async function readLeagues(): Promise<void> {
  try {
    const kept = await askLibrary((remote) => remote.leagues())
    set({ kept: kept ?? [] })
    const [newest] = kept ?? []
    if (workbench.getState().league.shown === null && newest !== undefined) await showLeague(newest)
  } catch (thrown) {
    set({ problem: toErrorData(thrown) })
  }
}

/** A league out of the store, with its table. */
export async function showLeague(record: LeagueRecord): Promise<void> {
  if (workbench.getState().league.shown?.record.id === record.id) return
  try {
    const rounds = (await askLibrary((remote) => remote.leagueRounds(record.id))) ?? []
    const games = rounds.flatMap((round) => round.games)
    const playing = sitting?.league === record.id
    set({
      problem: null,
      shown: { record, games, roundsDone: rounds.length, standings: null, boards: [], playing, pausing: false, pace: null, problem: null },
    })
    await refreshTable(record, games)
  } catch (thrown) {
    set({ problem: toErrorData(thrown) })
  }
}

async function refreshTable(record: LeagueRecord, games: LeagueOnView['games']): Promise<void> {
  const asked = sitting?.league === record.id ? sitting.worker : readingWorker()
  const standings = await asked.ask((remote) => remote.standings(record.entrants.length, games, anchorOf(record)))
  update(record.id, { standings })
}

/** Begins the league that the form describes. */
export async function startLeague(entrants: readonly string[]): Promise<void> {
  const { league, policies } = workbench.getState()
  const { game, rounds, seed, opening, temperature } = league.draft
  const { environment, base, mostOpening } = GAMES[game]
  set({ opening: true, problem: null })
  try {
    if (entrants.length < 2) throw tokenloomError('ARGUMENT_INVALID', 'A league needs two players.', 'Choose at least two.', 'entrants')
    const record: LeagueRecord = {
      ...{ id: `l${crypto.randomUUID().replaceAll('-', '').slice(0, 11)}`, created: Date.now(), game, base, seed, temperature, actionMask: true, rounds },
      environment: { id: environment.id, config: mostOpening === 0 ? environment.config : { ...environment.config, opening: Math.min(opening, mostOpening) } },
      entrants: entrants.map((id): LeagueEntrant => {
        const name = id.startsWith('policy:') ? id.slice('policy:'.length) : null
        return { id, name: nameOfOpponent(id), hash: (policies.list ?? []).find((one) => one.name === name)?.hash ?? null }
      }),
    }
    await askLibrary((remote) => remote.putLeague(record))
    set({ kept: [record, ...(workbench.getState().league.kept ?? [])] })
    await endSitting()
    set({ shown: { record, games: [], roundsDone: 0, standings: null, boards: [], playing: true, pausing: false, pace: null, problem: null } })
    void playOn(record)
  } catch (thrown) {
    set({ problem: toErrorData(thrown) })
  } finally {
    set({ opening: false })
  }
}

export function goOnWithLeague(): void {
  const { shown } = workbench.getState().league
  if (shown === null || shown.playing || shown.roundsDone >= shown.record.rounds) return
  update(shown.record.id, { playing: true, pausing: false, problem: null })
  void endSitting().then(() => playOn(shown.record))
}

/** The round under way is played to its end. */
export function pauseLeague(): void {
  if (sitting === null) return
  sitting.stopped = true
  update(sitting.league, { pausing: true })
}

/** More rounds for a league that has played all of its own. */
export async function addRounds(more: number): Promise<void> {
  const { shown } = workbench.getState().league
  if (shown === null) return
  const record = { ...shown.record, rounds: shown.record.rounds + more }
  await askLibrary((remote) => remote.putLeague(record))
  update(record.id, { record })
  set({ kept: (workbench.getState().league.kept ?? []).map((one) => (one.id === record.id ? record : one)) })
  goOnWithLeague()
}

export async function removeLeague(id: string): Promise<void> {
  if (sitting?.league === id) await endSitting()
  await askLibrary((remote) => remote.removeLeague(id))
  const { kept, shown } = workbench.getState().league
  set({ kept: (kept ?? []).filter((one) => one.id !== id), shown: shown?.record.id === id ? null : shown })
  await readLeagues()
}

async function playOn(record: LeagueRecord): Promise<void> {
  const mine: Sitting = { league: record.id, worker: newWorker(), client: `league-${++clients}`, stopped: false }
  sitting = mine
  try {
    await openTables(mine, record)
    const first = workbench.getState().league.shown?.roundsDone ?? 0
    const began = performance.now()
    for (let round = first; round < record.rounds && !mine.stopped; round++) {
      const games = await mine.worker.ask((remote) =>
        remote.round(
          round,
          proxy((boards) => update(record.id, { boards })),
        ),
      )
      if (sitting !== mine) return
      await askLibrary((remote) => remote.putLeagueRound({ league: record.id, round, games }))
      const { shown } = workbench.getState().league
      const done = round + 1 - first
      // Whoever looked away and came back has read the round out of the store.
      if (shown?.record.id !== record.id || shown.roundsDone > round) continue
      const all = [...shown.games, ...games]
      update(record.id, { games: all, roundsDone: round + 1, pace: done < LEAST_TIMED ? null : (performance.now() - began) / done })
      await refreshTable(record, all)
    }
  } catch (thrown) {
    if (sitting === mine) update(record.id, { problem: toErrorData(thrown) })
  } finally {
    if (sitting === mine) await endSitting()
  }
}

async function openTables(mine: Sitting, record: LeagueRecord): Promise<void> {
  const { base, environment, seed, temperature, actionMask } = record
  const entrants: { readonly name: string; readonly player: EntrantPlayer }[] = []
  for (const entrant of record.entrants) entrants.push({ name: entrant.name, player: await playerOf(entrant) })
  const scripted = entrants.every(({ player }) => player.kind === 'script')
  const engine = scripted ? null : await engineFor(mine, base)
  const request: LeagueRequest = {
    ...{ modelUrl: modelUrl(base), engine, environment, seed, temperature, actionMask, entrants },
    ...{ maxTokensPerTurn: TOKENS_A_TURN, maxTokensPerEpisode: TOKENS_A_GAME },
  }
  await mine.worker.ask((remote) => remote.open(engine === null ? request : transfer(request, [engine])))
}

async function engineFor({ client }: Sitting, base: string): Promise<MessagePort> {
  const { underWay, engineChoice } = workbench.getState()
  const handle = await prepareEngine(base, runsAtWork(underWay).length > 0 ? 'auto' : engineChoice)
  return connectEngine(handle, { id: client, name: 'A league in this page' })
}

async function playerOf({ id, name, hash }: LeagueEntrant): Promise<EntrantPlayer> {
  if (id === 'base') return { kind: 'base' }
  if (id.startsWith('script:')) return { kind: 'script', name: id.slice('script:'.length) }
  // What it was when the league began, whatever the name points to now.
  const checkpoint = hash === null ? null : await askLibrary((remote) => remote.loadAdapter(hash))
  if (checkpoint !== null) return { kind: 'checkpoint', name, checkpoint }
  throw tokenloomError('CHECKPOINT_UNKNOWN', `The policy ${name} is not kept any more as it played in this league.`, 'Begin a new league without it.')
}

async function endSitting(): Promise<void> {
  const ended = sitting
  sitting = null
  if (ended === null) return
  ended.worker.dispose()
  update(ended.league, { playing: false, pausing: false })
  await engineAtHand()
    .then((handle) => handle?.ask((remote) => remote.disconnect(ended.client)))
    .catch(() => {})
}

const newWorker = (): WorkerHandle<LeagueWorkerApi> =>
  holdWorker<LeagueWorkerApi>('league', new Worker(new URL('../../src/workers/league.worker.ts', import.meta.url), { type: 'module', name: 'league' }))

/** For what is looked at; it plays nothing. */
export function readingWorker(): WorkerHandle<LeagueWorkerApi> {
  if (reader === null || reader.dead !== null) reader = newWorker()
  return reader
}
