// The run loop: evaluate, then step by step let every arm play, learn and be told of, until the spec's steps are done
// or a hand stops it. Speaks to the training service alone; cannot tell a GPU in this tab from a server. Every
// outcome is a value, and what was opened is closed whatever happens.

import { assert, at } from '../base/assert.ts'
import { type ErrorData, TokenloomError, toErrorData } from '../base/errors.ts'
import { fail, ok, unwrap } from '../base/result.ts'
import type { Deadline } from '../coordinator/deadline.ts'
import type { EnvironmentDefinition } from '../environments/contract.ts'
import type { Foresight } from '../environments/foresight.ts'
import type { Tokenizer } from '../episode/tokenizer.ts'
import type { AdapterCheckpoint } from '../record/adapter-checkpoint.ts'
import type { Evaluation, RunEventBody, RunSummary } from '../record/events.ts'
import type { RunCheckpoint } from '../record/run-checkpoint.ts'
import type { RunSpec } from '../record/spec.ts'
import type { CheckpointData, TrainingService } from '../service/index.ts'
import { type Checkpoints, createCheckpoints, type Keep } from './checkpoints.ts'
import { refuseOthers, restoreArms } from './continue-run.ts'
import { evaluateArm, swappedArm } from './evaluate.ts'
import type { Onlooker } from './follow-game.ts'
import { openAdapter, originOf } from './origin.ts'
import { armsOf, hasAdapters, prepare, refuseMemory } from './prepare.ts'
import { createReloads, type Reloads, reloadSetting } from './reload.ts'
import { createRunControl, type RunGate } from './run-control.ts'
import { createRunDigest, type RunDigest } from './run-digest.ts'
import { type Emit, type Learner, type RunArm, type RunSetting, settingOf, steps } from './setting.ts'
import { createTally, type Tally } from './summary.ts'
import { trainStep } from './train-step.ts'

export interface RunRequest {
  readonly spec: RunSpec
  readonly service: TrainingService
  readonly tokenizer: Tokenizer
  readonly environment: EnvironmentDefinition
  /** Brings what the environment will be asked, where it lives elsewhere. Absent: it is here. */
  readonly foresight?: Foresight
  /** The authored source that spec.environment.source is the hash of; of a run that goes on, the one that it played last. */
  readonly source?: string
  /** Other versions of that source, by plan or by hand (createReloads). Absent: none comes. */
  readonly reloads?: Reloads
  readonly emit: Emit
  /** Follows a game of the policy's rollouts while it is played. Absent: nobody does. */
  readonly onlooker?: Onlooker
  /** From createRunControl. Absent: nobody interferes. */
  readonly control?: RunGate
  /** Milliseconds from any start, for durations alone. */
  readonly clock: () => number
  /** Starts a timer for deadlines. Absent: a spec that names a deadline is refused. */
  readonly startTimer?: Deadline['start']
  /** Where checkpoints go. Absent: nobody could keep any, and none is made. */
  readonly keep?: Keep
  /** Hears of the policy's adapters as they stood at an evaluation in the middle; those of the end are in the outcome. */
  readonly keepPolicy?: (adapters: readonly SavedAdapter[]) => void
  /** Goes on from here instead of starting: `continued` is the first event, and what follows is what would have followed. */
  readonly from?: RunCheckpoint
  /** What adapter.from of the spec names: all arms start from it. */
  readonly trainOn?: AdapterCheckpoint
}

/** An adapter of the policy as it stands, by the name of who writes with it. */
export interface SavedAdapter {
  readonly name: string
  readonly checkpoint: CheckpointData
}

/** `checkpoint` is the first of `adapters`. */
export type RunOutcome =
  | { readonly kind: 'finished'; readonly summary: RunSummary; readonly checkpoint: CheckpointData; readonly adapters: readonly SavedAdapter[] }
  | { readonly kind: 'stopped'; readonly step: number; readonly checkpoint: CheckpointData | null; readonly adapters: readonly SavedAdapter[] }
  | { readonly kind: 'failed'; readonly error: ErrorData }

