// One run of the bench `staleness`: the loop of the product over the engine on the processor, without page and browser. Knows a
// spec; judges nothing.

import { unwrap } from '../../../src/base/result.ts'
import { findEnvironment } from '../../../src/environments/registry.ts'
import type { RunSummary } from '../../../src/record/events.ts'
import { parseRunSpec } from '../../../src/record/spec-schema.ts'
import { runTraining } from '../../../src/training/run-training.ts'
import type { Ground } from '../../adapters/ground.ts'

export interface StaleRun {
  readonly loss: 'ppo' | 'decoupled_ppo'
  readonly staleness: number
  readonly seed: number
  readonly steps: number
}

export async function runStale(ground: Ground, { loss, staleness, seed, steps }: StaleRun): Promise<RunSummary> {
  const spec = unwrap(
    parseRunSpec({ preset: 'arithmetic', seed, steps, rollout: { staleness }, objective: { loss }, evaluation: { problems: 256, every: steps } }),
  )
  const { engine, service } = ground.open()
  try {
    const outcome = await runTraining({
      spec,
      service,
      tokenizer: ground.model.tokenizer,
      environment: unwrap(findEnvironment(spec.environment.id)),
      emit: () => undefined,
      clock: () => performance.now(),
    })
    if (outcome.kind !== 'finished') throw new Error(`Assertion failed: a run ended as ${JSON.stringify(outcome)}`)
    return outcome.summary
  } finally {
    engine.dispose()
  }
}
