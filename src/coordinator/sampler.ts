// Who writes the turns: a snapshot behind the training service, or a stand-in such as the random policy. Types
// only: the coordinator cannot tell which of them it drives.

import type { SampledSequence, SamplePrompt } from '../service/index.ts'

export interface WaveSample {
  /** In the order of the prompts. */
  readonly sequences: readonly SampledSequence[]
  readonly version: number
  readonly snapshotHash: string
  /** The engine's own hash of the prompts that it read (EngineStamp). Absent where no engine stands behind it. */
  readonly inputHash?: string
}

export type Sampler = (prompts: readonly SamplePrompt[], maxTokens: number) => Promise<WaveSample>
