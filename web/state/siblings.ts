// Runs that belong together: of one seed, with controls that the other had not; of other seeds, with the same settings.
// Found among the kept runs by their specs, admitted when the same engine and base played them. Pure.

import { canonicalJson } from '../../src/base/json.ts'
import type { RunSpec } from '../../src/record/spec.ts'
import { CONTROL_NAMES, SPEC_FIELDS } from '../../src/record/spec-fields.ts'
import { flattenSpec, toJson } from '../../src/record/spec-schema.ts'
import type { RunView } from './run-view.ts'
import type { SavedRun } from './saved-run.ts'

export interface Siblings {
  /** The run on view that they belong to. */
  readonly of: string | null
  /** Runs of the same seed that bring controls. */
  readonly controls: readonly RunView[]
  /** Finished runs of other seeds, one a seed. */
  readonly seeds: readonly RunView[]
}

export const NO_SIBLINGS: Siblings = { of: null, controls: [], seeds: [] }

/** Seeds that one band is drawn over, at most. */
const MOST_SEEDS = 8

const families = new WeakMap<RunSpec, string>()

/** The same for two specs that differ in nothing but seed and controls. */
export function familyOf(spec: RunSpec): string {
  const known = families.get(spec)
  if (known !== undefined) return known
  const values = flattenSpec(toJson(spec))
  const family = canonicalJson(
    SPEC_FIELDS.filter(({ path }) => path !== 'seed' && path !== 'controls').map(({ path, default: fallback }) => values.get(path) ?? fallback),
  )
  families.set(spec, family)
  return family
}

/** Ids of the kept runs that could be siblings of a run: those with controls of its seed, and the newest of every other seed. */
export function siblingIds(
  run: { readonly id: string; readonly spec: RunSpec },
  saved: readonly SavedRun[],
): { readonly controls: readonly string[]; readonly seeds: readonly string[] } {
  const family = familyOf(run.spec)
  const others = saved.filter((other) => other.id !== run.id && !other.hidden && familyOf(other.spec) === family)
  const missing = CONTROL_NAMES.filter((control) => !run.spec.controls.includes(control))
  const controls = others.filter(({ spec }) => spec.seed === run.spec.seed && spec.controls.some((control) => missing.includes(control)))
  const seeds = new Map<number, string>()
  for (const { id, spec, status } of others) {
    if (status === 'finished' && spec.seed !== run.spec.seed && !seeds.has(spec.seed) && seeds.size < MOST_SEEDS) seeds.set(spec.seed, id)
  }
  return { controls: controls.map(({ id }) => id), seeds: [...seeds.values()] }
}

/** Whether numbers of two runs may be put together: one base, one engine. */
export function comparable(a: RunView, b: RunView): boolean {
  return a.service !== null && b.service !== null && a.service.base.hash === b.service.base.hash && a.service.engine === b.service.engine
}

/** The run with the controls that its siblings bring; its own stay as they are. */
export function withControls(view: RunView, siblings: readonly RunView[]): RunView {
  let { arms } = view
  for (const sibling of siblings) {
    for (const control of CONTROL_NAMES) {
      const arm = sibling.arms[control]
      if (arms[control] === undefined && arm !== undefined && arm.evaluations.length > 0) arms = { ...arms, [control]: arm }
    }
  }
  return arms === view.arms ? view : { ...view, arms }
}

export interface Agreement {
  readonly evaluations: number
  /** Whether every evaluation that both have is the same number. */
  readonly same: boolean
}

/** How the policy of a sibling of the same seed compares: it is the same run once more. Null when they share no evaluation. */
export function agreementOf(view: RunView, sibling: RunView): Agreement | null {
  const own = new Map((view.arms.policy?.evaluations ?? []).map((evaluation) => [evaluation.step, evaluation]))
  const shared = (sibling.arms.policy?.evaluations ?? []).flatMap((evaluation) => {
    const mine = own.get(evaluation.step)
    return mine === undefined ? [] : [mine.sampled === evaluation.sampled && mine.greedy === evaluation.greedy]
  })
  return shared.length === 0 ? null : { evaluations: shared.length, same: shared.every(Boolean) }
}