/** Never rejects. A failure before `started` or `continued` was emitted is in the outcome alone: no log has a place for it. */
export async function runTraining(request: RunRequest): Promise<RunOutcome> {
  const { spec, emit, clock, service, from, keep = null } = request
  const gate = request.control ?? createRunControl()
  const reloads = request.reloads ?? createReloads()
  const arms: RunArm[] = []
  const opened: Opened = { arms, checkpoints: null }
  let begun = false
  let step = from?.step ?? 0
  try {
    const prepared = await prepare({ ...request, gate })
    if (!prepared.ok) return { kind: 'failed', error: prepared.error.toData() }
    const { memory } = prepared.value
    let { setting } = prepared.value
    const digest = createRunDigest(from?.digest)
    const tally = createTally(clock, setting.cast, from?.totals)
    const checkpoints = createCheckpoints({ setting: () => setting, arms, digest, tally, gate, keep, reloaded: from?.reloaded })
    opened.checkpoints = checkpoints
    const reload = async (done: number): Promise<void> => {
      // One version between two steps: what comes by hand where a run goes on that had just got one waits for the next.
      const next = from?.reloaded?.after === done ? null : reloads.take(done)
      if (next === null) return
      const measured: Measured[] = []
      const reloaded = await reloadSetting(setting, next.version, done)
      try {
        // It is measured before it counts: a version that fails at once is not taken.
        await measureAll(unwrap(reloaded), arms, done, (one) => measured.push(one))
      } catch (thrown) {
        if (next.planned || !(thrown instanceof TokenloomError) || gate.stopped()) throw thrown
        reloads.answer(fail(thrown))
        return
      }
      setting = unwrap(reloaded)
      const { source, hash } = next.version
      digest.reloaded({ after: done, source: hash })
      tally.reloaded()
      emit({ kind: 'reloaded', step: done, hash, source })
      for (const one of measured) tellMeasured(setting, one, digest, tally)
      await checkpoints.reloaded({ after: done, source: hash })
      reloads.answer(ok(done))
    }
    if (from !== undefined) {
      refuseOthers(from, spec, setting.description)
      refuseMemory(memory, spec)
      await restoreArms(service, from, setting.cast, arms)
      emit({ kind: 'continued', step: from.step })
      begun = true
    } else {
      const origin = await originOf(spec, request.trainOn, setting.description)
      digest.started(spec, setting.description)
      emit({ kind: 'started', spec, service: setting.description, memory, vocabulary: vocabularyOf(setting), ...sourceOf(request) })
      begun = true
      refuseMemory(memory, spec)
      emit({ kind: 'phase', phase: 'preparing', step: 0 })
      await openArms(setting, arms, origin)
      await evaluateAll(setting, arms, 0, digest, tally)
    }
    for (step += 1; step <= spec.steps; step++) {
      const done = step - 1
      await checkpoints.boundary(done)
      if (!(await gate.pass((kind) => emit({ kind, step: done })))) return await stop(request, opened, done)
      await reload(done)
      const evaluates = step % spec.evaluation.every === 0 || step === spec.steps || step === spec.imitation.steps
      const learning = arms.filter(steps)
      for (const [index, arm] of learning.entries()) {
        const sibling = learning[index + 1]
        const next = sibling === undefined ? (evaluates ? null : { arm: at(learning, 0), step: step + 1 }) : { arm: sibling, step }
        tally.step(arm.name, await trainStep(setting, arm, step, digest, next))
      }
      if (!evaluates) continue
      await evaluateAll(setting, arms, step, digest, tally)
      if (step < spec.steps) request.keepPolicy?.(await saveStates(service, arms))
    }
    const adapters = await saveStates(service, arms)
    const summary = tally.summary(spec.steps, await digest.value())
    emit({ kind: 'finished', summary })
    return { kind: 'finished', summary, adapters, checkpoint: at(adapters, 0).checkpoint }
  } catch (thrown) {
    const error = toErrorData(thrown)
    if (gate.stopped() && begun && error.code === 'CANCELLED') return await stop(request, opened, Math.max(step - 1, 0))
    // Where authored code failed, what had been learned until then is kept: the run goes on from there once it is mended elsewhere.
    if (begun && error.code.startsWith('SANDBOX_')) await opened.checkpoints?.stopped().catch(() => undefined)
    if (begun) emit({ kind: 'failed', error })
    return { kind: 'failed', error }
  } finally {
    reloads.close()
    await closeArms(service, arms)
  }
}

