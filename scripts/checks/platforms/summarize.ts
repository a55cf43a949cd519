// From outcomes to the figures of a check: how many, which failed, the worst error by operation. Pure.

import type { Figures } from '../../claims/claim.ts'
import type { CaseOutcome, SuiteReport } from './suite.ts'

/** The greatest error by subject. JSON has no infinity, so a case that gave no number counts as the greatest one. */
function worstBySubject(outcomes: readonly CaseOutcome[]): Readonly<Record<string, number>> {
  const worst = new Map<string, number>()
  for (const { subject, error } of outcomes) worst.set(subject, Math.max(worst.get(subject) ?? 0, Number.isFinite(error) ? error : Number.MAX_VALUE))
  return Object.fromEntries(worst)
}

export const failures = (outcomes: readonly CaseOutcome[]): readonly string[] =>
  outcomes.flatMap(({ passed, subject, name, error, thrown }) => (passed ? [] : [`${subject}: ${name} (${thrown ?? error})`]))

/** `ok` demands that something was tested, that all of it passed and that the device complained of nothing. */
export function figuresOf(report: SuiteReport): Figures & { readonly ok: boolean } {
  const { outcomes, uncaptured, engine, device, variants, shaderHash } = report
  const failed = failures(outcomes)
  const worst = worstBySubject(outcomes)
  return {
    ok: outcomes.length > 0 && failed.length === 0 && uncaptured.length === 0,
    engine,
    device,
    variants: { ...variants },
    shaderHash,
    cases: outcomes.length,
    failed: [...failed],
    uncaptured: [...uncaptured],
    worst: { ...worst },
  }
}
