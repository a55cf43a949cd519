// The run worker's entry: one run, from its spec to its last event. It gives the loop a training service behind a
// port, a tokenizer, an environment and a control, and numbers what the loop emits for screen and store. A run that
// goes on numbers its events from where the checkpoint stood.

import { expose, transfer } from 'comlink'
import { TokenloomError, tokenloomError } from '../base/errors.ts'
import { unwrap } from '../base/result.ts'
import type { Timer } from '../coordinator/deadline.ts'
import { reloadsOf } from '../record/environment-versions.ts'
import { decodeRunCheckpoint } from '../record/run-checkpoint.ts'
import type { RunSpec } from '../record/spec.ts'
import type { Keep } from '../training/checkpoints.ts'
import { createReloads, type PlannedReload, type Reloads } from '../training/reload.ts'
import { createRunControl } from '../training/run-control.ts'
import { runTraining, type SavedAdapter } from '../training/run-training.ts'
import type { Emit } from '../training/setting.ts'
import { adapterFiles } from './adapter-files.ts'
import { askLivePolicy } from './ask-live-policy.ts'
import { createEventSender, SCREEN_LIMITS, STORE_LIMITS } from './event-port.ts'
import { lifeLock } from './life-lock.ts'
import { loadModelText } from './load-tokenizer.ts'
import { type NotedAdapters, notingAdapters } from './noting-adapters.ts'
import { outcomeOf } from './outcome.ts'
import { namedVersion, rulesOf, sourceVersion } from './rules-of-run.ts'
import type { LeftPolicy, RunFile, RunStart, RunWorkerApi } from './run-api.ts'
import { connectService, type ServiceConnection } from './service-client.ts'
import { buffersToMove } from './transfer.ts'

/** Longer than any write of a step: a store that fell must not keep a finished run from ending. */
const STORE_PATIENCE = 20_000

const control = createRunControl()
let playing: { readonly spec: RunSpec; readonly reloads: Reloads } | null = null
let noted: NotedAdapters | null = null
let left: readonly LeftPolicy[] = []
let stepsDone = 0
/** Which game of a rollout the screen follows. */
let watched: number | null = null
let connection: ServiceConnection | null = null

async function run(start: RunStart, onPolicy: (policies: readonly LeftPolicy[]) => void): Promise<readonly RunFile[]> {
  const screen = createEventSender(start.screen, SCREEN_LIMITS)
  const store = start.store === null ? null : createEventSender(start.store, STORE_LIMITS)
  const from = start.from === undefined ? undefined : unwrap(decodeRunCheckpoint(start.from.bytes))
  stepsDone = from?.step ?? 0
  let seq = start.from === undefined ? 0 : start.from.seq + 1
  const emit: Emit = (body, blob) => {
    const event = { ...body, run: start.run, seq: seq++ }
    if (event.kind === 'stepped' && event.arm === 'policy') stepsDone = event.step
    screen.send(event, blob)
    store?.send(event, blob)
  }
  const keep: Keep = (body, bytes) => {
    const event = { ...body, run: start.run, seq: seq++ }
    screen.send(event)
    store?.sendCheckpoint(event, { seq: event.seq, step: event.step, bytes })
  }
  connection = connectService(start.engine)
  try {
    const { spec } = start
    const rules = await rulesOf(start, from?.reloaded?.source)
    const reloads = createReloads(await plannedReloads(start))
    playing = { spec, reloads }
    const { config, tokenizer } = await loadModelText(start.modelUrl, fetch)
    const { service } = connection
    noted = notingAdapters(service)
    const outcome = await runTraining({
      onlooker: { place: () => watched, tell: (game) => screen.sendGame(game) },
      ...{ spec, service: noted.service, tokenizer, emit, control, reloads, ...rules },
      clock: () => performance.now(),
      startTimer,
      ...(store === null ? {} : { keep, keepPolicy: (adapters) => onPolicy(policiesOf(start, adapters)) }),
      ...(from === undefined ? {} : { from }),
      ...(start.trainOn === undefined ? {} : { trainOn: start.trainOn }),
    })
    const patience = new Promise<void>((resolve) => setTimeout(resolve, STORE_PATIENCE))
    await Promise.all([screen.drained(), store === null ? undefined : Promise.race([store.drained(), patience])])
    if (outcome.kind !== 'failed') left = policiesOf(start, outcome.adapters)
    if (outcome.kind === 'failed') throw new TokenloomError(outcome.error)
    return adapterFiles(outcome.adapters, config, spec.base)
  } finally {
    connection.close()
  }
}

function startTimer(milliseconds: number): Timer {
  let timer: ReturnType<typeof setTimeout> | undefined
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  return { passed, cancel: () => clearTimeout(timer) }
}

function plannedReloads({ spec, reloads = [] }: RunStart): Promise<readonly PlannedReload[]> {
  const named = (after: number): string => reloadsOf(spec).find((one) => one.after === after)?.source ?? ''
  return Promise.all(reloads.map(async ({ after, authored }) => ({ after, version: await namedVersion(spec, authored, named(after)) })))
}

function policiesOf({ run, spec }: RunStart, adapters: readonly SavedAdapter[]): readonly LeftPolicy[] {
  return adapters.map(({ name, checkpoint }) => {
    const step = stepsDone
    const episodes = step * spec.rollout.groups * spec.rollout.groupSize
    return { agent: name, checkpoint: { adapter: checkpoint, counters: { seed: spec.seed, episodes }, lineage: { parent: null, how: 'trained', run, step } } }
  })
}

const api: RunWorkerApi = {
  ping: lifeLock,
  async run(start, onPolicy) {
    const outcome = await outcomeOf(() => run(start, onPolicy))
    return transfer(outcome, buffersToMove(outcome))
  },
  pause: () => control.pause(),
  resume: () => control.resume(),
  step: () => control.step(),
  stop: () => control.stop(),
  watchGame(place) {
    watched = place
  },
  reload: (authored) =>
    outcomeOf(async () => {
      if (playing === null) throw tokenloomError('ENVIRONMENT_UNKNOWN', 'The run has not begun.', 'Wait until its first step, and ask again.')
      return playing.reloads.ask(await sourceVersion(playing.spec, authored))
    }),
  save: () => control.save(),
  async policies() {
    const outcome = await outcomeOf(() => left)
    return transfer(outcome, buffersToMove(outcome))
  },
  policyAdapter: () => outcomeOf(() => noted?.first() ?? null),
  alternatives: (question) =>
    outcomeOf(async () => {
      if (connection !== null && noted !== null) return askLivePolicy(connection.service, noted, question)
      throw tokenloomError('ADAPTER_UNKNOWN', 'The run under way has no policy yet.', 'Wait until its first step, and ask again.')
    }),
  engineDied: (cause) => connection?.cut(cause),
}

expose(api)
