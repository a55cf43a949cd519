// The coordinator that the spec chose, where it is a faulty one: a lesson that runs like any other run. The weights that it
// updates under open episodes move by their momentum alone, since nothing new has been learned yet.

import type { FaultRequest } from '../coordinator/faults/fault.ts'
import { learningRateAt } from './schedule.ts'
import { keyOf, type RunArm, type RunSetting } from './setting.ts'
import { adamParams } from './update.ts'

/** Undefined: the sound coordinator conducts. */
export function faultOf(setting: RunSetting, arm: RunArm, step: number): FaultRequest | undefined {
  const { spec, barrier } = setting
  const { coordinator } = spec
  if (coordinator === 'sound') return undefined
  const update = (): Promise<void> => barrier.update(() => moveOn(setting, arm, step))
  return { name: coordinator, key: keyOf(spec, 'coordinator'), ...(arm.learners.length > 0 ? { update } : {}) }
}

async function moveOn(setting: RunSetting, { learners }: RunArm, step: number): Promise<void> {
  const { spec, service, track } = setting
  const { minibatches } = spec.objective
  const learningRate = learningRateAt(spec.optimizer, (step - 1) * minibatches, spec.steps * minibatches)
  for (const learner of learners) {
    await track(service.optimStep(learner.adapter, adamParams(setting, learningRate)))
    const before = learner.snapshot
    learner.snapshot = await service.saveWeightsForSampler(learner.adapter)
    if (before !== null && before.id !== learner.snapshot.id) await service.releaseSnapshot(before.id)
  }
}
