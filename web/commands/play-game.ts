// A game against a policy or a scripted player. It stays on the table while one looks at something else; its worker lives until the next
// game begins. The engine knows the game as one client, which is disconnected with it, so that what was loaded for it is freed.

import { transfer } from 'comlink'
import { toErrorData, tokenloomError } from '../../src/base/errors.ts'
import { specOfGame } from '../../src/record/game-spec.ts'
import type { HandOpponent, HandView, HandWorkerApi } from '../../src/workers/hand-api.ts'
import { GAMES, type GameDraft, type GameUnderWay, type OpponentId, waveOnView } from '../state/games.ts'
import { runsAtWork } from '../state/runs-under-way.ts'
import { workbench } from '../state/workbench.ts'
import { connectEngine, engineAtHand, modelUrl, prepareEngine } from './engine.ts'
import { refreshPolicies } from './policies.ts'
import { liveRun } from './run-commands.ts'
import { askLibrary } from './store.ts'
import { holdWorker, type WorkerHandle } from './worker-handle.ts'

interface Table {
  readonly worker: WorkerHandle<HandWorkerApi>
  /** The engine's name for it; null while no engine serves it. */
  client: string | null
}

/** Longer than any action of any game: under the action mask it is the actions that decide. */
const TOKENS_A_TURN = 64
const TOKENS_A_GAME = 16_384

let table: Table | null = null
let clients = 0

export function editGame(change: Partial<GameDraft>): void {
  workbench.setState({ gameDraft: { ...workbench.getState().gameDraft, ...change } })
}

/** What can be played, by whom: asked once, of the environments themselves. */
export async function readGames(): Promise<void> {
  void refreshPolicies()
  if (workbench.getState().gameFacts.length > 0) return
  const { worker } = sit()
  const environments = [...new Set(Object.values(GAMES).map(({ environment }) => environment.id))]
  try {
    workbench.setState({ gameFacts: await worker.ask((remote) => remote.facts(environments)) })
  } catch (thrown) {
    workbench.setState({ game: { kind: 'failed', error: toErrorData(thrown) } })
  }
}

export async function newGame(change: Partial<GameDraft> = {}): Promise<void> {
  editGame(change)
  const { gameDraft: draft, gameFacts } = workbench.getState()
  leaveGame()
  workbench.setState({ game: { kind: 'opening' } })
  const mine = sit()
  try {
    const { environment, base } = GAMES[draft.game]
    const facts = gameFacts.find(({ id }) => id === environment.id)
    const opponent = draft.opponent ?? standardOpponent(draft.game)
    const seed = readSeed(draft.seed)
    const choice = {
      ...{ base, seed, temperature: draft.temperature, actionMask: draft.actionMask },
      ...{ maxTokensPerTurn: TOKENS_A_TURN, maxTokensPerEpisode: TOKENS_A_GAME },
      environment: { id: environment.id, config: draft.opening === 0 ? environment.config : { ...environment.config, opening: draft.opening } },
    }
    specOfGame(choice)
    const player = await opponentOf(opponent)
    const engine = player.kind === 'policy' ? await engineFor(mine, base) : null
    const { temperature, actionMask, maxTokensPerTurn, maxTokensPerEpisode } = choice
    const request = {
      ...{ modelUrl: modelUrl(base), environment: choice.environment, task: { kind: 'heldOut', number: seed } as const, side: draft.side },
      ...{ opponent: player, engine, temperature, actionMask, maxTokensPerTurn, maxTokensPerEpisode },
    }
    const game = await mine.worker.ask((remote) => remote.start(engine === null ? request : transfer(request, [engine])))
    if (table !== mine) return
    const against = nameOfOpponent(opponent)
    workbench.setState({
      game: {
        ...{ kind: 'playing', choice, draft, game, against, believer: player.kind === 'policy' ? against : 'The base' },
        ...{ person: facts?.agents[draft.side] ?? game.seats[0]?.agent ?? '', waiting: false, looking: null, problem: null, kept: null },
        belief: { kind: 'off' },
      },
    })
  } catch (thrown) {
    if (table === mine) workbench.setState({ game: { kind: 'failed', error: toErrorData(thrown) } })
  }
}

export const moveInGame = (texts: Readonly<Record<string, string>>): Promise<void> => change((worker) => worker.ask((remote) => remote.write(texts)))
export const undoMove = (): Promise<void> => change((worker) => worker.ask((remote) => remote.undo()))

/** The other side, the same opponent, a new game. */
export async function swapSides(): Promise<void> {
  const { gameFacts, gameDraft } = workbench.getState()
  const agents = gameFacts.find(({ id }) => id === GAMES[gameDraft.game].environment.id)?.agents.length ?? 2
  await newGame({ side: (gameDraft.side + 1) % agents })
}

/** Brings an earlier position on view; null: the newest. Nothing is taken back. */
export async function lookAt(wave: number | null): Promise<void> {
  const now = playing()
  if (now === null || table === null) return
  const wanted = wave === null ? now.game.waves : Math.max(0, Math.min(now.game.waves, wave))
  const { worker } = table
  try {
    const scene = wanted === now.game.waves ? null : await worker.ask((remote) => remote.sceneAt(wanted))
    update({ looking: wanted === now.game.waves ? null : { wave: wanted, scene } })
    await askBelief()
  } catch (thrown) {
    update({ problem: toErrorData(thrown) })
  }
}

export async function showBelief(on: boolean): Promise<void> {
  update({ belief: on ? { kind: 'asking', before: null } : { kind: 'off' } })
  if (on) await askBelief()
}

