// The files that a run leaves: its adapters as the folders that PEFT reads.

import { writePeft } from '../adapters/peft.ts'
import type { ModelConfig } from '../model/config.ts'
import { PROJECTIONS } from '../service/index.ts'
import type { SavedAdapter } from '../training/run-training.ts'
import type { RunFile } from './run-api.ts'

/** The first adapter's files as PEFT names them; those of further ones, of runs with an adapter an agent, after the agent's name. */
export function adapterFiles(adapters: readonly SavedAdapter[], config: ModelConfig, base: string): RunFile[] {
  return adapters.flatMap(({ name: agent, checkpoint }, index) => {
    const { rank, scale, targets } = checkpoint.spec
    // The weights of a checkpoint lie in the order of PROJECTIONS, whatever order the spec names them in.
    const spec = { rank, scale, targets: PROJECTIONS.filter((projection) => targets.includes(projection)) }
    const files = writePeft({ spec, weights: Float32Array.from(checkpoint.weights) }, config, { name: base, hash: checkpoint.baseHash })
    return [...files].map(([name, bytes]) => ({ name: index === 0 ? name : `${agent}.${name}`, bytes }))
  })
}
