// A person plays an episode turn by turn. Its worker lives from the first press until another episode begins or the view is
// left; no engine is asked for anything.

import { toErrorData } from '../../src/base/errors.ts'
import { unwrap } from '../../src/base/result.ts'
import { PRESETS } from '../../src/record/presets.ts'
import { presetSpec } from '../../src/record/spec-schema.ts'
import type { HandView, HandWorkerApi } from '../../src/workers/hand-api.ts'
import type { HandDraft } from '../state/hand-play.ts'
import { workbench } from '../state/workbench.ts'
import { modelUrl } from './engine.ts'
import { holdWorker, type WorkerHandle } from './worker-handle.ts'

let held: WorkerHandle<HandWorkerApi> | null = null

export function editHand(change: Partial<HandDraft>): void {
  workbench.setState({ handDraft: { ...workbench.getState().handDraft, ...change } })
}

/** The preset whose task is played: the chosen one, else that of the run on view, else the first. */
export function handPreset(chosen: string | null, viewed: string | undefined): string {
  return [chosen, viewed].find((name) => PRESETS.some((preset) => preset.name === name)) ?? PRESETS[0]?.name ?? ''
}

/** `written`: the task in the field; otherwise a held-out problem. */
export async function beginByHand(written: boolean): Promise<void> {
  const { handDraft, run } = workbench.getState()
  leaveHand()
  workbench.setState({ hand: { kind: 'opening' } })
  const worker = new Worker(new URL('../../src/workers/hand.worker.ts', import.meta.url), { type: 'module', name: 'hand' })
  const mine = holdWorker<HandWorkerApi>('hand', worker)
  held = mine
  await show(mine, () => {
    const { base, environment, rollout } = unwrap(presetSpec(handPreset(handDraft.preset, run?.spec?.preset)))
    const { maxTokensPerTurn, maxTokensPerEpisode } = rollout
    const task = written
      ? ({ kind: 'written', text: handDraft.text } as const)
      : ({ kind: 'heldOut', number: crypto.getRandomValues(new Uint32Array(1))[0] ?? 0 } as const)
    return mine.ask((remote) => remote.start({ modelUrl: modelUrl(base), environment, task, side: handDraft.side, maxTokensPerTurn, maxTokensPerEpisode }))
  })
}

/** What is written for every agent that must act. */
export async function writeByHand(texts: Readonly<Record<string, string>>): Promise<void> {
  const { hand } = workbench.getState()
  const mine = held
  if (mine === null || hand.kind !== 'playing' || hand.waiting) return
  workbench.setState({ hand: { ...hand, waiting: true } })
  await show(mine, () => mine.ask((remote) => remote.write(texts)))
}

export function leaveHand(): void {
  held?.dispose()
  held = null
  if (workbench.getState().hand.kind !== 'idle') workbench.setState({ hand: { kind: 'idle' } })
}

async function show(mine: WorkerHandle<HandWorkerApi>, ask: () => Promise<HandView>): Promise<void> {
  try {
    const game = await ask()
    if (held === mine) workbench.setState({ hand: { kind: 'playing', game, waiting: false } })
  } catch (thrown) {
    if (held === mine) workbench.setState({ hand: { kind: 'failed', error: toErrorData(thrown) } })
  }
}
