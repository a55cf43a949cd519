// The learning of a step: every adapter of an arm learns from what its own agents wrote, all at once, so that an engine may let
// them share its passes. Then each has a new version, and what nobody reads any more is let go.

import { assert, at } from '../base/assert.ts'
import { createRng } from '../base/random.ts'
import type { Witness } from '../coordinator/testimony.ts'
import type { RunSpec } from '../record/spec.ts'
import type { AdapterId, Datum, SnapshotInfo } from '../service/index.ts'
import type { UpdateRequest } from './before-update.ts'
import { hearSnapshot, refuseWrongVersion } from './canary.ts'
import type { Credit, CreditedTrajectory } from './credit.ts'
import { buildData, byKey, datumId } from './data.ts'
import { splitGroups } from './minibatches.ts'
import { keepsPast, rolloutVersion, turnVersion } from './past-versions.ts'
import { keyOf, type Learner, type RunArm, type RunSetting } from './setting.ts'
import { trainOnAll } from './train-on.ts'
import { type UpdateResult, updateAdapter } from './update.ts'

export async function learn(setting: RunSetting, arm: RunArm, step: number, credit: Credit, sampled: boolean, witness?: Witness): Promise<UpdateResult | null> {
  const results = await Promise.allSettled(
    arm.learners.map((learner) => {
      const own = credit.episodes.filter(({ trajectory }) => learner.agents.includes(trajectory.agent))
      return learnOne(setting, arm, learner, step, own, sampled, witness)
    }),
  )
  // All have ended before the first failure is told: none is still at work for a run that is over.
  const updates = results.map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
  return updates.length === 0 ? null : together(updates)
}

async function learnOne(
  setting: RunSetting,
  arm: RunArm,
  learner: Learner,
  step: number,
  episodes: readonly CreditedTrajectory[],
  sampled: boolean,
  witness: Witness | undefined,
): Promise<UpdateResult> {
  const { spec, service } = setting
  const imitates = !sampled && spec.kind === 'reinforcement'
  const newest = learner.snapshot
  const rollout = rolloutVersion(spec, learner, step)
  assert(newest !== null && rollout !== null, 'a learner has a version before it learns')
  const groups = [...byKey(episodes.filter(({ trained }) => trained)).values()]
  const count = imitates ? minibatchesOf(spec, groups.length) : spec.objective.minibatches
  const options = { prefix: `${arm.name}/${step}`, temperature: spec.rollout.temperature, sampled }
  const parts = splitGroups(groups, count, createRng(keyOf(spec, 'minibatch'), step))
  const masked = parts.map((part) => buildData(part.flat(), options))
  const minibatches = spec.objective.trainOn === 'all' ? await trainOnAll(setting, masked, rollout.id) : masked
  if (witness !== undefined) testify(witness, parts.flat(2), minibatches.flat())
  const state = keepsPast(spec) ? await service.saveState(learner.adapter) : null
  const update = await updateAdapter(setting, {
    adapter: learner.adapter,
    rollout,
    newest,
    minibatches,
    examples: imitates,
    firstOptimizerStep: (step - 1) * spec.objective.minibatches,
    mixed: mixedVersions(setting, arm, learner, step, episodes, newest),
    witness,
  })
  await renew(setting, learner, learner.adapter, newest, state === null ? null : { step: step - 1, snapshot: newest, state }, step)
  const refresh = {
    before: newest,
    after: learner.snapshot ?? newest,
    steps: minibatches.length - update.skippedUpdates - update.emptyUpdates,
    data: minibatches.flat(),
  }
  refuseWrongVersion(refresh)
  if (learner.heard !== true) learner.heard = await hearSnapshot(service, refresh)
  return update
}

/** Examples do not age while they are learned from: they may be cut smaller than what a policy played, but not smaller than they are. */
const minibatchesOf = ({ imitation, objective }: RunSpec, examples: number): number =>
  imitation.minibatches === 0 ? objective.minibatches : Math.max(1, Math.min(imitation.minibatches, examples))

/** Undefined where every episode keeps the version that it began with. */
function mixedVersions(
  { spec }: RunSetting,
  arm: RunArm,
  { past }: Learner,
  step: number,
  episodes: readonly CreditedTrajectory[],
  newest: SnapshotInfo,
): UpdateRequest['mixed'] {
  if (spec.rollout.refresh === 'wait') return undefined
  const versions = new Map(episodes.map(({ trajectory }) => [datumId(`${arm.name}/${step}`, trajectory), trajectory.versions]))
  return { versions, snapshots: [...past.map(({ snapshot }) => snapshot), newest] }
}

/** What the agents' parts became for training. The data stand in the order of the trajectories that they are of. */
function testify(witness: Witness, episodes: readonly CreditedTrajectory[], data: readonly Datum[]): void {
  for (const [index, datum] of data.entries()) {
    const { episode, agent } = at(episodes, index).trajectory
    witness({ by: 'trainer', kind: 'fed', episode, agent, datum })
  }
}

/** A snapshot of what was learnt takes the place of the one before, which joins the past or goes. */
async function renew(
  { spec, service }: RunSetting,
  learner: Learner,
  adapter: AdapterId,
  before: SnapshotInfo,
  past: Parameters<typeof turnVersion>[3],
  step: number,
): Promise<void> {
  learner.snapshot = await service.saveWeightsForSampler(adapter)
  if (past !== null) await turnVersion(spec, service, learner, past, step)
  else if (before.id !== learner.snapshot.id) await service.releaseSnapshot(before.id)
}

/** Sums over all adapters; they learnt side by side, so the longest time is the time of all. */
function together(updates: readonly UpdateResult[]): UpdateResult {
  const sum = (field: (update: UpdateResult) => number): number => updates.reduce((total, update) => total + field(update), 0)
  const most = (field: (update: UpdateResult) => number): number => updates.reduce((greatest, update) => Math.max(greatest, field(update)), 0)
  return {
    loss: sum(({ loss }) => loss),
    klToBase: sum(({ klToBase }) => klToBase),
    entropy: sum(({ entropy }) => entropy),
    clipped: sum(({ clipped }) => clipped),
    trainedTokens: sum(({ trainedTokens }) => trainedTokens),
    trainedRows: sum(({ trainedRows }) => trainedRows),
    gradNorm: sum(({ gradNorm }) => gradNorm) / updates.length,
    learningRate: most(({ learningRate }) => learningRate),
    logprobGap: most(({ logprobGap }) => logprobGap),
    skippedUpdates: sum(({ skippedUpdates }) => skippedUpdates),
    emptyUpdates: sum(({ emptyUpdates }) => emptyUpdates),
    staleness: most(({ staleness }) => staleness),
    weights: new Map(updates.flatMap(({ weights }) => [...weights])),
    milliseconds: { forwardBackward: most(({ milliseconds }) => milliseconds.forwardBackward), optimizer: most(({ milliseconds }) => milliseconds.optimizer) },
  }
}
