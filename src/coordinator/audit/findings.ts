// What an audit finds: which checks held how often, and every promise that was broken, by name. Knows no rules of a
// game and no facts; those who check report here.

import type { AgentId } from '../../environments/contract.ts'
import type { FaultName } from '../faults/fault.ts'

/** What is compared, in the words that the page shows. */
const CHECK_NAMES = [
  'turn order',
  'one action a turn',
  'turn barrier',
  'own observation',
  'version pinned',
  'phase barrier',
  'rewards recomputed',
  'rewards attributed',
  'trajectory',
  'loss mask',
  'action mask',
  'gradient',
  'engine stamps',
  'stop reason',
  'environment repeats',
] as const
export type CheckName = (typeof CHECK_NAMES)[number]

/** A fault that is known by its pattern, or what else was found. */
export type ViolationName =
  | FaultName
  | 'observation_altered'
  | 'environment_leaks'
  | 'environment_departs'
  | 'action_unexplained'
  | 'version_changed'
  | 'reward_misattributed'
  | 'reward_unaccounted'
  | 'trajectory_altered'
  | 'loss_mask_wrong'
  | 'action_mask_wrong'
  | 'gradient_outside_mask'
  | 'engine_input_unknown'
  | 'stop_reason_wrong'
  | 'audit_failed'

export interface Violation {
  readonly check: CheckName
  readonly name: ViolationName
  readonly episode: number
  /** Actions that had been taken in the episode. */
  readonly turn: number
  /** Null where it concerns all of them. */
  readonly agent: AgentId | null
  readonly expected: string
  readonly found: string
  /** One sentence for people. */
  readonly sentence: string
}

export interface AuditVerdict {
  readonly episodes: number
  /** Comparisons that held, all checks together. */
  readonly checksHeld: number
  readonly held: Readonly<Partial<Record<CheckName, number>>>
  /** The first ones, in the order in which they were found; `violationCount` counts all. */
  readonly violations: readonly Violation[]
  readonly violationCount: number
}

/** Violations that are kept in full. */
const KEPT = 1000

export interface Findings {
  hold(check: CheckName): void
  violate(violation: Violation): void
  /** `holds`, or the violation that `broken` describes. */
  check(check: CheckName, holds: boolean, broken: () => Omit<Violation, 'check'>): void
  verdict(episodes: number): AuditVerdict
}

export function createFindings(): Findings {
  const held: Partial<Record<CheckName, number>> = {}
  const violations: Violation[] = []
  let [checksHeld, violationCount] = [0, 0]
  const hold = (check: CheckName): void => {
    checksHeld++
    held[check] = (held[check] ?? 0) + 1
  }
  const violate = (violation: Violation): void => {
    violationCount++
    if (violations.length < KEPT) violations.push(violation)
  }
  return {
    hold,
    violate,
    check(check, holds, broken) {
      if (holds) hold(check)
      else violate({ check, ...broken() })
    },
    verdict: (episodes) => ({ episodes, checksHeld, held: { ...held }, violations: [...violations], violationCount }),
  }
}
