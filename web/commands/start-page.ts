// What happens when the page opens, in the order of what a visitor sees first: theme, device line, the last run
// from the store, and then, when the browser has nothing else to do, the engine.

import { workbench } from '../state/workbench.ts'
import { restoreEngineChoice } from './choose-engine.ts'
import { keepQueue, restoreQueue } from './keep-queue.ts'
import { followAddress, openRun, watchAddress } from './navigate.ts'
import { watchOffline } from './offline.ts'
import { watchMemoryPlan } from './plan-memory.ts'
import { playOnFirstVisit } from './play-recording.ts'
import { prepareChosenBase } from './prepare-base.ts'
import { probeDevice } from './probe-device.ts'
import { watchQueue } from './run-queue.ts'
import { watchSiblings } from './show-siblings.ts'
import { wasAsked } from './storage.ts'
import { openStore } from './store.ts'
import { watchAlternatives } from './watch-alternatives.ts'

/** ?embed: one replay, in a frame on somebody else's page. */
export const isEmbedded = (): boolean => new URLSearchParams(location.search).has('embed')

export async function startPage(): Promise<void> {
  restoreEngineChoice()
  watchAddress()
  watchMemoryPlan()
  watchSiblings()
  watchAlternatives()
  // A frame on another page replays one thing: it trains nothing, and leaves the records to whole pages.
  if (isEmbedded()) return replayAlone()
  restoreQueue()
  keepQueue()
  watchQueue()
  await Promise.all([probeDevice(), openStoreAndLastRun()])
  whenIdle(() => void prepareChosenBase())
  workbench.setState({ askedToPersist: wasAsked() })
  // Whoever drives the page without its views needs it now, not later.
  if (new URLSearchParams(location.search).get('views') !== 'none') watchOffline()
}

/** What the address names; bundles that are asked for are held in memory. */
async function replayAlone(): Promise<void> {
  workbench.setState({ store: { kind: 'ready' } })
  await probeDevice()
  followAddress()
  const { run, link } = workbench.getState()
  if (run === null && link === null && location.hash.length < 2) await playOnFirstVisit()
}

async function openStoreAndLastRun(): Promise<void> {
  await showFirst().finally(() => workbench.setState({ arriving: false }))
}

async function showFirst(): Promise<void> {
  await openStore()
  followAddress()
  const { run, saved } = workbench.getState()
  if (run !== null) return
  const linked = new URLSearchParams(location.hash.slice(1)).get('run')
  const wanted = linked ?? saved[0]?.id
  if (wanted !== undefined) await openRun(wanted)
  // Behind the preview of a link nothing plays.
  if (workbench.getState().run === null && workbench.getState().link === null) await playOnFirstVisit()
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: 1500 })
  else setTimeout(work, 300)
}
