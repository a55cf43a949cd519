// The engine worker's entry: unwraps, asks the engine, wraps. It alone owns a GPUDevice.

import { expose } from 'comlink'
import { tokenloomError } from '../base/errors.ts'
import { unwrap } from '../base/result.ts'
import { chooseDevice, createKernels } from '../engine/choose-kernels.ts'
import { CASE_SHAPES } from '../kernels/cases/attention-cases.ts'
import { kernelCases, runKernelCases } from '../kernels/cases/kernel-cases.ts'
import type { EngineWorkerApi } from './engine-api.ts'
import { outcomeOf } from './outcome.ts'
import { exposeService } from './service-host.ts'
import { type StartedEngine, startEngine } from './start-engine.ts'

let engine: StartedEngine | null = null

function started(): StartedEngine {
  if (engine !== null) return engine
  throw tokenloomError('INTERNAL', 'The engine was asked before it was started.', 'Reload the page.')
}

const api: EngineWorkerApi = {
  ping() {},
  start: (start, onPreparation) =>
    outcomeOf(async () => {
      engine = await startEngine(start, onPreparation)
      return engine.engine.describe()
    }),
  planMemory: (demand) => outcomeOf(() => started().engine.planMemory(demand)),
  memory: () => outcomeOf(async () => started().memory()),
  connect: (port) => outcomeOf(() => exposeService(started().engine, port)),
  checkKernels: (onVerdict) =>
    outcomeOf(async () => {
      // A GPU that answers, a software one too, and then the processor: whichever runs, both must be right.
      const gpu = await chooseDevice('wgsl', navigator.gpu)
      for (const device of gpu.ok ? [gpu.value, null] : [null]) {
        const { kernels } = unwrap(await createKernels(device, { shapes: CASE_SHAPES }))
        const where = device === null ? 'processor: ' : ''
        await runKernelCases(kernels, kernelCases(CASE_SHAPES), ({ operation, size, direction, error, tolerance, passed }) => {
          onVerdict({ operation: `${where}${operation}${direction === 'gradient' ? ', gradient' : ''}`, size, error, tolerance, passed })
        })
        kernels.dispose()
      }
    }),
}

expose(api)
