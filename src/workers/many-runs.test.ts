// Four runs at once on one engine, each behind a port of its own: one is paused for a while, one is stopped midway, one ends
// with its worker. What the others decide and learn is what they decide and learn alone, to the last bit.

import { beforeAll, describe, expect, test, vi } from 'vitest'
import { unwrap } from '../base/result.ts'
import { TINY, tinyWeights } from '../engine/cases/tiny-model.ts'
import { Engine } from '../engine/engine.ts'
import { Scheduler } from '../engine/schedule/scheduler.ts'
import { ShardedService } from '../engine/sharded-service.ts'
import { countingGame } from '../environments/testing/counting.ts'
import { WasmKernels } from '../kernels/wasm/wasm-kernels.ts'
import { parameterCount } from '../model/weights.ts'
import type { RunEventBody } from '../record/events.ts'
import { parseRunSpec } from '../record/spec-schema.ts'
import { createRunControl, type RunControl } from '../training/run-control.ts'
import { type RunOutcome, runTraining } from '../training/run-training.ts'
import { asciiTokenizer } from '../training/testing/ascii-tokenizer.ts'
import { connectService } from './service-client.ts'
import { exposeService } from './service-host.ts'

vi.setConfig({ testTimeout: 120_000 })

const CONFIG = { ...TINY, vocabulary: 128 }
const STEPS = 6

let kernels: WasmKernels
beforeAll(async () => {
  kernels = await WasmKernels.create()
})

interface World {
  readonly engine: Engine
  readonly scheduler: Scheduler
}

function openWorld(): World {
  const model = { name: 'tiny', config: CONFIG, tensors: tinyWeights(CONFIG), hash: 'tiny', parameters: parameterCount(CONFIG) }
  const engine: Engine = new Engine({ kernels, model, clock: () => 0, memoryLimitBytes: 2 ** 30, onBatch: (report) => scheduler.noteBatch(report) })
  const scheduler: Scheduler = new Scheduler(new ShardedService([engine], () => 0), () => 0)
  return { engine, scheduler }
}

const specOf = (seed: number) =>
  unwrap(
    parseRunSpec({
      ...{ seed, steps: STEPS, environment: { id: 'counting-v1', config: { rounds: 1 } }, rollout: { groups: 2, groupSize: 3 } },
      ...{ adapter: { rank: seed === 2 ? 3 : 4 }, optimizer: { learningRate: 0.01 }, evaluation: { problems: 4, every: 3 } },
    }),
  )

interface Player {
  readonly outcome: Promise<RunOutcome>
  readonly control: RunControl
  /** The worker is gone: its port is closed, and the page tells the engine. */
  kill(): Promise<void>
}

/** A run as its worker has it, from a port to its last event. */
function play({ scheduler }: World, seed: number, onStep: (step: number, player: Player) => void = () => {}): Player {
  const name = `run ${seed}`
  const { port1, port2 } = new MessageChannel()
  exposeService(scheduler.open(name), port2)
  const connection = connectService(port1)
  const control = createRunControl()
  const player: Player = {
    control,
    outcome: Promise.resolve().then(() =>
      runTraining({
        ...{ spec: specOf(seed), service: connection.service, tokenizer: asciiTokenizer, environment: countingGame(), clock: () => 0, control },
        emit: (event: RunEventBody) => {
          if (event.kind === 'stepped') onStep(event.step, player)
        },
      }),
    ),
    async kill() {
      connection.cut({ code: 'WORKER_DEAD', message: 'The worker is gone.', nextStep: 'Start the run again.' })
      port1.close()
      await scheduler.close(name)
    },
  }
  void player.outcome.finally(() => connection.close()).catch(() => {})
  return player
}

async function learned(player: Player) {
  const outcome = await player.outcome
  if (outcome.kind !== 'finished') throw new Error(JSON.stringify(outcome))
  return { digest: outcome.summary.digest, hash: outcome.checkpoint.hash, moments: outcome.checkpoint.moment1 }
}

describe('four runs at once', () => {
  test('one paused, one stopped midway, one killed with its worker: the others have the digests of the same runs alone', async () => {
    const together = openWorld()
    const paused = play(together, 1, (step, { control }) => {
      if (step !== 2) return
      control.pause()
      setTimeout(() => control.resume(), 60)
    })
    const whole = play(together, 2)
    const stopped = play(together, 3, (step, { control }) => step === 3 && control.stop())
    let killing: Promise<void> | undefined
    const killed = play(together, 4, (step, player) => {
      if (step === 2) killing = player.kill()
    })
    const mixed = [await learned(paused), await learned(whole)]
    expect((await stopped.outcome).kind).toBe('stopped')
    expect((await killed.outcome.catch(() => ({ kind: 'failed' }))).kind).toBe('failed')
    await killing
    expect(together.scheduler.report().clients.map(({ id }) => id)).not.toContain('run 4')
    const shared = together.scheduler.report().batches.filter(({ members }) => new Set(members.map(({ client }) => client)).size > 1)
    expect(shared.length).toBeGreaterThan(3)

    for (const [place, seed] of [1, 2].entries()) expect(await learned(play(openWorld(), seed))).toEqual(mixed[place])
    // Nothing of the killed one is left; the others freed what they held when they ended.
    expect(together.engine.residency).toMatchObject({ known: 0 })
  })
})
