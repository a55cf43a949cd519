// One step of one arm, start to end: episodes, credit, update, the new snapshots, and what is told of it. All arms
// take the same way; what a control leaves out is written where it is left out.

import { at } from '../base/assert.ts'
import { sha256Hex } from '../base/hash.ts'
import { createRng, permutation } from '../base/random.ts'
import { demonstrateEpisodes } from '../coordinator/demonstrate-episodes.ts'
import type { BatchResult, StateCounts } from '../coordinator/run-episodes.ts'
import type { Witness } from '../coordinator/testimony.ts'
import type { Trajectory } from '../episode/trajectory.ts'
import type { AgentStep, StepDurations, StepMetrics } from '../record/events.ts'
import type { StepAudit } from '../record/step-audit.ts'
import { type EpisodeTokens, encodeTokens } from '../record/token-blob.ts'
import { agentSteps } from './agent-steps.ts'
import { auditStep } from './audit-step.ts'
import { spend, tokensLeft } from './budget.ts'
import { assignCredit, type Credit, isWhole, spread } from './credit.ts'
import { datumId } from './data.ts'
import { dealtTo, earnedOf } from './earned.ts'
import { faultOf } from './fault.ts'
import { followGame } from './follow-game.ts'
import { learn } from './learn.ts'
import { stepMetrics } from './metrics.ts'
import { examplePlans, playEpisodes, prepareEpisodes, trainingPlans } from './rollout.ts'
import type { RunDigest } from './run-digest.ts'
import { learnsIn, trainingSeating } from './seating.ts'
import { fromExamples, keyOf, type RunArm, type RunSetting, settingOf, updates } from './setting.ts'
import { tellTurns } from './tell-turns.ts'
import type { UpdateResult } from './update.ts'

export interface StepOutcome {
  readonly metrics: StepMetrics
  readonly milliseconds: StepDurations
  readonly agents: readonly AgentStep[]
  /** Null for controls, and where nothing was played. */
  readonly audit: StepAudit | null
}

/** What is played after a step. */
export interface Upcoming {
  readonly arm: RunArm
  readonly step: number
}

/** `next`: null where something else comes than another step. */
export async function trainStep(run: RunSetting, arm: RunArm, step: number, digest: RunDigest, next: Upcoming | null = null): Promise<StepOutcome> {
  const setting = settingOf(run, arm)
  const { spec, clock, emit } = setting
  const start = clock()
  const examples = fromExamples(spec, step) && updates(arm)
  const phase = arm.name !== 'policy' ? 'control' : examples && spec.kind === 'reinforcement' ? 'imitating' : 'rollout'
  emit({ kind: 'phase', phase, step })
  const audit = arm.name === 'policy' && !examples ? auditStep(setting, arm, step) : null
  const batch = examples ? await demonstrations(setting, arm, step) : await rollout(setting, arm, step, audit?.witness)
  const plays = ({ group, agent }: Trajectory): boolean => learnsIn(setting, group, agent)
  const exhausted = new Set(setting.cast.learners.filter((agent) => tokensLeft(spec, arm, agent) === 0))
  const learns = (trajectory: Trajectory): boolean => plays(trajectory) && !exhausted.has(trajectory.agent)
  const played = clock()
  // Rules that live elsewhere work out how the next episodes begin while this step is learned from.
  if (next !== null) prepareNext(run, next, batch)
  const credit = examples ? creditDemonstrations(batch.trajectories, learns) : creditRewards(setting, arm, step, batch.trajectories, learns)

  let update: UpdateResult | null = null
  if (updates(arm)) {
    if (arm.name === 'policy') emit({ kind: 'phase', phase: 'updating', step })
    update = await setting.barrier.update(() => learn(setting, arm, step, credit, !examples, audit?.witness))
  }
  const learnt = update === null ? null : ([played, clock()] as const)
  const own = { ...credit, episodes: credit.episodes.filter(({ trajectory }) => plays(trajectory)) }
  const metrics = stepMetrics(own, update, !examples)
  const version = arm.learners[0]?.snapshot?.version ?? 0
  const snapshotHash = arm.learners.map(({ snapshot }) => snapshot?.hash ?? '').join(' ')
  const value = await digest.stepped({ arm: arm.name, step, episodes: credit.episodes, turnLog: batch.turnLog, snapshotHash })
  const milliseconds: StepDurations = {
    rollout: batch.milliseconds.sampling,
    environment: batch.milliseconds.environment,
    ...(batch.milliseconds.sandbox === undefined ? {} : { sandbox: batch.milliseconds.sandbox }),
    forwardBackward: update?.milliseconds.forwardBackward ?? 0,
    optimizer: update?.milliseconds.optimizer ?? 0,
    total: clock() - start,
  }
  const agents = spend(spec, arm, agentSteps(setting.cast, arm, batch, plays))
  const imitated = examples && spec.kind === 'reinforcement' ? { imitated: true as const } : {}
  const unrepeatable = batch.unrepeatable.length > 0 ? { unrepeatable: batch.unrepeatable } : {}
  emit({ kind: 'stepped', arm: arm.name, step, version, metrics, digest: value, milliseconds, agents, ...imitated, ...unrepeatable })
  const audited = audit === null ? null : await audit.verdict(batch)
  if (audited !== null) emit({ kind: 'audited', step, audit: audited })
  await tellTokens(setting, arm, step, credit, update)
  if (!examples) await tellTurns(setting, arm, step, batch, { start, played, learnt })
  return { metrics, milliseconds, agents, audit: audited }
}

