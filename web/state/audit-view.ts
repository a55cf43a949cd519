// What the auditor found over a run: how many comparisons held, all and by check, the first that did not, and the turns of the
// episode that the newest step shows. Pure.

import type { AuditViolation, EpisodeTurns, StepAudit } from '../../src/record/step-audit.ts'

export interface AuditView {
  readonly steps: number
  readonly checksHeld: number
  readonly violations: number
  readonly held: Readonly<Record<string, number>>
  readonly first: { readonly step: number; readonly violation: AuditViolation } | null
  /** The first findings of every step that had any, the oldest first, at most MOST_FOUND. */
  readonly found: readonly { readonly step: number; readonly violation: AuditViolation }[]
  /** Of the newest step, or of the first one with a violation. */
  readonly turns: { readonly step: number; readonly episode: EpisodeTurns } | null
}

const MOST_FOUND = 200

export function withAudit(before: AuditView | null, step: number, audit: StepAudit): AuditView {
  const held = { ...before?.held }
  for (const [check, count] of Object.entries(audit.held)) held[check] = (held[check] ?? 0) + count
  const [violation] = audit.violations
  const first = before?.first ?? (violation === undefined ? null : { step, violation })
  // The first violation keeps its episode on view.
  const turns = before?.first != null || audit.turns === undefined ? (before?.turns ?? null) : { step, episode: audit.turns }
  return {
    steps: (before?.steps ?? 0) + 1,
    checksHeld: (before?.checksHeld ?? 0) + audit.checksHeld,
    violations: (before?.violations ?? 0) + audit.violationCount,
    held,
    first,
    found: [...(before?.found ?? []), ...audit.violations.map((one) => ({ step, violation: one }))].slice(0, MOST_FOUND),
    turns,
  }
}
