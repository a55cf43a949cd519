// What the page may ask of the worker that looks at stored policies. Types only.

import type { AdapterDistance } from '../adapters/adapter-distance.ts'
import type { AdapterCheckpoint } from '../record/adapter-checkpoint.ts'
import type { RunSpec } from '../record/spec.ts'
import type { Outcome } from './outcome.ts'
import type { RunFile } from './run-api.ts'

export interface CompareRequest {
  /** The folder of the base model, ending in a slash. */
  readonly modelUrl: string
  /** A training service (service-host.ts). */
  readonly engine: MessagePort
  /** Whose held-out problems are asked. */
  readonly environment: Pick<RunSpec['environment'], 'id' | 'config'>
  readonly first: AdapterCheckpoint
  readonly second: AdapterCheckpoint
  readonly problems: number
  readonly maxTokens: number
  readonly temperature: number
}

export interface PolicyComparison {
  readonly weights: AdapterDistance
  readonly problems: number
  /** Tokens that the first one wrote as answers, and that both gave a logprob. */
  readonly tokens: number
  /** Mean of log p₁ − log p₂ over those tokens: an estimate of KL(first ‖ second), in nats a token. */
  readonly meanDifference: number
  readonly greatestDifference: number
  /** Tokens whose logprob is the same in every bit. */
  readonly equalTokens: number
}

/** A base by its name and the hash of its weights. */
export interface NamedBase {
  readonly name: string
  readonly hash: string
}

export interface PolicyWorkerApi {
  /** The name of the lock that the worker holds while it lives (life-lock.ts); null where there are none. */
  ping(): Promise<string | null>
  compare(request: CompareRequest): Promise<Outcome<PolicyComparison>>
  /** The two files of the folder that PEFT reads. */
  exportPeft(checkpoint: AdapterCheckpoint, modelUrl: string): Promise<Outcome<readonly RunFile[]>>
  /** A folder that PEFT wrote, as a checkpoint without moments. ADAPTER_INVALID, ADAPTER_MISMATCH, WEIGHTS_*. */
  importPeft(files: readonly RunFile[], name: string, modelUrl: string, base: NamedBase): Promise<Outcome<AdapterCheckpoint>>
}
