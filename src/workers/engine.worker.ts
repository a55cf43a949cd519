// The engine worker's entry: unwraps, asks the engine, wraps. It alone owns a GPUDevice.

import { expose } from 'comlink'
import { tokenloomError } from '../base/errors.ts'
import { unwrap } from '../base/result.ts'
import { chooseDevice, createKernels } from '../engine/choose-kernels.ts'
import { CASE_SHAPES } from '../kernels/cases/attention-cases.ts'
import { kernelCases, runKernelCases } from '../kernels/cases/kernel-cases.ts'
import type { EngineWorkerApi } from './engine-api.ts'
import { lifeLock } from './life-lock.ts'
import { outcomeOf } from './outcome.ts'
import { exposeService } from './service-host.ts'
import { type StartedEngine, startEngine } from './start-engine.ts'

let engine: StartedEngine | null = null

function started(): StartedEngine {
  if (engine !== null) return engine
  throw tokenloomError('INTERNAL', 'The engine was asked before it was started.', 'Reload the page.')
}

const api: EngineWorkerApi = {
  ping: lifeLock,
  start: (start, onPreparation, onTrouble) =>
    outcomeOf(async () => {
      // An engine that lost a core is not whole: it ends, and the page hears of it as of any worker that falls.
      engine = await startEngine(start, onPreparation, onTrouble, () => close())
      return engine.engine.describe()
    }),
  planMemory: (demand) => outcomeOf(() => started().engine.planMemory(demand)),
  memory: () => outcomeOf(async () => started().memory()),
  profileStep: (opening) => outcomeOf(() => started().profileStep(opening)),
  stopProfile: () => outcomeOf(() => started().stopProfile()),
  connect: (port, client, settings) => outcomeOf(() => exposeService(started().scheduler.open(client, settings), port)),
  disconnect: (client) => outcomeOf(() => started().scheduler.close(client)),
  changeClient: (client, settings) => outcomeOf(() => started().scheduler.change(client, settings)),
  schedule: (since) => outcomeOf(() => started().scheduler.report(since)),
  checkKernels: (onVerdict) =>
    outcomeOf(async () => {
      // A GPU that answers, a software one too, and then the processor: whichever runs, both must be right.
      const gpu = await chooseDevice('wgsl', navigator.gpu)
      // Verdicts go by a port of their own: the answer waits until the last of them has arrived.
      const told: (void | Promise<void>)[] = []
      for (const device of gpu.ok ? [gpu.value, null] : [null]) {
        const { kernels } = unwrap(await createKernels(device, { shapes: CASE_SHAPES }))
        const where = device === null ? 'processor: ' : ''
        await runKernelCases(kernels, kernelCases(CASE_SHAPES), ({ operation, size, direction, error, tolerance, passed }) => {
          told.push(onVerdict({ operation: `${where}${operation}${direction === 'gradient' ? ', gradient' : ''}`, size, error, tolerance, passed }))
        })
        kernels.dispose()
      }
      await Promise.all(told)
    }),
}

expose(api)
