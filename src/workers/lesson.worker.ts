// The lesson worker's entry: lives while one lesson is open. What several of its steps speak of is run once; an engine is opened when a
// step first needs one. Unwraps, asks the lesson's code, wraps.

import { expose } from 'comlink'
import { unwrap } from '../base/result.ts'
import { chooseDevice, createKernels } from '../engine/choose-kernels.ts'
import type { Kernels } from '../kernels/kernels.ts'
import { LESSON_SHAPE } from '../lessons/attention.ts'
import { codeOf } from '../lessons/registry.ts'
import type { LessonGround, LessonTools } from '../lessons/step-code.ts'
import type { LessonAsk, LessonWorkerApi } from './lesson-api.ts'
import { lifeLock } from './life-lock.ts'
import { outcomeOf } from './outcome.ts'
import { openOwnBench } from './own-bench.ts'

const made = new Map<string, Promise<unknown>>()

/** What failed is tried again when it is asked for again. */
function once<T>(key: string, make: () => Promise<T>): Promise<T> {
  const known = made.get(key)
  if (known !== undefined) return known as Promise<T>
  const making = make()
  made.set(key, making)
  making.catch(() => made.delete(key))
  return making
}

async function deviceKernels(engine: LessonAsk['engine']): Promise<Kernels> {
  // Even a software adapter runs the shader that is being read; without any, the processor computes the same.
  const device = await chooseDevice(engine === 'auto' ? 'wgsl' : engine, navigator.gpu)
  if (!device.ok && engine !== 'auto') throw device.error
  const gpu = device.ok ? device.value : null
  return unwrap(await createKernels(gpu, { shapes: [LESSON_SHAPE] })).kernels
}

const toolsFor = ({ engine, modelsUrl }: LessonAsk, say: LessonTools['say']): LessonTools => ({
  ground: (base): Promise<LessonGround> => once(`ground ${base}`, () => openOwnBench(engine, `${modelsUrl}${base}/`)),
  kernels: () => once('kernels', () => deviceKernels(engine)),
  say,
  clock: () => performance.now(),
  once,
})

const api: LessonWorkerApi = {
  ping: lifeLock,
  exhibit: ({ lesson, step, input }) => outcomeOf(() => codeOf(lesson, step).exhibit?.(input) ?? []),
  run: (ask, onProgress) => outcomeOf(async () => codeOf(ask.lesson, ask.step).run(ask.input, toolsFor(ask, onProgress))),
}

expose(api)
