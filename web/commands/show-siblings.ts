// Reads the runs that belong to the one on view, whenever another comes on view or the list of kept runs changed. Their
// logs are read once: a run that is over never changes.

import { RECORDED_RUN } from '../state/recording.ts'
import type { RunView } from '../state/run-view.ts'
import { comparable, NO_SIBLINGS, siblingIds } from '../state/siblings.ts'
import { workbench } from '../state/workbench.ts'
import { readRun } from './read-run.ts'

const MOST_KEPT = 24
const kept = new Map<string, RunView>()
let request = 0

export function watchSiblings(): void {
  workbench.subscribe((now, before) => {
    if (now.run?.id === before.run?.id && now.run?.spec === before.run?.spec && now.saved === before.saved) return
    void showSiblings()
  })
}

/** Views of the runs of other seeds that a run is one line with. */
export async function seedsOf(view: RunView): Promise<readonly RunView[]> {
  if (view.spec === null) return []
  const { seeds } = siblingIds({ id: view.id, spec: view.spec }, workbench.getState().saved)
  return (await readAll(seeds)).filter((other) => comparable(view, other))
}

async function showSiblings(): Promise<void> {
  const mine = ++request
  const { run, saved } = workbench.getState()
  if (run === null || run.spec === null || run.id === RECORDED_RUN) {
    if (workbench.getState().siblings !== NO_SIBLINGS) workbench.setState({ siblings: NO_SIBLINGS })
    return
  }
  const ids = siblingIds({ id: run.id, spec: run.spec }, saved)
  const [controls, seeds] = await Promise.all([readAll(ids.controls), readAll(ids.seeds)])
  if (mine !== request) return
  const fits = (other: RunView): boolean => comparable(run, other)
  workbench.setState({ siblings: { of: run.id, controls: controls.filter(fits), seeds: seeds.filter(fits) } })
}

async function readAll(ids: readonly string[]): Promise<readonly RunView[]> {
  const views = await Promise.all(ids.map(async (id) => kept.get(id) ?? (await readRun(id))?.view ?? null))
  const found = views.filter((view) => view !== null)
  for (const view of found) {
    // One that could still go on is read anew.
    if (view.status === 'finished') kept.set(view.id, view)
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value ?? '')
  }
  return found
}
