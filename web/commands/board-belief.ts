// What the run's policy makes of the position on the board: the policy as it learns just now, else what the run left in the library,
// else the base; the answer says who. Asked on the engine of this tab, by a worker that lives for one question.

import { transfer } from 'comlink'
import { toErrorData } from '../../src/base/errors.ts'
import type { TryPlayer, TryWorkerApi } from '../../src/workers/try-api.ts'
import type { BoardBelief } from '../state/games.ts'
import { isOver } from '../state/run-view.ts'
import { runsAtWork } from '../state/runs-under-way.ts'
import { workbench } from '../state/workbench.ts'
import { connectEngine, modelUrl, prepareEngine } from './engine.ts'
import { liveRun } from './run-commands.ts'
import { askLibrary } from './store.ts'
import { holdWorker } from './worker-handle.ts'

let request = 0

const set = (change: Partial<BoardBelief>): void => workbench.setState({ boardBelief: { ...workbench.getState().boardBelief, ...change } })

export function showBoardBelief(on: boolean): void {
  request++
  set({ state: on ? { kind: 'asking', before: null } : { kind: 'off' } })
  if (on) void askBoardBelief()
}

/** Asked anew whenever another position is on view, while somebody wants to know. Only the last of several questions counts. */
export async function askBoardBelief(): Promise<void> {
  const { board, run, boardBelief } = workbench.getState()
  const spec = run?.spec ?? null
  if (boardBelief.state.kind === 'off' || board.kind !== 'shown' || run === null || spec === null) return
  const mine = ++request
  const { step, frame, replay } = board
  const episode = board.episodes[board.place]?.episode ?? 0
  const agent = replay.frames[frame + 1]?.turns[0]?.agent
  if (agent === undefined) return set({ state: { kind: 'shown', belief: null } })
  set({ state: { kind: 'asking', before: boardBelief.state.kind === 'shown' ? boardBelief.state.belief : null } })
  const worker = holdWorker<TryWorkerApi>('try', new Worker(new URL('../../src/workers/try.worker.ts', import.meta.url), { type: 'module', name: 'try' }))
  try {
    const { player, believer } = await believerOf(agent)
    const { underWay, engineChoice } = workbench.getState()
    const engine = await connectEngine(await prepareEngine(spec.base, runsAtWork(underWay).length > 0 ? 'auto' : engineChoice))
    const turns = replay.frames.slice(0, frame + 1).flatMap((one) => one.turns)
    const belief = await worker.ask((remote) =>
      remote.believe(transfer({ modelUrl: modelUrl(spec.base), engine, player, spec, step, episode, turns }, [engine])),
    )
    if (mine === request) set({ state: { kind: 'shown', belief }, believer })
  } catch (thrown) {
    if (mine === request) set({ state: { kind: 'failed', error: toErrorData(thrown) } })
  } finally {
    worker.dispose()
  }
}

interface Believer {
  readonly player: TryPlayer
  readonly believer: string
}

async function believerOf(agent: string): Promise<Believer> {
  const { run, live } = workbench.getState()
  const base: Believer = { player: { kind: 'base' }, believer: 'The base' }
  if (run === null || run.spec === null) return base
  const { adapters } = run.spec.agents
  if (live && !isOver(run.status)) {
    // Of several adapters a run lends its first alone, and that may be another agent's.
    const adapter = adapters === 'shared' ? ((await liveRun(run.id)?.worker.ask((remote) => remote.policyAdapter())) ?? null) : null
    return adapter === null ? base : { player: { kind: 'live', name: 'the run under way', adapter }, believer: 'The policy as it is now' }
  }
  const left = (await askLibrary((remote) => remote.listAdapters()))?.filter(({ row }) => row.run === run.id) ?? []
  const found = left.find(({ name }) => name.endsWith(`, ${agent}`)) ?? (adapters === 'shared' ? left[0] : undefined)
  const checkpoint = found === undefined ? null : await askLibrary((remote) => remote.loadAdapter(found.hash))
  return found === undefined || checkpoint === null ? base : { player: { kind: 'checkpoint', name: found.name, checkpoint }, believer: found.name }
}
