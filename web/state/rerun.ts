// A run that is made again: what the first one ended with, and how the second compares. On the same device and engine the digests
// are equal or something is wrong; elsewhere figures agree within a stated tolerance, or do not. Pure.

import { canonicalJson } from '../../src/base/json.ts'
import type { Arm } from '../../src/record/events.ts'
import type { RunSpec } from '../../src/record/spec.ts'
import { identityOf } from '../../src/record/spec-identity.ts'
import { armOf, type RunView } from './run-view.ts'

/** The same problems with the same random numbers: rounding may decide single tokens otherwise, not the result. */
const TOLERANCE_ERRORS = 3

/** What the first run told of itself. */
export interface Promised {
  readonly spec: RunSpec
  readonly digest: string
  /** Null where only a link told of it, which holds no figures. */
  readonly run: RunView | null
}

/** One held-out figure of both, and how far they may lie apart. */
export interface RerunFigure {
  readonly arm: Arm
  readonly step: number
  readonly there: number
  readonly here: number
  readonly tolerance: number
}

export type RerunVerdict =
  | { readonly kind: 'equal' }
  /** Nothing but the digest is known of the other run. */
  | { readonly kind: 'other digest' }
  /** In one of them a deadline ended an episode: it could have gone otherwise. */
  | { readonly kind: 'clock' }
  /** Engine, device, base and kernels are the same, so the digest should be. */
  | { readonly kind: 'broken'; readonly figures: readonly RerunFigure[] }
  /** `differs`: what is not the same here, in the page's own words for them. */
  | {
      readonly kind: 'elsewhere'
      readonly within: boolean
      /** Standard errors of a difference that are allowed. */
      readonly errors: number
      readonly differs: readonly RerunDifference[]
      readonly figures: readonly RerunFigure[]
    }

export interface RerunDifference {
  readonly what: 'engine' | 'device' | 'base' | 'kernels'
  readonly there: string
  readonly here: string
}

/** Null while there is nothing to compare: no promise, another spec, or a run that is not whole. */
export function compareRerun(run: RunView, promised: Promised | null): RerunVerdict | null {
  if (promised === null || run.spec === null || run.status !== 'finished' || run.digest === null) return null
  if (run.id === promised.run?.id || canonicalJson(identityOf(run.spec)) !== canonicalJson(identityOf(promised.spec))) return null
  if (run.digest === promised.digest) return { kind: 'equal' }
  if (promised.run === null) return { kind: 'other digest' }
  if (run.unrepeatable !== null || promised.run.unrepeatable !== null) return { kind: 'clock' }
  const figures = figuresOf(promised.run, run)
  const differs = differencesOf(promised.run, run)
  if (differs.length === 0) return { kind: 'broken', figures }
  const within = figures.every(({ there, here, tolerance }) => Math.abs(there - here) <= tolerance)
  return { kind: 'elsewhere', within, errors: TOLERANCE_ERRORS, differs, figures }
}

function differencesOf({ service: there }: RunView, { service: here }: RunView): readonly RerunDifference[] {
  const pairs: readonly (readonly [RerunDifference['what'], string | undefined, string | undefined])[] = [
    ['engine', there?.engine, here?.engine],
    ['device', there?.device, here?.device],
    ['base', there?.base.hash, here?.base.hash],
    ['kernels', there?.shaderHash, here?.shaderHash],
  ]
  return pairs.flatMap(([what, one, other]) => (one === other ? [] : [{ what, there: one ?? '', here: other ?? '' }]))
}

/** The first and the last evaluation of every arm that both have. */
function figuresOf(there: RunView, here: RunView): readonly RerunFigure[] {
  return (Object.keys(there.arms) as Arm[]).flatMap((arm) => {
    const [ours, theirs] = [armOf(here, arm).evaluations, armOf(there, arm).evaluations]
    return [...new Set([theirs[0]?.step, theirs.at(-1)?.step])].flatMap((step) => {
      const [one, other] = [theirs.find((one) => one.step === step), ours.find((one) => one.step === step)]
      if (step === undefined || one === undefined || other === undefined) return []
      // Of a difference of two means; never less than one problem of them all.
      const error = Math.hypot(one.sampledError, other.sampledError)
      const tolerance = Math.max(TOLERANCE_ERRORS * error, 1 / Math.max(1, one.problems))
      return [{ arm, step, there: one.sampled, here: other.sampled, tolerance }]
    })
  })
}
