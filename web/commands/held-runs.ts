// Runs from bundles that cannot be kept, because another tab keeps the records or the browser lends no storage (a frame in a course
// site, say): they stay in memory for as long as the page is open, and are read like kept ones.

import type { RunBundle } from '../../src/share/bundle.ts'

/** The newest few. */
const MOST = 2
const held = new Map<string, RunBundle>()

export function holdRun(bundle: RunBundle): void {
  held.delete(bundle.run)
  held.set(bundle.run, bundle)
  for (const id of [...held.keys()].slice(0, -MOST)) held.delete(id)
}

export const heldRun = (run: string): RunBundle | null => held.get(run) ?? null
