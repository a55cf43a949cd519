// What happens when the page opens, in the order of what a visitor sees first: theme, device line, the last run
// from the store, and then, when the browser has nothing else to do, the engine.

import { workbench } from '../state/workbench.ts'
import { restoreEngineChoice } from './choose-engine.ts'
import { followAddress, openRun, watchAddress } from './navigate.ts'
import { watchMemoryPlan } from './plan-memory.ts'
import { playOnFirstVisit } from './play-recording.ts'
import { prepareChosenBase } from './prepare-base.ts'
import { probeDevice } from './probe-device.ts'
import { openStore } from './store.ts'

export async function startPage(): Promise<void> {
  restoreEngineChoice()
  watchAddress()
  watchMemoryPlan()
  await Promise.all([probeDevice(), openStoreAndLastRun()])
  whenIdle(() => void prepareChosenBase())
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

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: 1500 })
  else setTimeout(work, 300)
}
