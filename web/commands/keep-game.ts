// What remains of a game: a run of one step in the records, which every view of runs can show, and a link that holds its seed and
// its actions, from which anybody can play it again.

import { toErrorData, tokenloomError } from '../../src/base/errors.ts'
import { isRecord } from '../../src/base/json.ts'
import type { RunEvent, RunEventBody } from '../../src/record/events.ts'
import { specOfGame } from '../../src/record/game-spec.ts'
import type { HandKept } from '../../src/workers/hand-api.ts'
import type { GameUnderWay } from '../state/games.ts'
import { memoryDemand } from '../state/memory-demand.ts'
import { workbench } from '../state/workbench.ts'
import { prepareEngine } from './engine.ts'
import { goToRun, selectTab } from './navigate.ts'
import { askTable, playing, update } from './play-game.ts'
import { describeRun, storeRun } from './store.ts'
import { copyText, tell } from './take-away.ts'

/** `name`: what the run is called. */
export async function keepGame(name: string): Promise<void> {
  const now = playing()
  if (now === null) return
  try {
    const kept = await askTable((worker) => worker.ask((remote) => remote.keep()))
    if (kept === null) return
    const run = `g${crypto.randomUUID().replaceAll('-', '').slice(0, 11)}`
    const events = await eventsOf(now, kept, run)
    const bytes = [
      { arm: 'policy', step: 1, content: new Blob([kept.tokens]) },
      { arm: 'turns-policy', step: 1, content: new Blob([kept.turns]) },
    ] as const
    await storeRun({ run, events, tokens: bytes, files: [] })
    await describeRun(run, { name, tags: ['game'] })
    update({ kept: { run, waves: now.game.waves } })
    tell('Kept among the runs.')
  } catch (thrown) {
    update({ problem: toErrorData(thrown) })
  }
}

/** The game that was kept, token by token, with its board. */
export function openKeptGame(tab: 'tokens' | 'timeline'): void {
  const kept = playing()?.kept
  if (kept === null || kept === undefined) return
  goToRun(kept.run)
  selectTab(tab)
}

export async function copyGameLink(): Promise<void> {
  const now = playing()
  if (now === null) return
  const [{ encodeLink }, kept] = await Promise.all([import('../../src/share/link-codec.ts'), askTable((worker) => worker.ask((remote) => remote.keep()))])
  if (kept === null) return
  const { environment, seed } = now.choice
  const { config } = environment
  if (!isRecord(config)) return
  const link = encodeLink({ kind: 'episode', environment: environment.id, config, seed, group: 0, episode: 0, split: 'heldOut', actions: kept.actions })
  await copyText(new URL(link, location.href).href)
}

/** The log of a run that a game is: it starts, tells its one step, and was played. The engine says who it is, also where it had no part. */
async function eventsOf({ choice }: GameUnderWay, kept: HandKept, run: string): Promise<readonly RunEvent[]> {
  const spec = specOfGame(choice)
  const handle = await prepareEngine(choice.base, 'auto')
  const { engine } = workbench.getState()
  if (engine.kind !== 'ready') throw tokenloomError('ENGINE_BUSY', 'The engine is not ready to say who it is.', 'Keep the game once it is.')
  const { description } = engine
  const memory = await handle.ask((remote) => remote.planMemory(memoryDemand(spec, description.base.contextTokens)))
  const bodies: readonly RunEventBody[] = [
    { kind: 'started', spec, service: description, memory, vocabulary: kept.vocabulary },
    { kind: 'tokens', ref: kept.tokensRef },
    { kind: 'turns', ref: kept.turnsRef, milliseconds: kept.spans },
    { kind: 'played' },
  ]
  return bodies.map((body, seq) => ({ ...body, run, seq }))
}
