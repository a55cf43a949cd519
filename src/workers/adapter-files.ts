// The files that a run leaves: its adapter as the folder that PEFT reads.

import { writePeft } from '../adapters/peft.ts'
import type { ModelConfig } from '../model/config.ts'
import { type CheckpointData, PROJECTIONS } from '../service/index.ts'
import type { RunFile } from './run-api.ts'

export function adapterFiles(checkpoint: CheckpointData, config: ModelConfig, base: string): RunFile[] {
  const { rank, scale, targets } = checkpoint.spec
  // The weights of a checkpoint lie in the order of PROJECTIONS, whatever order the spec names them in.
  const spec = { rank, scale, targets: PROJECTIONS.filter((projection) => targets.includes(projection)) }
  const files = writePeft({ spec, weights: Float32Array.from(checkpoint.weights) }, config, base)
  return [...files].map(([name, bytes]) => ({ name, bytes }))
}
