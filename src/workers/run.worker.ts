// The run worker's entry: one run, from its spec to its last event. It gives the loop a training service behind a
// port, a tokenizer, an environment and a control, and numbers what the loop emits for screen and store. A run that
// goes on numbers its events from where the checkpoint stood.

import { expose, transfer } from 'comlink'
import { TokenloomError } from '../base/errors.ts'
import { unwrap } from '../base/result.ts'
import { findEnvironment } from '../environments/registry.ts'
import { decodeRunCheckpoint } from '../record/run-checkpoint.ts'
import type { Keep } from '../training/checkpoints.ts'
import { createRunControl } from '../training/run-control.ts'
import { runTraining } from '../training/run-training.ts'
import type { Emit } from '../training/setting.ts'
import { adapterFiles } from './adapter-files.ts'
import { createEventSender, SCREEN_LIMITS, STORE_LIMITS } from './event-port.ts'
import { loadModelText } from './load-tokenizer.ts'
import { outcomeOf } from './outcome.ts'
import type { RunFile, RunStart, RunWorkerApi } from './run-api.ts'
import { connectService, type ServiceConnection } from './service-client.ts'
import { buffersToMove } from './transfer.ts'

/** Longer than any write of a step: a store that fell must not keep a finished run from ending. */
const STORE_PATIENCE = 20_000

const control = createRunControl()
let connection: ServiceConnection | null = null

async function run(start: RunStart): Promise<readonly RunFile[]> {
  const screen = createEventSender(start.screen, SCREEN_LIMITS)
  const store = start.store === null ? null : createEventSender(start.store, STORE_LIMITS)
  const from = start.from === undefined ? undefined : unwrap(decodeRunCheckpoint(start.from.bytes))
  let seq = start.from === undefined ? 0 : start.from.seq + 1
  const emit: Emit = (body, blob) => {
    const event = { ...body, run: start.run, seq: seq++ }
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
    const environment = unwrap(findEnvironment(spec.environment.id))
    const { config, tokenizer } = await loadModelText(start.modelUrl, fetch)
    const { service } = connection
    const outcome = await runTraining({
      ...{ spec, service, tokenizer, environment, emit, control },
      clock: () => performance.now(),
      ...(store === null ? {} : { keep }),
      ...(from === undefined ? {} : { from }),
    })
    const patience = new Promise<void>((resolve) => setTimeout(resolve, STORE_PATIENCE))
    await Promise.all([screen.drained(), store === null ? undefined : Promise.race([store.drained(), patience])])
    if (outcome.kind === 'failed') throw new TokenloomError(outcome.error)
    return outcome.checkpoint === null ? [] : adapterFiles(outcome.checkpoint, config, spec.base)
  } finally {
    connection.close()
  }
}

const api: RunWorkerApi = {
  ping() {},
  async run(start) {
    const outcome = await outcomeOf(() => run(start))
    return transfer(outcome, buffersToMove(outcome))
  },
  pause: () => control.pause(),
  resume: () => control.resume(),
  step: () => control.step(),
  stop: () => control.stop(),
  save: () => control.save(),
  engineDied: (cause) => connection?.cut(cause),
}

expose(api)
