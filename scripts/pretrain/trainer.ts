// What the pretraining loop asks of an engine: full-parameter steps, a state that can be stored and put back bit
// for bit, and sampling from given weights. Types only, so that the loop is tested without a device.

import type { ModelConfig } from '../../src/model/config.ts'
import type { TrainSequence } from '../../src/model/full-trainer.ts'
import type { Tensor } from '../../src/model/safetensors.ts'
import type { AdamParams, EngineName, TrainingService } from '../../src/service/index.ts'

/** Everything that the next step depends on: all maps hold the tensors of weightShapes(config), by name. */
export interface TrainerState {
  /** Optimizer steps taken. */
  readonly step: number
  readonly weights: ReadonlyMap<string, Tensor>
  readonly moment1: ReadonlyMap<string, Tensor>
  readonly moment2: ReadonlyMap<string, Tensor>
}

export interface StepReport {
  /** Mean cross-entropy over all predicted tokens: every token of a sequence but its first. */
  readonly loss: number
  /** Global, before clipping. */
  readonly gradNorm: number
}

export interface FullTrainer {
  step(sequences: readonly TrainSequence[], adam: AdamParams): Promise<StepReport>
  state(): Promise<TrainerState>
  dispose(): void
}

export interface Sampler {
  readonly sample: TrainingService['sample']
  dispose(): void
}

export interface PretrainEngine {
  readonly engine: EngineName
  /** What ran, for the log. */
  readonly device: string
  createTrainer(config: ModelConfig, state: TrainerState): Promise<FullTrainer>
  createSampler(config: ModelConfig, weights: ReadonlyMap<string, Tensor>): Promise<Sampler>
}

export function freshState(weights: ReadonlyMap<string, Tensor>): TrainerState {
  const zeros = () => new Map([...weights].map(([name, { shape, values }]) => [name, { shape, values: new Float32Array(values.length) }]))
  return { step: 0, weights, moment1: zeros(), moment2: zeros() }
}
