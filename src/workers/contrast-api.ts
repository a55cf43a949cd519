// What the page may ask of the contrast worker: the same episodes twice, under the sound coordinator and under a faulty one, from one
// seed, with scripted players and the auditor listening. No engine is needed. Types only.

import type { Json } from '../base/json.ts'
import type { DrawnScene } from '../environments/scene.ts'
import type { CoordinatorFault } from '../record/spec.ts'
import type { AuditViolation } from '../record/step-audit.ts'
import type { StepTurns } from '../record/step-turns.ts'
import type { Outcome } from './outcome.ts'

export interface ContrastRequest {
  readonly environment: { readonly id: string; readonly config: Json }
  readonly fault: CoordinatorFault
  readonly seed: number
  readonly episodes: number
}

/** What happened under one coordinator. */
export interface ContrastSide {
  readonly turns: StepTurns
  /** By episode: the state before anything, then after every wave that was played; empty where the environment has no board. */
  readonly scenes: Readonly<Record<number, readonly DrawnScene[]>>
  readonly checksHeld: number
  readonly violations: readonly AuditViolation[]
}

export interface Contrast {
  readonly title: string
  readonly sound: ContrastSide
  readonly faulty: ContrastSide
  /** Episodes in which the fault showed, as the faulty coordinator itself tells: the auditor never hears of it. */
  readonly showed: readonly number[]
}

export interface ContrastWorkerApi {
  /** The name of the lock that the worker holds while it lives (life-lock.ts); null where there are none. */
  ping(): Promise<string | null>
  /** ENVIRONMENT_UNKNOWN where it is not built in. */
  contrast(request: ContrastRequest): Promise<Outcome<Contrast>>
}
