// Going on from a checkpoint: the same spec under the same engine, device, shaders and base, or not at all, because bits
// that another one computed would end in a digest that means nothing. Which of several kernels with equal bits serves is
// measured at every start and may differ. Restores arms as they were, and proves it by their hashes.

import { tokenloomError } from '../base/errors.ts'
import { canonicalJson, type Json } from '../base/json.ts'
import type { ArmCheckpoint, RunCheckpoint } from '../record/run-checkpoint.ts'
import type { RunSpec } from '../record/spec.ts'
import type { ServiceDescription, TrainingService } from '../service/index.ts'
import { armsOf } from './prepare.ts'
import type { RunArm } from './setting.ts'

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
  if (textOf(was) !== textOf(spec)) differences.push('the settings are others')
  if (differences.length === 0) return
  throw tokenloomError(
    'RUN_PINNED',
    `This run cannot go on here with the same bits: ${differences.join('; ')}.`,
    'Start it anew from its settings, or go back to the engine that it began with.',
  )
}

/** Adds every arm as the checkpoint has it. The list grows as they open, so that a failure closes what is open. */
export async function restoreArms(service: TrainingService, { spec, arms: saved }: RunCheckpoint, arms: RunArm[]): Promise<void> {
  const names = armsOf(spec)
  if (names.length !== saved.length || names.some((name, index) => saved[index]?.arm !== name)) throw corrupt('has other arms than its spec')
  for (const one of saved) {
    if ((one.adapter === null) !== (one.arm === 'random')) throw corrupt(`has no adapter where ${one.arm} needs one`)
    const arm: RunArm = { name: one.arm, adapter: one.adapter === null ? null : await service.loadState(one.adapter), snapshot: null }
    arms.push(arm)
    if (arm.adapter !== null) arm.snapshot = await service.saveWeightsForSampler(arm.adapter)
    refuseChanged(one, arm)
  }
}

function refuseChanged({ arm, adapter, snapshotHash }: ArmCheckpoint, { snapshot }: RunArm): void {
  if (adapter === null || (snapshot?.hash === snapshotHash && snapshot.version === adapter.version)) return
  throw corrupt(`gives ${arm} other weights than it had`)
}

const corrupt = (message: string) =>
  tokenloomError('CHECKPOINT_CORRUPT', `The checkpoint ${message}.`, 'Start the run anew from its settings: it gives the same result.')