const sourceOf = ({ source }: RunRequest): { readonly source?: string } => (source === undefined ? {} : { source })

interface Opened {
  readonly arms: readonly RunArm[]
  checkpoints: Checkpoints | null
}

const vocabularyOf = ({ description, tokenizer }: RunSetting): string[] =>
  Array.from({ length: description.base.vocabulary }, (_, id) => tokenizer.tokenText(id))

/** All arms start from the same factors: those of the origin, or fresh ones whose seed is that of the run. */
async function openArms({ spec, service, cast }: RunSetting, arms: RunArm[], origin: CheckpointData | null): Promise<void> {
  for (const name of armsOf(spec)) {
    const learners: Learner[] = []
    arms.push({ name, learners, spent: new Map() })
    if (!hasAdapters(name)) continue
    for (const role of cast.roles) {
      const own = cast.roles.length > 1 ? `-${role.name}` : ''
      const adapter = await openAdapter(service, spec, `${spec.preset}-${name}${own}`, origin)
      const learner: Learner = { ...role, adapter, snapshot: null, past: [] }
      learners.push(learner)
      learner.snapshot = await service.saveWeightsForSampler(adapter)
    }
  }
}

/** Closing must not hide why the run ended: a service that is gone has nothing left to close. */
async function closeArms(service: TrainingService, arms: readonly RunArm[]): Promise<void> {
  for (const { adapter, snapshot, past } of arms.flatMap(({ learners }) => learners)) {
    const snapshots = new Set([...(snapshot === null ? [] : [snapshot.id]), ...past.map((version) => version.snapshot.id)])
    for (const id of snapshots) await service.releaseSnapshot(id).catch(() => undefined)
    await service.freeAdapter(adapter).catch(() => undefined)
  }
}

async function saveStates(service: TrainingService, arms: readonly RunArm[]): Promise<readonly SavedAdapter[]> {
  const saved: SavedAdapter[] = []
  for (const { name, adapter } of arms[0]?.learners ?? []) saved.push({ name, checkpoint: await service.saveState(adapter) })
  assert(saved.length > 0, 'the policy is the first arm and has an adapter')
  return saved
}

/** What had been learned is kept where it still can be. */
async function stop({ service, emit }: RunRequest, { arms, checkpoints }: Opened, step: number): Promise<RunOutcome> {
  await checkpoints?.stopped().catch(() => undefined)
  const adapters = await saveStates(service, arms).catch(() => [])
  emit({ kind: 'stopped', step })
  return { kind: 'stopped', step, checkpoint: adapters[0]?.checkpoint ?? null, adapters }
}

type Measured = Extract<RunEventBody, { kind: 'evaluated' }>

async function evaluateAll(setting: RunSetting, arms: readonly RunArm[], step: number, digest: RunDigest, tally: Tally): Promise<void> {
  await measureAll(setting, arms, step, (measured) => tellMeasured(setting, measured, digest, tally))
}

function tellMeasured({ emit }: RunSetting, measured: Measured, digest: RunDigest, tally: Tally): void {
  digest.evaluated(measured.evaluation)
  tally.evaluation(measured.evaluation)
  emit(measured)
}

async function measureAll(setting: RunSetting, arms: readonly RunArm[], step: number, tell: (measured: Measured) => void): Promise<void> {
  const { emit, clock } = setting
  emit({ kind: 'phase', phase: 'evaluating', step })
  const measured = new Map<string, Evaluation>()
  for (const arm of arms) {
    const start = clock()
    const seated = arm.name === 'swapped' ? swappedArm(arms[0]) : arm
    // At the start all adapters are equal, which their hashes prove: one measurement speaks for all that are shown the same.
    const weights = seated.learners.map(({ snapshot }) => snapshot?.hash ?? '').join(' ')
    const shown = settingOf(setting, seated) === setting ? '' : seated.name
    const known = step === 0 && weights !== '' ? measured.get(`${weights} ${shown}`) : undefined
    const evaluation = known === undefined ? await evaluateArm(setting, seated, step) : { ...known, arm: arm.name }
    if (weights !== '') measured.set(`${weights} ${shown}`, evaluation)
    tell({ kind: 'evaluated', evaluation, milliseconds: clock() - start })
  }
}
