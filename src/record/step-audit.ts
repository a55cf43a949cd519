// What the auditor tells of a step, and the turns of one episode as plain lines beside it. Types alone.

/** A promise that was broken, in the auditor's words. */
export interface AuditViolation {
  readonly check: string
  readonly name: string
  readonly episode: number
  /** Actions that had been taken in the episode. */
  readonly turn: number
  /** Null where it concerns all agents. */
  readonly agent: string | null
  readonly expected: string
  readonly found: string
  readonly sentence: string
}

/** A turn of one episode, in the coordinator's words. */
export interface TurnLine {
  /** The episode's own count of questions and answers; turns of one wave were asked for at once. */
  readonly wave: number
  readonly agent: string
  /** Set where the action was played in another agent's place. */
  readonly place?: string
  readonly version: number
  /** The action as JSON; the reason where the text was none; empty where a budget cut it off. */
  readonly action: string
  readonly verdict: 'accepted' | 'parse_error' | 'illegal_action' | 'cut'
  /** Of all agents, on the last turn of a wave. */
  readonly rewards: Readonly<Record<string, number>>
}

/** Who waited for whom: from and until are counted in actions taken; equal where the wait never ended. */
export interface WaitLine {
  readonly wave: number
  readonly kind: 'turn' | 'simultaneous' | 'silent' | 'deadlock'
  readonly waiting: readonly string[]
  readonly for: readonly string[]
  readonly since: number
  readonly until: number
}

export interface EpisodeTurns {
  readonly episode: number
  readonly turns: readonly TurnLine[]
  readonly waits: readonly WaitLine[]
}

export interface StepAudit {
  readonly episodes: number
  readonly checksHeld: number
  readonly held: Readonly<Record<string, number>>
  readonly violationCount: number
  /** The first of them. */
  readonly violations: readonly AuditViolation[]
  /** The episode of the first violation turn by turn, or the first one of the step. Absent in older logs. */
  readonly turns?: EpisodeTurns
}

export interface RunAudit {
  /** Comparisons that held. */
  readonly checks: number
  readonly violations: number
  /** Null where all held. */
  readonly first: AuditViolation | null
}
