// Two or more runs side by side: the settings in which they differ, and what came out of each. Pure.

import { canonicalJson, type Json } from '../../src/base/json.ts'
import type { RunSpec } from '../../src/record/spec.ts'
import { SPEC_FIELDS } from '../../src/record/spec-fields.ts'
import { flattenSpec, toJson } from '../../src/record/spec-schema.ts'
import { armOf, type RunView } from './run-view.ts'
import { type Gain, gainOf } from './verdicts.ts'

export interface SettingRow {
  readonly path: string
  readonly title: string
  /** One value a run, in their order. */
  readonly values: readonly Json[]
}

/** The settings in which the specs are not all alike, in the order of the form. */
export function differingSettings(specs: readonly RunSpec[]): readonly SettingRow[] {
  const flat = specs.map((spec) => flattenSpec(toJson(spec)))
  return SPEC_FIELDS.flatMap(({ path, title, default: fallback }) => {
    const values = flat.map((one) => one.get(path) ?? fallback)
    return new Set(values.map((value) => canonicalJson(value))).size > 1 ? [{ path, title, values }] : []
  })
}

export interface RunOutcome {
  readonly steps: number
  readonly gain: Gain | null
  readonly greedy: number | null
  readonly entropy: number | null
  readonly kl: number | null
  /** Milliseconds of all steps of the policy. */
  readonly milliseconds: number
}

export function outcomeOf(view: RunView): RunOutcome {
  const { steps, evaluations } = armOf(view, 'policy')
  const last = steps.at(-1)
  return {
    steps: steps.length,
    gain: gainOf(view),
    greedy: evaluations.at(-1)?.greedy ?? null,
    entropy: last?.metrics.entropy ?? null,
    kl: last?.metrics.klToBase ?? null,
    milliseconds: steps.reduce((sum, point) => sum + point.milliseconds.total, 0),
  }
}
