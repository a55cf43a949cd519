// Lets the base and a saved policy answer one task, on the engine of this tab, also while a run is under way: the
// worker lives for one press.

import { transfer } from 'comlink'
import { toErrorData, tokenloomError } from '../../src/base/errors.ts'
import { unwrap } from '../../src/base/result.ts'
import { newestSource } from '../../src/record/environment-versions.ts'
import type { RunEvent } from '../../src/record/events.ts'
import { isAuthored } from '../../src/record/is-authored.ts'
import type { RunSpec } from '../../src/record/spec.ts'
import type { TryAnswer, TryPlayer, TryTask, TryWorkerApi } from '../../src/workers/try-api.ts'
import { readTokenStep } from '../state/decode-tokens.ts'
import { LIVE_POLICY, policyRuns } from '../state/policy-runs.ts'
import { RECORDED_RUN } from '../state/recording.ts'
import { replayRun } from '../state/run-view.ts'
import { runsAtWork } from '../state/runs-under-way.ts'
import { TRIAL_SAMPLES, type Trial, type TrialDraft } from '../state/trial.ts'
import { viewOf, workbench } from '../state/workbench.ts'
import { sourceOfHash } from './authored-sources.ts'
import { dataSetOf } from './data-sets.ts'
import { connectEngine, modelUrl, prepareEngine } from './engine.ts'
import { selectTab } from './navigate.ts'
import { recordedEvents, recordedFiles } from './recording-files.ts'
import { liveRun } from './run-commands.ts'
import { openSandbox } from './sandbox.ts'
import { storedEvents, storedFiles } from './store.ts'
import { holdWorker } from './worker-handle.ts'

/** Every drawn answer gets random numbers of its own; at temperature 0 they decide nothing. */
let draws = 0

export function editTrial(change: Partial<TrialDraft>): void {
  workbench.setState({ trialDraft: { ...workbench.getState().trialDraft, ...change } })
}

export function tryWritten(): Promise<void> {
  return tryTask({ kind: 'written', text: workbench.getState().trialDraft.text })
}

export function tryHeldOut(): Promise<void> {
  return tryTask({ kind: 'heldOut', number: crypto.getRandomValues(new Uint32Array(1))[0] ?? 0 })
}

/** The first thing to do after training. */
export function tryRun(run: string): void {
  editTrial({ run })
  selectTab('try')
}

/** Before and after on one prompt: the base and the policy answer what a group was asked. */
export function tryPrompt(prompt: string): void {
  const { run } = workbench.getState()
  editTrial({ text: prompt.trim(), ...(run === null ? {} : { run: run.id }) })
  selectTab('try')
  void tryWritten()
}

async function tryTask(task: TryTask): Promise<void> {
  const { trial, trialDraft } = workbench.getState()
  if (trial.kind === 'playing') return
  workbench.setState({ trial: { kind: 'playing', before: trial.kind === 'answered' ? trial.trial : null } })
  try {
    workbench.setState({ trial: { kind: 'answered', trial: await play(task, trialDraft) } })
  } catch (thrown) {
    workbench.setState({ trial: { kind: 'failed', error: toErrorData(thrown) } })
  }
}

async function play(task: TryTask, { temperature, run: chosen }: TrialDraft): Promise<Trial> {
  const candidates = policyRuns(workbench.getState())
  const policy = candidates.find(({ id }) => id === chosen) ?? candidates[0]
  if (policy === undefined) throw tokenloomError('ADAPTER_UNKNOWN', 'There is no policy to try.', 'Train one, and come back.')
  if (policy.id === LIVE_POLICY) {
    const live = liveRun()
    const adapter = live === null ? null : await live.worker.ask((remote) => remote.policyAdapter())
    if (live === null || adapter === null)
      throw tokenloomError('ADAPTER_UNKNOWN', 'The run under way has no policy yet.', 'Wait until its first step, and ask again.')
    // Its source may have been reloaded since it began.
    const spec = viewOf(live.id)?.spec ?? live.spec
    return answers(spec, task, temperature, [{ kind: 'base' }, { kind: 'live', name: policy.name, adapter }], ['Base', policy.name])
  }
  const events = policy.id === RECORDED_RUN ? await recordedEvents() : await storedEvents(policy.id, 0)
  const start = events.find((event) => event.kind === 'started')
  if (start?.kind !== 'started') throw tokenloomError('RECORD_INVALID', `The log of ${policy.name} has no start.`, 'Choose another run.')
  const files = policy.id === RECORDED_RUN ? await recordedFiles() : await storedFiles(policy.id)
  const { service } = start
  const spec = replayRun(policy.id, events).spec ?? start.spec
  const players: TryPlayer[] = [{ kind: 'base' }, { kind: 'adapter', name: policy.name, files, baseHash: service.base.hash, version: lastVersion(events) }]
  return answers(spec, task, temperature, players, ['Base', policy.name])
}

/** Every player's answers to the task, as the run with this spec would have played it. */
async function answers(spec: RunSpec, task: TryTask, temperature: number, players: readonly TryPlayer[], names: readonly string[]): Promise<Trial> {
  const { underWay, engineChoice } = workbench.getState()
  const dataSet = await dataSetOf(spec)
  const sandbox = isAuthored(spec) ? await openSandbox(await sourceAtHand(spec)) : null
  const engine = await connectEngine(await prepareEngine(spec.base, runsAtWork(underWay).length > 0 ? 'auto' : engineChoice))
  const worker = holdWorker<TryWorkerApi>('try', new Worker(new URL('../../src/workers/try.worker.ts', import.meta.url), { type: 'module', name: 'try' }))
  try {
    const { maxTokensPerTurn, maxTokensPerEpisode } = spec.rollout
    const authored = sandbox === null ? null : { source: sandbox.source, sandbox: sandbox.connect() }
    const answer = await worker.ask((remote) =>
      remote.play(
        transfer(
          {
            modelUrl: modelUrl(spec.base),
            engine,
            environment: spec.environment,
            ...dataSet,
            ...(authored === null ? {} : { authored }),
            task,
            players,
            temperature,
            samples: TRIAL_SAMPLES,
            seed: ++draws,
            maxTokensPerTurn,
            maxTokensPerEpisode,
            actionMask: spec.rollout.actionMask !== 'off',
          },
          [engine, ...(authored === null ? [] : [authored.sandbox])],
        ),
      ),
    )
    return trialOf(answer, names, temperature)
  } finally {
    worker.dispose()
    sandbox?.dispose()
  }
}

/** The version of its source that the run played last: what its policy knows. */
async function sourceAtHand(spec: RunSpec): Promise<string> {
  const hash = newestSource(spec)
  const source = await sourceOfHash(hash)
  if (source !== null) return source
  const message = `This page does not have the source ${hash.slice(0, 12)}… of ${spec.environment.id}.`
  throw tokenloomError('ENVIRONMENT_UNKNOWN', message, 'Open the run as a file, which holds its source.', 'environment.source')
}

function trialOf({ prompt, expected, split, scene, vocabulary, blobs }: TryAnswer, names: readonly string[], temperature: number): Trial {
  const players = blobs.map((blob, place) => ({ name: names[place] ?? '', step: unwrap(readTokenStep(blob, vocabulary)) }))
  return { prompt, expected, split, scene, temperature, players }
}

function lastVersion(events: readonly RunEvent[]): number {
  const last = events.findLast((event) => event.kind === 'stepped' && event.arm === 'policy')
  return last?.kind === 'stepped' ? last.version : 0
}
