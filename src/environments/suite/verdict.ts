// What a contract check says: valid, invalid (the environment breaks a rule) or error (it threw), with the seed
// and the actions that show it again. Knows no particular check.

import type { Json } from '../../base/json.ts'

export interface Evidence {
  readonly seed: number
  readonly actions: readonly Json[]
}

export interface CheckVerdict {
  readonly name: string
  readonly verdict: 'valid' | 'invalid' | 'error'
  /** What was found, as a sentence; what was checked, when nothing was. */
  readonly message: string
  readonly seed?: number
  readonly actions?: readonly Json[]
}

export interface CheckReport {
  readonly environment: string
  readonly valid: boolean
  readonly checks: readonly CheckVerdict[]
  /** Environment steps a second under random play, when a clock was given. */
  readonly stepsPerSecond?: number
}

/** Thrown inside a check when a rule is broken. */
export class Broken extends Error {
  readonly evidence: Evidence | undefined

  constructor(message: string, evidence?: Evidence) {
    super(message)
    this.evidence = evidence
  }
}

/** A message that is costly to make comes as a function: it is made when the rule is broken. */
export function require(condition: boolean, message: string | (() => string), evidence?: Evidence): asserts condition {
  if (!condition) throw new Broken(typeof message === 'string' ? message : message(), evidence)
}

/** Runs one check. What it returns is the message of a pass; `seen` tells where it was when something threw. */
export function runCheck(name: string, check: (seen: (evidence: Evidence) => void) => string): CheckVerdict {
  let last: Evidence | undefined
  const verdictOf = (verdict: CheckVerdict['verdict'], message: string, evidence: Evidence | undefined): CheckVerdict => ({
    name,
    verdict,
    message,
    ...(evidence === undefined ? {} : { seed: evidence.seed, actions: evidence.actions }),
  })
  try {
    const message = check((evidence) => {
      last = evidence
    })
    return { name, verdict: 'valid', message }
  } catch (thrown) {
    if (thrown instanceof Broken) return verdictOf('invalid', thrown.message, thrown.evidence ?? last)
    return verdictOf('error', thrown instanceof Error ? thrown.message : String(thrown), last)
  }
}
