// What happens when the page opens, in the order of what a visitor sees first: theme, device line, the last run
// from the store, and then, when the browser has nothing else to do, the engine.

import { readDraft } from '../state/draft.ts'
import { workbench } from '../state/workbench.ts'
import { prepareEngine } from './engine.ts'
import { followAddress, openRun, watchAddress } from './navigate.ts'
import { watchMemoryPlan } from './plan-memory.ts'
import { playOnFirstVisit } from './play-recording.ts'
import { probeDevice } from './probe-device.ts'
import { openStore } from './store.ts'

export async function startPage(): Promise<void> {
  watchAddress()
  watchMemoryPlan()
  const [facts] = await Promise.all([probeDevice(), openStoreAndLastRun()])
  if (facts.adapter !== null) whenIdle(() => void prepareChosenBase())
}

async function openStoreAndLastRun(): Promise<void> {
  await openStore()
  followAddress()
  const { run, saved } = workbench.getState()
  if (run !== null) return
  const linked = new URLSearchParams(location.hash.slice(1)).get('run')
  const wanted = linked ?? saved[0]?.id
  if (wanted !== undefined) await openRun(wanted)
  if (workbench.getState().run === null) await playOnFirstVisit()
}

async function prepareChosenBase(): Promise<void> {
  const { spec } = readDraft(workbench.getState().draft)
  if (spec === null || workbench.getState().engine.kind !== 'off') return
  // A failure stands in the store of the page, beside the memory plan.
  await prepareEngine(spec.base).catch(() => {})
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: 1500 })
  else setTimeout(work, 300)
}
