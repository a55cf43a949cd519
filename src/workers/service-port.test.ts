import { afterEach, describe, expect, it } from 'vitest'
import { TokenloomError, tokenloomError } from '../base/errors.ts'
import type { SampleResult, TrainingService } from '../service/index.ts'
import { connectService, type ServiceConnection } from './service-client.ts'
import { exposeService } from './service-host.ts'

const STAMP = { snapshotHash: 'h', version: 0, inputHash: 'i' }
const ADAM = { learningRate: 1, beta1: 0, beta2: 0, epsilon: 1, weightDecay: 0, gradClipNorm: 0 }
const REQUEST = { snapshot: 's', prompts: [], params: { maxTokens: 1, temperature: 1, stopTokens: [] }, key: [0, 0] as const }

/** A service that answers what a test gives it; everything else is refused. */
function serviceWith(parts: Partial<TrainingService>): TrainingService {
  const refuse = (): never => {
    throw tokenloomError('INTERNAL', 'This test does not call it.', 'Look at the test.')
  }
  const refusal: TrainingService = {
    describe: refuse,
    planMemory: refuse,
    createAdapter: refuse,
    freeAdapter: refuse,
    forkAdapter: refuse,
    forward: refuse,
    forwardBackward: refuse,
    optimStep: refuse,
    saveWeightsForSampler: refuse,
    releaseSnapshot: refuse,
    sample: refuse,
    saveState: refuse,
    loadState: refuse,
  }
  return { ...refusal, ...parts }
}

const open: { connection: ServiceConnection; port: MessagePort }[] = []
function connect(parts: Partial<TrainingService>, options: Parameters<typeof connectService>[1] = {}): ServiceConnection {
  const { port1, port2 } = new MessageChannel()
  exposeService(serviceWith(parts), port2)
  const connection = connectService(port1, options)
  open.push({ connection, port: port2 })
  return connection
}
afterEach(() => {
  for (const { connection, port } of open.splice(0)) {
    connection.close()
    port.close()
  }
})

const codeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no error',
    (thrown: unknown) => (thrown instanceof TokenloomError ? `${thrown.code} ${thrown.at ?? ''}`.trim() : `not ours: ${thrown}`),
  )

describe('a training service behind a port', () => {
  it('brings typed arrays across, and moves the big ones', async () => {
    const logprobs = new Float32Array(5000).fill(-0.5)
    const result: SampleResult = {
      sequences: [{ tokens: Uint32Array.of(1, 2), logprobs, entropies: Float32Array.of(0), stop: 'stop_token' }],
      stamp: STAMP,
      milliseconds: 1,
    }
    const { service } = connect({ sample: () => ({ result: Promise.resolve(result), cancel() {} }) })
    const answer = await service.sample(REQUEST).result
    expect(answer.sequences[0]?.tokens).toEqual(Uint32Array.of(1, 2))
    expect(answer.sequences[0]?.logprobs.length).toBe(5000)
    expect(logprobs.length).toBe(0)
  })

  it('keeps the buffers of a request with whoever asked', async () => {
    const tokens = new Uint32Array(5000)
    const { service } = connect({ sample: () => ({ result: Promise.resolve({ sequences: [], stamp: STAMP, milliseconds: 0 }), cancel() {} }) })
    await service.sample({ ...REQUEST, prompts: [{ tokens, stream: [0, 0] }] }).result
    expect(tokens.length).toBe(5000)
  })

  it('keeps the code, the next step and the place of an error', async () => {
    const { service } = connect({
      planMemory: async () => {
        throw tokenloomError('MEMORY_PLAN', 'Too big.', 'Make it smaller.', 'rollout.groups')
      },
    })
    expect(await codeOf(service.planMemory({ adapters: 1, rank: 1, targets: [], sequences: 1, sequenceTokens: 1 }))).toBe('MEMORY_PLAN rollout.groups')
  })

  it('cancels the one call that was meant', async () => {
    const cancelled: string[] = []
    const { service } = connect({
      optimStep: (adapter) => {
        let reject = (_: unknown): void => {}
        const result = new Promise<never>((_, fail) => {
          reject = fail
        })
        return {
          result,
          cancel() {
            cancelled.push(adapter)
            reject(tokenloomError('CANCELLED', 'Cancelled.', 'Start again.'))
          },
        }
      },
    })
    const [first, second] = [service.optimStep('first', ADAM), service.optimStep('second', ADAM)]
    second.cancel()
    expect(await codeOf(second.result)).toBe('CANCELLED')
    expect(cancelled).toEqual(['second'])
    first.cancel()
    expect(await codeOf(first.result)).toBe('CANCELLED')
  })

  it('rejects everything that waits when the worker is declared dead, and everything after', async () => {
    const { service, cut } = connect({ describe: () => new Promise(() => {}), saveState: () => new Promise(() => {}) })
    const waiting = [codeOf(service.describe()), codeOf(service.saveState('a'))]
    cut({ code: 'WORKER_DEAD', message: 'It fell.', nextStep: 'Start again.' })
    expect(await Promise.all(waiting)).toEqual(['WORKER_DEAD', 'WORKER_DEAD'])
    expect(await codeOf(service.createAdapter({ name: 'a', rank: 1, scale: 1, targets: [], seed: 0 }))).toBe('WORKER_DEAD')
  })

  it('notices a silent worker by its heartbeat', async () => {
    const { port1, port2 } = new MessageChannel()
    const deaths: string[] = []
    const connection = connectService(port1, { beatEvery: 5, allowedMisses: 3, onDeath: (cause) => deaths.push(cause.code) })
    open.push({ connection, port: port2 })
    expect(await codeOf(connection.service.describe())).toBe('WORKER_DEAD')
    expect(deaths).toEqual(['WORKER_DEAD'])
  })

  it('does not take a slow answer for death', async () => {
    const { service } = connect({ createAdapter: () => new Promise((resolve) => setTimeout(() => resolve('a'), 120)) }, { beatEvery: 5, allowedMisses: 3 })
    expect(await service.createAdapter({ name: 'a', rank: 1, scale: 1, targets: [], seed: 0 })).toBe('a')
  })
})
