// Brings the runs that are drawn beside the one on view, each with the runs of other seeds that are one line with it.

import type { OverlayRun } from '../state/overlays.ts'
import { RECORDED_RUN } from '../state/recording.ts'
import { workbench } from '../state/workbench.ts'
import { readRun } from './read-run.ts'
import { seedsOf } from './show-siblings.ts'

let request = 0

/** Only the last of several requests counts. */
export async function showOverlays(runs: readonly string[]): Promise<void> {
  const mine = ++request
  const { overlays, store } = workbench.getState()
  if (runs.join() === overlays.map(({ id }) => id).join() || (store.kind === 'opening' && runs.length > 0)) return
  const read = await Promise.all(runs.map(async (id) => overlays.find((one) => one.id === id) ?? (await readOverlay(id))))
  if (mine === request) workbench.setState({ overlays: read.filter((one) => one !== null) })
}

async function readOverlay(id: string): Promise<OverlayRun | null> {
  const found = await readRun(id)
  return found === null ? null : { ...found, seeds: id === RECORDED_RUN ? [] : await seedsOf(found.view) }
}
