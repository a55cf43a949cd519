// The isolation experiment on the arithmetic task: the policies of src/training on an engine of this machine.

import { unwrap } from '../../src/base/result.ts'
import type { EngineChoice } from '../../src/engine/choose-kernels.ts'
import { type IsolationProgress, type IsolationReport, runIsolation } from '../../src/engine/isolation/isolation.ts'
import type { IsolationBench } from '../../src/engine/isolation/policy.ts'
import { findEnvironment } from '../../src/environments/registry.ts'
import { hashOfTensors } from '../../src/model/weight-hash.ts'
import { isolationPolicies } from '../../src/training/isolation-policies.ts'
import { type BaseFiles, openGround } from './ground.ts'

export interface IsolationInput {
  readonly engine: EngineChoice
  readonly base: BaseFiles
  readonly steps: number
  readonly seed: number
}

export async function isolation({ engine, base, steps, seed }: IsolationInput, tell: (progress: IsolationProgress) => void): Promise<IsolationReport> {
  const ground = await openGround(engine, base)
  try {
    const { config, tensors, tokenizer } = ground.model
    const environment = unwrap(findEnvironment('arithmetic-v1'))
    const policies = isolationPolicies({ environment, tokenizer, seed, groups: 6, groupSize: 4 })
    const bench: IsolationBench = { baseHash: await hashOfTensors(config, tensors), open: (onBatch) => ground.open({ onBatch }) }
    return await runIsolation(bench, policies, steps, tell)
  } finally {
    ground.close()
  }
}
