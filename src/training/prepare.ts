// Everything that is settled before the first token: the environment's settings, who answers, whether it fits.
// What is wrong is said here, before anything is opened.

import { tokenloomError } from '../base/errors.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { createPhaseBarrier } from '../coordinator/phase-barrier.ts'
import type { EnvironmentDefinition } from '../environments/contract.ts'
import type { Tokenizer } from '../episode/tokenizer.ts'
import { validateLoss } from '../objectives/validate-loss.ts'
import type { Arm } from '../record/events.ts'
import type { RunSpec } from '../record/spec.ts'
import type { MemoryPlan, TrainingService } from '../service/index.ts'
import type { RunGate } from './run-control.ts'
import { type Emit, lossOf, type RunSetting } from './setting.ts'

export interface PrepareRequest {
  readonly spec: RunSpec
  readonly service: TrainingService
  readonly tokenizer: Tokenizer
  readonly environment: EnvironmentDefinition
  readonly emit: Emit
  readonly clock: () => number
  readonly gate: RunGate
}

/** The arms of a run, the trained policy first. */
export const armsOf = (spec: RunSpec): readonly Arm[] => ['policy', ...spec.controls]

export async function prepare(request: PrepareRequest): Promise<Result<{ readonly setting: RunSetting; readonly memory: MemoryPlan }>> {
  const { spec, service, environment, tokenizer, emit, clock, gate } = request
  const config = environment.parseConfig(spec.environment.config)
  if (!config.ok) return config
  const loss = validateLoss(lossOf(spec, 1))
  if (!loss.ok) return loss
  if (tokenizer.stopTokens(environment.stopText).length === 0) {
    return fail(
      tokenloomError('TOKENIZER_MISMATCH', `No token of the base ends an action at ${JSON.stringify(environment.stopText)}.`, 'Choose another base.', 'base'),
    )
  }
  const description = await service.describe()
  const { maxTokensPerTurn, maxTokensPerEpisode, groups, groupSize } = spec.rollout
  const budget = { maxTokensPerTurn, maxTokensPerEpisode, contextTokens: description.base.contextTokens }
  const memory = await service.planMemory({
    adapters: armsOf(spec).filter((arm) => arm !== 'random').length,
    rank: spec.adapter.rank,
    targets: spec.adapter.targets,
    sequences: Math.max(groups * groupSize, spec.evaluation.problems),
    sequenceTokens: Math.min(maxTokensPerEpisode, budget.contextTokens),
    comparesWithBase: spec.objective.klCoefficient > 0,
  })
  const setting: RunSetting = {
    spec,
    service,
    description,
    tokenizer,
    environment,
    config: config.value,
    budget,
    barrier: createPhaseBarrier(),
    emit,
    clock,
    track: (future) => gate.track(future),
  }
  return ok({ setting, memory })
}

/** The error of a plan that does not fit, naming the setting behind its greatest item. */
export function refuseMemory(plan: MemoryPlan): void {
  if (plan.fits) return
  const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MB`
  const [greatest] = plan.items.filter((item) => item.setting !== undefined).sort((a, b) => b.bytes - a.bytes)
  throw tokenloomError(
    'MEMORY_PLAN',
    `The run needs ${megabytes(plan.totalBytes)} and this device allows ${megabytes(plan.limitBytes)}.`,
    greatest === undefined ? 'Choose a smaller base.' : `Lower ${greatest.setting}: ${greatest.name} takes ${megabytes(greatest.bytes)}.`,
    greatest?.setting,
  )
}
