// What every part of a run is given: the spec and those it talks to. Types, and the few things that follow from
// the spec alone.

import type { Json } from '../base/json.ts'
import { type Key, type StreamName, streamKey } from '../base/random.ts'
import type { PhaseBarrier } from '../coordinator/phase-barrier.ts'
import type { EnvironmentDefinition } from '../environments/contract.ts'
import type { EpisodeBudget } from '../episode/machine.ts'
import type { Tokenizer } from '../episode/tokenizer.ts'
import type { Arm, RunEventBody } from '../record/events.ts'
import type { RunSpec } from '../record/spec.ts'
import type { AdapterId, Future, LossSpec, ServiceDescription, SnapshotInfo, TrainingService } from '../service/index.ts'

/** The bytes of a token blob; its reference is in the event that it comes with. */
export interface TokenBytes {
  readonly arm: Arm
  readonly step: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

export type Emit = (body: RunEventBody, blob?: TokenBytes) => void

export interface RunSetting {
  readonly spec: RunSpec
  readonly service: TrainingService
  readonly description: ServiceDescription
  readonly tokenizer: Tokenizer
  readonly environment: EnvironmentDefinition
  /** The environment's settings, defaults filled in. */
  readonly config: Json
  readonly budget: EpisodeBudget
  readonly barrier: PhaseBarrier
  readonly emit: Emit
  /** Milliseconds from any start. Read for durations alone: no decision depends on it. */
  readonly clock: () => number
  /** Awaits a future that a stop of the run cancels. */
  readonly track: <T>(future: Future<T>) => Promise<T>
}

/** The trained policy, or one of its controls. */
export interface RunArm {
  readonly name: Arm
  /** Null for the random policy. */
  readonly adapter: AdapterId | null
  /** What the arm's rollouts read now. */
  snapshot: SnapshotInfo | null
}

export const updates = (arm: RunArm): boolean => arm.name === 'policy' || arm.name === 'shuffled'

export const keyOf = (spec: RunSpec, stream: StreamName): Key => streamKey(spec.seed, stream)

/** The loss as the service takes it: the settings that it reads, and no others. */
export function lossOf({ objective }: RunSpec, trainedTokens: number): LossSpec {
  const scale = 1 / trainedTokens
  const kl = objective.klCoefficient > 0 ? { klCoefficient: objective.klCoefficient } : {}
  const { loss: name, clipLow, clipHigh, beta } = objective
  if (name === 'ppo' || name === 'cispo') return { name, clipLow, clipHigh, scale, ...kl }
  return name === 'dro' ? { name, beta, scale, ...kl } : { name, scale, ...kl }
}
