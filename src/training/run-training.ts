// The run loop: evaluate, then step by step let every arm play, learn and be told of, until the spec's steps are done
// or a hand stops it. Speaks to the training service alone; cannot tell a GPU in this tab from a server. Every
// outcome is a value, and what was opened is closed whatever happens.

import { assert } from '../base/assert.ts'
import { type ErrorData, toErrorData } from '../base/errors.ts'
import type { EnvironmentDefinition } from '../environments/contract.ts'
import type { Tokenizer } from '../episode/tokenizer.ts'
import type { Evaluation, RunSummary } from '../record/events.ts'
import type { RunCheckpoint } from '../record/run-checkpoint.ts'
import type { RunSpec } from '../record/spec.ts'
import type { CheckpointData, TrainingService } from '../service/index.ts'
import { type Checkpoints, createCheckpoints, type Keep } from './checkpoints.ts'
import { refuseOthers, restoreArms } from './continue-run.ts'
import { evaluateArm } from './evaluate.ts'
import { armsOf, prepare, refuseMemory } from './prepare.ts'
import { createRunControl, type RunGate } from './run-control.ts'
import { createRunDigest, type RunDigest } from './run-digest.ts'
import type { Emit, RunArm, RunSetting } from './setting.ts'
import { createTally, type Tally } from './summary.ts'
import { trainStep } from './train-step.ts'

export interface RunRequest {
  readonly spec: RunSpec
  readonly service: TrainingService
  readonly tokenizer: Tokenizer
  readonly environment: EnvironmentDefinition
  readonly emit: Emit
  /** From createRunControl. Absent: nobody interferes. */
  readonly control?: RunGate
  /** Milliseconds from any start, for durations alone. */
  readonly clock: () => number
  /** Where checkpoints go. Absent: nobody could keep any, and none is made. */
  readonly keep?: Keep
  /** Goes on from here instead of starting: `continued` is the first event, and what follows is what would have followed. */
  readonly from?: RunCheckpoint
}

export type RunOutcome =
  | { readonly kind: 'finished'; readonly summary: RunSummary; readonly checkpoint: CheckpointData }
  | { readonly kind: 'stopped'; readonly step: number; readonly checkpoint: CheckpointData | null }
  | { readonly kind: 'failed'; readonly error: ErrorData }

/** Never rejects. A failure before `started` or `continued` was emitted is in the outcome alone: no log has a place for it. */
export async function runTraining(request: RunRequest): Promise<RunOutcome> {
  const { spec, emit, clock, service, from, keep = null } = request
  const gate = request.control ?? createRunControl()
  const arms: RunArm[] = []
  const opened: Opened = { arms, checkpoints: null }
  let begun = false
  let step = from?.step ?? 0
  try {
    const prepared = await prepare({ ...request, gate })
    if (!prepared.ok) return { kind: 'failed', error: prepared.error.toData() }
    const { setting, memory } = prepared.value
    const digest = createRunDigest(from?.digest)
    const tally = createTally(clock, from?.totals)
    opened.checkpoints = createCheckpoints({ setting, arms, digest, tally, gate, keep })
    if (from !== undefined) {
      refuseOthers(from, spec, setting.description)
      refuseMemory(memory)
      await restoreArms(service, from, arms)
      emit({ kind: 'continued', step: from.step })
      begun = true
    } else {
      digest.started(spec, setting.description)
      emit({ kind: 'started', spec, service: setting.description, memory, vocabulary: vocabularyOf(setting) })
      begun = true
      refuseMemory(memory)
      emit({ kind: 'phase', phase: 'preparing', step: 0 })
      await openArms(setting, arms)
      await evaluateAll(setting, arms, 0, digest, tally)
    }
    for (step += 1; step <= spec.steps; step++) {
      const done = step - 1
      await opened.checkpoints.boundary(done)
      if (!(await gate.pass((kind) => emit({ kind, step: done })))) return await stop(request, opened, done)
      for (const arm of arms) tally.step(arm.name, await trainStep(setting, arm, step, digest))
      if (step % spec.evaluation.every === 0 || step === spec.steps) await evaluateAll(setting, arms, step, digest, tally)
    }
    const checkpoint = await saveState(service, arms)
    const summary = tally.summary(spec.steps, await digest.value())
    emit({ kind: 'finished', summary })
    return { kind: 'finished', summary, checkpoint }
  } catch (thrown) {
    const error = toErrorData(thrown)
    if (gate.stopped() && begun && error.code === 'CANCELLED') return await stop(request, opened, Math.max(step - 1, 0))
    if (begun) emit({ kind: 'failed', error })
    return { kind: 'failed', error }
  } finally {
    await closeArms(service, arms)
  }
}

interface Opened {
  readonly arms: readonly RunArm[]
  checkpoints: Checkpoints | null
}

const vocabularyOf = ({ description, tokenizer }: RunSetting): string[] =>
  Array.from({ length: description.base.vocabulary }, (_, id) => tokenizer.tokenText(id))

/** All arms start from the same factors: the seed of the adapter is that of the run. */
async function openArms({ spec, service }: RunSetting, arms: RunArm[]): Promise<void> {
  for (const name of armsOf(spec)) {
    const adapter = name === 'random' ? null : await service.createAdapter({ name: `${spec.preset}-${name}`, ...spec.adapter, seed: spec.seed })
    const arm: RunArm = { name, adapter, snapshot: null }
    arms.push(arm)
    if (adapter !== null) arm.snapshot = await service.saveWeightsForSampler(adapter)
  }
}

/** Closing must not hide why the run ended: a service that is gone has nothing left to close. */
async function closeArms(service: TrainingService, arms: readonly RunArm[]): Promise<void> {
  for (const { adapter, snapshot } of arms) {
    if (snapshot !== null) await service.releaseSnapshot(snapshot.id).catch(() => undefined)
    if (adapter !== null) await service.freeAdapter(adapter).catch(() => undefined)
  }
}

function saveState(service: TrainingService, arms: readonly RunArm[]): Promise<CheckpointData> {
  const adapter = arms[0]?.adapter ?? null
  assert(adapter !== null, 'the policy is the first arm and has an adapter')
  return service.saveState(adapter)
}

/** What had been learned is kept where it still can be. */
async function stop({ service, emit }: RunRequest, { arms, checkpoints }: Opened, step: number): Promise<RunOutcome> {
  await checkpoints?.stopped().catch(() => undefined)
  const checkpoint = arms.length === 0 ? null : await saveState(service, arms).catch(() => null)
  emit({ kind: 'stopped', step })
  return { kind: 'stopped', step, checkpoint }
}

async function evaluateAll(setting: RunSetting, arms: readonly RunArm[], step: number, digest: RunDigest, tally: Tally): Promise<void> {
  const { emit, clock } = setting
  emit({ kind: 'phase', phase: 'evaluating', step })
  const measured = new Map<string, Evaluation>()
  for (const arm of arms) {
    const start = clock()
    // At the start all adapters are equal, which their hashes prove: one measurement speaks for all.
    const known = step === 0 && arm.snapshot !== null ? measured.get(arm.snapshot.hash) : undefined
    const evaluation = known === undefined ? await evaluateArm(setting, arm, step) : { ...known, arm: arm.name }
    if (arm.snapshot !== null) measured.set(arm.snapshot.hash, evaluation)
    digest.evaluated(evaluation)
    tally.evaluation(evaluation)
    emit({ kind: 'evaluated', evaluation, milliseconds: clock() - start })
  }
}
