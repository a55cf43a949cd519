// Lets the base and a saved policy answer one task, on the engine of this tab, also while a run is under way: the
// worker lives for one press.

import { transfer } from 'comlink'
import { toErrorData, tokenloomError } from '../../src/base/errors.ts'
import { unwrap } from '../../src/base/result.ts'
import type { RunEvent } from '../../src/record/events.ts'
import type { TryAnswer, TryPlayer, TryTask, TryWorkerApi } from '../../src/workers/try-api.ts'
import { readTokenStep } from '../state/decode-tokens.ts'
import { policyRuns } from '../state/policy-runs.ts'
import { RECORDED_RUN } from '../state/recording.ts'
import { TRIAL_SAMPLES, type Trial, type TrialDraft } from '../state/trial.ts'
import { workbench } from '../state/workbench.ts'
import { connectEngine, modelUrl, prepareEngine } from './engine.ts'
import { selectTab } from './navigate.ts'
import { recordedEvents, recordedFiles } from './recording-files.ts'
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
  const { live, engineChoice } = workbench.getState()
  const candidates = policyRuns(workbench.getState())
  const policy = candidates.find(({ id }) => id === chosen) ?? candidates[0]
  if (policy === undefined) throw tokenloomError('ADAPTER_UNKNOWN', 'There is no policy to try.', 'Train one, and come back.')
  const events = policy.id === RECORDED_RUN ? await recordedEvents() : await storedEvents(policy.id, 0)
  const start = events.find((event) => event.kind === 'started')
  if (start?.kind !== 'started') throw tokenloomError('RECORD_INVALID', `The log of ${policy.name} has no start.`, 'Choose another run.')
  const files = policy.id === RECORDED_RUN ? await recordedFiles() : await storedFiles(policy.id)
  const { spec, service } = start
  const players: TryPlayer[] = [{ kind: 'base' }, { kind: 'adapter', name: policy.name, files, baseHash: service.base.hash, version: lastVersion(events) }]
  const engine = await connectEngine(await prepareEngine(spec.base, live ? 'auto' : engineChoice))
  const worker = holdWorker<TryWorkerApi>('try', new Worker(new URL('../../src/workers/try.worker.ts', import.meta.url), { type: 'module', name: 'try' }))
  try {
    const { maxTokensPerTurn, maxTokensPerEpisode } = spec.rollout
    const answer = await worker.ask((remote) =>
      remote.play(
        transfer(
          {
            modelUrl: modelUrl(spec.base),
            engine,
            environment: spec.environment,
            task,
            players,
            temperature,
            samples: TRIAL_SAMPLES,
            seed: ++draws,
            maxTokensPerTurn,
            maxTokensPerEpisode,
          },
          [engine],
        ),
      ),
    )
    return trialOf(answer, ['Base', policy.name], temperature)
  } finally {
    worker.dispose()
  }
}

function trialOf({ prompt, expected, split, vocabulary, blobs }: TryAnswer, names: readonly string[], temperature: number): Trial {
  const players = blobs.map((blob, place) => ({ name: names[place] ?? '', step: unwrap(readTokenStep(blob, vocabulary)) }))
  return { prompt, expected, split, temperature, players }
}

function lastVersion(events: readonly RunEvent[]): number {
  const last = events.findLast((event) => event.kind === 'stepped' && event.arm === 'policy')
  return last?.kind === 'stepped' ? last.version : 0
}
