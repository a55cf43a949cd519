// Going on from a checkpoint: the same spec under the same engine, device, shaders and base, or not at all, because bits
// that another one computed would end in a digest that means nothing. Which of several kernels with equal bits serves is
// measured at every start and may differ. Restores arms as they were, and proves it by their hashes.

import { tokenloomError } from '../base/errors.ts'
import { canonicalJson, type Json } from '../base/json.ts'
import type { ArmCheckpoint, RunCheckpoint } from '../record/run-checkpoint.ts'
import type { RunSpec } from '../record/spec.ts'
import { identityOf } from '../record/spec-identity.ts'
import type { CheckpointData, ServiceDescription, SnapshotInfo, TrainingService } from '../service/index.ts'
import type { Cast, Role } from './cast.ts'
import { armsOf, hasAdapters } from './prepare.ts'
import type { Learner, RunArm } from './setting.ts'

/** Plain data of ours as text: JSON.stringify drops what is undefined. */
const textOf = (value: unknown): string => canonicalJson(JSON.parse(JSON.stringify(value)) as Json)
const short = (text: string): string => (/^[0-9a-f]{64}$/.test(text) ? text.slice(0, 12) : text)

/** Throws RUN_PINNED, naming everything that is not as it was. */
export function refuseOthers({ spec: was, service: then }: RunCheckpoint, spec: RunSpec, now: ServiceDescription): void {
  const differences: string[] = []
  const compare = (what: string, before: string, after: string): void => {
    if (before !== after) differences.push(`${what} was ${short(before)} and is ${short(after)}`)
  }
  compare('the engine', then.engine, now.engine)
  compare('the device', then.device, now.device)
  compare('the base', then.base.name, now.base.name)
  compare('the hash of the base', then.base.hash, now.base.hash)
  compare('the hash of the shaders', then.shaderHash, now.shaderHash)
  if (textOf(identityOf(was)) !== textOf(identityOf(spec))) differences.push('the settings are others')
  if (differences.length === 0) return
  throw tokenloomError(
    'RUN_PINNED',
    `This run cannot go on here with the same bits: ${differences.join('; ')}.`,
    'Start it anew from its settings, or go back to the engine that it began with.',
  )
}

/** Adds every arm as the checkpoint has it. The list grows as they open, so that a failure closes what is open. */
export async function restoreArms(service: TrainingService, { spec, arms: saved }: RunCheckpoint, cast: Cast, arms: RunArm[]): Promise<void> {
  const left = [...saved]
  for (const name of armsOf(spec)) {
    const learners: Learner[] = []
    arms.push({ name, learners, spent: new Map(Object.entries(left[0]?.spent ?? {})) })
    if (!hasAdapters(name)) {
      const entry = left.shift()
      if (entry?.arm !== name || entry.adapter !== null) throw corrupt('has other arms than its spec')
      continue
    }
    for (const role of cast.roles) {
      const entry = left.shift()
      if (entry?.arm !== name || (cast.roles.length > 1 && entry.learner !== role.name)) throw corrupt('has other arms than its spec')
      if (entry.adapter === null) throw corrupt(`has no adapter where ${name} needs one`)
      await restoreLearner(service, role, { ...entry, adapter: entry.adapter }, learners)
    }
  }
  if (left.length > 0) throw corrupt('has other arms than its spec')
}

type Saved = ArmCheckpoint & { readonly adapter: CheckpointData }

async function restoreLearner(service: TrainingService, role: Role, saved: Saved, learners: Learner[]): Promise<void> {
  const { arm, adapter, snapshotHash, past = [] } = saved
  const learner: Learner = { ...role, adapter: await service.loadState(adapter), snapshot: null, past: [] }
  learners.push(learner)
  learner.snapshot = await service.saveWeightsForSampler(learner.adapter)
  refuseChanged(arm, learner.snapshot, snapshotHash, adapter.version)
  for (const version of past) {
    // A snapshot outlives the adapter that it was taken of.
    const older = await service.loadState(version.adapter)
    const snapshot = await service.saveWeightsForSampler(older).finally(() => service.freeAdapter(older))
    learner.past = [...learner.past, { step: version.step, snapshot, state: version.adapter }]
    refuseChanged(arm, snapshot, version.snapshotHash, version.adapter.version)
  }
}

function refuseChanged(arm: string, snapshot: SnapshotInfo, hash: string, version: number): void {
  if (snapshot.hash === hash && snapshot.version === version) return
  throw corrupt(`gives ${arm} other weights than it had`)
}

const corrupt = (message: string) =>
  tokenloomError('CHECKPOINT_CORRUPT', `The checkpoint ${message}.`, 'Start the run anew from its settings: it gives the same result.')
