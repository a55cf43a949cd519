// Training on an authored source as the page holds it: what is planned for the text as it stands, and the runs that were started from it.
// Plain data and pure functions.

import type { ErrorData } from '../../src/base/errors.ts'
import { newestSource, reloadsOf } from '../../src/record/environment-versions.ts'
import { isAuthored } from '../../src/record/is-authored.ts'
import type { RunSpec, SourceReload } from '../../src/record/spec.ts'
import { armOf, type RunView } from './run-view.ts'

export interface TrainChanges {
  readonly steps: number | null
  readonly imitation: number | null
  readonly seed: number | null
}

/** What became of giving a run under way the source as it stood; `hash` is that of its text. */
export type ReloadState =
  | { readonly kind: 'checking' | 'waiting'; readonly hash: string }
  | { readonly kind: 'taken'; readonly hash: string; readonly after: number }
  | { readonly kind: 'failed'; readonly hash: string; readonly error: ErrorData }

export interface AuthorTrain {
  readonly changes: TrainChanges
  readonly kind: 'idle' | 'planning' | 'planned' | 'starting' | 'failed'
  /** What a press would train, and on which text it was planned. */
  readonly plan: { readonly text: string; readonly spec: RunSpec } | null
  readonly error: ErrorData | null
  /** By run. */
  readonly reloads: Readonly<Record<string, ReloadState>>
  /** Runs that go on with every edit that keeps the contract. */
  readonly following: readonly string[]
}

export const NO_TRAIN: AuthorTrain = {
  ...{ changes: { steps: null, imitation: null, seed: null }, kind: 'idle', plan: null, error: null },
  ...{ reloads: {}, following: [] },
}

/** The settings that the person has stated, by dotted path. */
export function statedOf({ steps, imitation, seed }: TrainChanges): Readonly<Record<string, number>> {
  return {
    ...(steps === null ? {} : { steps }),
    ...(imitation === null ? {} : { 'imitation.steps': imitation }),
    ...(seed === null ? {} : { seed }),
  }
}

export const playsSource = (run: RunView | null): boolean => run !== null && run.spec !== null && isAuthored(run.spec)

/** Runs on authored sources that are at work or on view, newest last. */
export function authoredRuns(run: RunView | null, underWay: Readonly<Record<string, RunView>>): readonly RunView[] {
  const all = [...Object.values(underWay), ...(run === null || underWay[run.id] !== undefined ? [] : [run])]
  return all.filter(playsSource)
}

/** The versions of its source that a run plays: the first, those that took its place, and the one that counts now. */
export function versionsOf({ spec }: RunView): { readonly first: string; readonly reloads: readonly SourceReload[]; readonly newest: string } {
  if (spec === null) return { first: '', reloads: [], newest: '' }
  return { first: spec.environment.source, reloads: reloadsOf(spec), newest: newestSource(spec) }
}

/** The share of groups whose returns differed under the policy itself, at the newest step that learned from rewards; null before one. */
export function policySpread(run: RunView): number | null {
  const imitation = run.spec?.imitation?.steps ?? 0
  const last = armOf(run, 'policy').steps.findLast(({ step }) => step > imitation)
  if (last === undefined || last.metrics.groups === 0) return null
  return 1 - last.metrics.droppedGroups / last.metrics.groups
}
