// Everything that is settled before the first token: the environment's settings, who answers, whether it fits.
// What is wrong is said here, before anything is opened.

import { tokenloomError } from '../base/errors.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { Deadline } from '../coordinator/deadline.ts'
import { createPhaseBarrier } from '../coordinator/phase-barrier.ts'
import type { EnvironmentDefinition } from '../environments/contract.ts'
import type { Foresight } from '../environments/foresight.ts'
import { createTrieCompiler } from '../episode/action-trie.ts'
import { rememberingTokenizer } from '../episode/remembering-tokenizer.ts'
import type { Tokenizer } from '../episode/tokenizer.ts'
import { validateLoss } from '../objectives/validate-loss.ts'
import type { Arm } from '../record/events.ts'
import type { RunSpec } from '../record/spec.ts'
import type { MemoryPlan, TrainingService } from '../service/index.ts'
import { castOf } from './cast.ts'
import type { Onlooker } from './follow-game.ts'
import { keepsPast } from './past-versions.ts'
import type { RunGate } from './run-control.ts'
import { type Emit, lossOf, type RunSetting } from './setting.ts'

export interface PrepareRequest {
  readonly spec: RunSpec
  readonly service: TrainingService
  readonly tokenizer: Tokenizer
  readonly environment: EnvironmentDefinition
  readonly foresight?: Foresight | undefined
  readonly emit: Emit
  readonly onlooker?: Onlooker | undefined
  readonly clock: () => number
  readonly startTimer?: Deadline['start'] | undefined
  readonly gate: RunGate
}

/** The arms of a run, the trained policy first. */
export const armsOf = (spec: RunSpec): readonly Arm[] => ['policy', ...spec.controls]

/** Arms with adapters of their own; swapped ones are the policy's. */
export const hasAdapters = (arm: Arm): boolean => arm !== 'random' && arm !== 'swapped'

export async function prepare(request: PrepareRequest): Promise<Result<{ readonly setting: RunSetting; readonly memory: MemoryPlan }>> {
  const { spec, service, environment, emit, clock, gate } = request
  const tokenizer = rememberingTokenizer(request.tokenizer)
  const blind = environment.pictures === undefined ? spec.controls.find((control) => control === 'blank' || control === 'shuffled-pictures') : undefined
  if (blind !== undefined) {
    const message = `controls names ${blind}, but ${environment.spec.id} shows no pictures.`
    return fail(tokenloomError('SPEC_INVALID', message, 'Leave this control out.', 'controls'))
  }
  const { foresight } = request
  if (foresight !== undefined && spec.controls.includes('shuffled-pictures')) {
    const message = 'controls names shuffled-pictures, but an authored environment cannot be asked for pictures of other problems.'
    return fail(tokenloomError('SPEC_INVALID', message, 'Leave this control out; blank is the one that remains.', 'controls'))
  }
  const rules = await settleRules(spec, environment, foresight, tokenizer)
  if (!rules.ok) return rules
  const { config, cast } = rules.value
  if (spec.objective.trainOn === 'all' && spec.rollout.refresh === 'interrupt') {
    return fail(
      tokenloomError(
        'SPEC_INVALID',
        'What nobody sampled has no version, so it cannot be trained on where versions change within an episode.',
        'Set Refresh to wait, or Trained tokens to sampled.',
        'objective.trainOn',
      ),
    )
  }
  const { startTimer } = request
  const { deadline: milliseconds } = spec.rollout
  if (milliseconds > 0 && startTimer === undefined) {
    const message = `rollout.deadline is ${milliseconds}, but nothing here measures time for it.`
    return fail(tokenloomError('SPEC_INVALID', message, 'Set the deadline to 0.', 'rollout.deadline'))
  }
  const loss = validateLoss(lossOf(spec, 1))
  if (!loss.ok) return loss
  const description = await service.describe()
  const { maxTokensPerTurn, maxTokensPerEpisode, groups, groupSize } = spec.rollout
  const budget = { maxTokensPerTurn, maxTokensPerEpisode, contextTokens: description.base.contextTokens }
  const memory = await service.planMemory({
    adapters: armsOf(spec).filter(hasAdapters).length * cast.roles.length,
    ...(keepsPast(spec) ? { snapshots: 2 + spec.rollout.staleness + (spec.agents.others === 'past' ? spec.agents.poolSize : 0) } : {}),
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
    foresight,
    config,
    cast,
    budget,
    masks: spec.rollout.actionMask === 'on' ? createTrieCompiler(tokenizer) : undefined,
    barrier: createPhaseBarrier(),
    emit,
    onlooker: request.onlooker,
    clock,
    deadline: milliseconds > 0 && startTimer !== undefined ? { milliseconds, start: startTimer } : undefined,
    track: (future) => gate.track(future),
  }
  return ok({ setting, memory })
}

/** What follows from the rules: the environment's settings, and who takes part. */
export async function settleRules(
  spec: RunSpec,
  environment: EnvironmentDefinition,
  foresight: Foresight | undefined,
  tokenizer: Tokenizer,
): Promise<Result<Pick<RunSetting, 'config' | 'cast'>>> {
  const config = environment.parseConfig(spec.environment.config)
  if (!config.ok) return config
  const cast = await settled(foresight, () => castOf(spec, environment, config.value))
  if (!cast.ok) return cast
  if (tokenizer.stopTokens(environment.stopText).length === 0) {
    const message = `No token of the base ends an action at ${JSON.stringify(environment.stopText)}.`
    return fail(tokenloomError('TOKENIZER_MISMATCH', message, 'Choose another base.', 'base'))
  }
  return ok({ config: config.value, cast: cast.value })
}

/** Work without effects, on rules that are here or elsewhere. */
const settled = async <T>(foresight: Foresight | undefined, work: () => T): Promise<T> => (foresight === undefined ? work() : foresight.settle(work))

/** The error of a plan that does not fit, naming the setting behind its greatest item. */
export function refuseMemory(plan: MemoryPlan, spec: RunSpec): void {
  if (plan.fits) return
  const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MB`
  const [greatest] = plan.items.filter((item) => item.setting !== undefined).sort((a, b) => b.bytes - a.bytes)
  const setting = greatest?.setting === undefined ? undefined : settingBehind(greatest.setting, spec)
  throw tokenloomError(
    'MEMORY_PLAN',
    `The run needs ${megabytes(plan.totalBytes)} and this device allows ${megabytes(plan.limitBytes)}.`,
    greatest === undefined ? 'Choose a smaller base.' : `Lower ${setting}: ${greatest.name} takes ${megabytes(greatest.bytes)}.`,
    setting,
  )
}

/** What grows with the number of sequences is mended where that number comes from. */
function settingBehind(setting: string, { rollout, evaluation }: RunSpec): string {
  if (!setting.startsWith('rollout.')) return setting
  const played = rollout.groups * rollout.groupSize
  if (evaluation.problems > played) return 'evaluation.problems'
  return rollout.groups >= rollout.groupSize ? 'rollout.groups' : 'rollout.groupSize'
}