/** Away from the table. */
function leaveGame(): void {
  const left = table
  table = null
  left?.worker.dispose()
  if (left?.client !== null && left?.client !== undefined) {
    const { client } = left
    void engineAtHand().then((handle) => handle?.ask((remote) => remote.disconnect(client)).catch(() => {}))
  }
  if (workbench.getState().game.kind !== 'idle') workbench.setState({ game: { kind: 'idle' } })
}

/** What the worker has of the game, for whoever keeps it. */
export const askTable = async <T>(ask: (worker: WorkerHandle<HandWorkerApi>) => Promise<T>): Promise<T | null> => (table === null ? null : ask(table.worker))

export function playing(): GameUnderWay | null {
  const { game } = workbench.getState()
  return game.kind === 'playing' ? game : null
}

export function update(change: Partial<GameUnderWay>): void {
  const now = playing()
  if (now !== null) workbench.setState({ game: { ...now, ...change } })
}

function sit(): Table {
  table ??= {
    worker: holdWorker<HandWorkerApi>('hand', new Worker(new URL('../../src/workers/hand.worker.ts', import.meta.url), { type: 'module', name: 'hand' })),
    client: null,
  }
  return table
}

async function change(ask: (worker: WorkerHandle<HandWorkerApi>) => Promise<HandView>): Promise<void> {
  const now = playing()
  const mine = table
  if (now === null || mine === null || now.waiting) return
  update({ waiting: true, looking: null, problem: null })
  try {
    const game = await ask(mine.worker)
    if (table !== mine) return
    update({ game, waiting: false })
    await askBelief()
  } catch (thrown) {
    if (table === mine) update({ waiting: false, problem: toErrorData(thrown) })
  }
}

/** Asked anew whenever another position is on view, while somebody wants to know. */
async function askBelief(): Promise<void> {
  const now = playing()
  const mine = table
  if (now === null || mine === null || now.belief.kind === 'off') return
  const before = now.belief.kind === 'shown' ? now.belief.belief : null
  update({ belief: { kind: 'asking', before } })
  const wave = waveOnView(now)
  try {
    // A game against a scripted player needs an engine for this alone.
    const engine = mine.client === null ? await connectEngine(await prepareEngine(now.choice.base, choiceOfEngine())) : null
    const belief = await mine.worker.ask((remote) => remote.believe(wave, engine === null ? null : transfer(engine, [engine])))
    const here = playing()
    if (table === mine && here !== null && here.belief.kind !== 'off' && waveOnView(here) === wave) update({ belief: { kind: 'shown', belief } })
  } catch (thrown) {
    if (table === mine && playing()?.belief.kind !== 'off') update({ belief: { kind: 'failed', error: toErrorData(thrown) } })
  }
}

const choiceOfEngine = () => {
  const { underWay, engineChoice } = workbench.getState()
  return runsAtWork(underWay).length > 0 ? 'auto' : engineChoice
}

async function engineFor(mine: Table, base: string): Promise<MessagePort> {
  const handle = await prepareEngine(base, choiceOfEngine())
  mine.client = `game-${++clients}`
  return connectEngine(handle, { id: mine.client, name: 'A game in this page' })
}

function readSeed(text: string): number {
  if (text.trim() === '') return crypto.getRandomValues(new Uint32Array(1))[0] ?? 0
  if (/^\d{1,10}$/.test(text.trim()) && Number(text) <= 0xffffffff) return Number(text)
  throw tokenloomError('ARGUMENT_INVALID', 'A seed is a whole number up to 4294967295.', 'Write another, or leave it empty.', 'seed')
}

/** Somebody whom a beginner can beat. */
export function standardOpponent(game: GameDraft['game']): OpponentId {
  const facts = workbench.getState().gameFacts.find(({ id }) => id === GAMES[game].environment.id)
  const name = facts?.opponents[Math.min(1, facts.opponents.length - 1)]?.name
  return name === undefined ? 'base' : `script:${name}`
}

export function nameOfOpponent(opponent: OpponentId): string {
  const [kind, name] = partsOf(opponent)
  if (kind === 'base') return 'The base'
  if (kind === 'run') return 'The run under way'
  if (kind === 'policy') return name
  const known = workbench.getState().gameFacts.flatMap(({ opponents }) => opponents)
  return known.find((one) => one.name === name)?.title ?? name
}

const partsOf = (opponent: OpponentId): readonly [kind: string, name: string] => {
  const at = opponent.indexOf(':')
  return at < 0 ? [opponent, ''] : [opponent.slice(0, at), opponent.slice(at + 1)]
}

async function opponentOf(opponent: OpponentId): Promise<HandOpponent> {
  const [kind, name] = partsOf(opponent)
  if (kind === 'script') return { kind: 'script', name }
  if (kind === 'base') return { kind: 'policy', player: { kind: 'base' } }
  if (kind === 'run') {
    const adapter = (await liveRun(name)?.worker.ask((remote) => remote.policyAdapter())) ?? null
    if (adapter !== null) return { kind: 'policy', player: { kind: 'live', name: 'the run under way', adapter } }
    throw tokenloomError('ADAPTER_UNKNOWN', 'The run under way has no policy yet, or has ended.', 'Wait until its first step, or choose another opponent.')
  }
  const checkpoint = await askLibrary((remote) => remote.loadAdapter(name))
  if (checkpoint !== null) return { kind: 'policy', player: { kind: 'checkpoint', name, checkpoint } }
  throw tokenloomError('STORE_BUSY', 'This tab keeps no records, so no policies.', 'Use the tab that keeps the records, or choose another opponent.')
}
