// Kept runs measured against each other without reading their logs: a difference to the baseline, and what came out of
// one spec over its seeds. Pure.

import type { SavedRun } from './saved-run.ts'
import { familyOf } from './siblings.ts'

const NORMAL_95 = 1.96

/** The last held-out return against that of the baseline, with the half-width of its 95 % interval; null where one has none. */
export function againstBaseline({ last }: SavedRun, baseline: SavedRun): { readonly difference: number; readonly halfWidth: number } | null {
  if (last === null || baseline.last === null) return null
  return { difference: last.sampled - baseline.last.sampled, halfWidth: NORMAL_95 * Math.hypot(last.sampledError, baseline.last.sampledError) }
}

/** The baseline of the list: the one that was chosen, else the newest pinned run. */
export function baselineOf(saved: readonly SavedRun[], chosen: string | null): SavedRun | null {
  return saved.find(({ id }) => id === chosen) ?? saved.find(({ pinned }) => pinned) ?? null
}

export interface SeedGroup {
  readonly family: string
  /** The newest of them. */
  readonly run: SavedRun
  readonly seeds: readonly number[]
  readonly mean: number
  readonly least: number
  readonly greatest: number
}

/** Specs of which at least two seeds have finished; of a seed that ran twice the newest counts. */
export function seedGroups(saved: readonly SavedRun[]): readonly SeedGroup[] {
  const families = new Map<string, Map<number, SavedRun>>()
  for (const run of saved) {
    if (run.status !== 'finished' || run.last === null || run.hidden) continue
    const family = familyOf(run.spec)
    const seeds = families.get(family) ?? new Map<number, SavedRun>()
    if (!seeds.has(run.spec.seed)) seeds.set(run.spec.seed, run)
    families.set(family, seeds)
  }
  return [...families].flatMap(([family, bySeed]) => {
    const runs = [...bySeed.values()]
    const values = runs.flatMap(({ last }) => last?.sampled ?? [])
    const [run] = runs
    if (run === undefined || values.length < 2) return []
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    return [{ family, run, seeds: [...bySeed.keys()].sort((a, b) => a - b), mean, least: Math.min(...values), greatest: Math.max(...values) }]
  })
}