function rollout(setting: RunSetting, arm: RunArm, step: number, witness: Witness | undefined): Promise<BatchResult> {
  const watch = ({ counts, stops }: StateCounts): void => setting.emit({ kind: 'states', arm: arm.name, step, counts, stops })
  const fault = faultOf(setting, arm, step)
  const [plans, seating] = [trainingPlans(setting.spec, step), trainingSeating(setting, arm, step)]
  const looked = setting.onlooker !== undefined && arm.name === 'policy'
  const onTurns = looked ? { onTurns: followGame(setting.onlooker, { arm: arm.name, step, plans, seating }) } : {}
  const deadline = setting.deadline === undefined ? {} : { deadline: setting.deadline }
  const manner = { watch, ...onTurns, ...deadline, ...(witness === undefined ? {} : { witness }), ...(fault === undefined ? {} : { fault }) }
  return playEpisodes(setting, plans, 'train', seating, manner)
}

function prepareNext(run: RunSetting, { arm, step }: Upcoming, { players }: BatchResult): void {
  const setting = settingOf(run, arm)
  if (fromExamples(setting.spec, step) && updates(arm)) return
  const masters = players.some(({ kind }) => kind === 'script')
  prepareEpisodes(setting, trainingPlans(setting.spec, step), { masters, audited: arm.name === 'policy', everybody: faultOf(setting, arm, step) !== undefined })
}

async function demonstrations(setting: RunSetting, arm: RunArm, step: number): Promise<BatchResult> {
  const { spec, environment: definition, foresight, config, tokenizer, budget, cast, clock } = setting
  const start = clock()
  // A run that is supervised throughout names one example a group.
  const imitates = spec.kind === 'reinforcement'
  const episodes = imitates ? examplePlans(spec, step) : trainingPlans(spec, step)
  const request = {
    definition,
    foresight,
    config,
    split: 'train' as const,
    tokenizer,
    budget,
    episodes,
    ...(imitates ? { legalByChance: keyOf(spec, 'script'), strays: { share: spec.imitation.strays, masters: cast.learners, key: keyOf(spec, 'stray') } } : {}),
  }
  const shuffle = arm.name === 'shuffled' ? { shuffle: createRng(keyOf(spec, 'rewardShuffle'), step) } : {}
  const trajectories = await demonstrateEpisodes({ ...request, ...shuffle })
  const nothing = { players: [], turnLog: [], waits: [], waves: 0, faults: [], answerTimes: [], unrepeatable: [], waveTimes: [] }
  return { trajectories, ...nothing, milliseconds: { sampling: 0, environment: clock() - start } }
}

/** The shuffled control gets everybody's rewards in another order: whatever it then learns is not from the task. */
function creditRewards(
  { spec }: RunSetting,
  arm: RunArm,
  step: number,
  trajectories: readonly Trajectory[],
  learns: (trajectory: Trajectory) => boolean,
): Credit {
  const earned = trajectories.map(earnedOf)
  if (arm.name !== 'shuffled') return assignCredit(spec.objective, trajectories, earned, learns)
  const order = permutation(earned.length, createRng(keyOf(spec, 'rewardShuffle'), step))
  const dealt = earned.map((own, index) => dealtTo(at(earned, at(order, index)), own))
  return assignCredit(spec.objective, trajectories, dealt, learns)
}

/** Every token of an example weighs 1. */
function creditDemonstrations(trajectories: readonly Trajectory[], learns: (trajectory: Trajectory) => boolean): Credit {
  const episodes = trajectories.map((trajectory) => spread(trajectory, isWhole(trajectory) && learns(trajectory) ? 1 : undefined))
  return { episodes, groups: trajectories.length, droppedGroups: 0 }
}

async function tellTokens({ emit }: RunSetting, arm: RunArm, step: number, credit: Credit, update: UpdateResult | null): Promise<void> {
  const episodes = credit.episodes.map(({ trajectory, coefficients, trained }): EpisodeTokens => {
    const weights = update === null ? {} : { weights: update.weights.get(datumId(`${arm.name}/${step}`, trajectory)) ?? new Float32Array(coefficients.length) }
    return { trajectory, advantages: coefficients, ...weights, trained: trained && updates(arm) }
  })
  const bytes = encodeTokens({ step, arm: arm.name, episodes })
  const tokens = credit.episodes.reduce((sum, { trajectory }) => sum + trajectory.tokens.length, 0)
  const ref = { step, arm: arm.name, episodes: episodes.length, tokens, bytes: bytes.length, hash: await sha256Hex(bytes) }
  emit({ kind: 'tokens', ref }, { arm: arm.name, step, bytes })
}
