import { describe, expect, it } from 'vitest'
import { WasmKernels } from '../kernels/wasm/wasm-kernels.ts'
import { createProfiler } from './profiler.ts'

async function profiler() {
  const kernels = await WasmKernels.create()
  let now = 0
  return createProfiler(kernels, () => now++, 1)
}

describe('the profile of a step', () => {
  it('begins with the samples of the step after the one under way, and ends with it', async () => {
    const { beforeBatch, profileStep } = await profiler()
    for (const kind of ['sample', 'sample', 'forwardBackward']) beforeBatch(kind)
    const profile = profileStep('sample')
    for (const kind of ['optimStep', 'manage', 'sample', 'manage', 'sample', 'forwardBackward', 'optimStep', 'manage', 'sample', 'sample']) beforeBatch(kind)
    expect((await profile).requests).toEqual({ sample: 2, manage: 2, forwardBackward: 1, optimStep: 1 })
  })

  it('begins with a gradient where a run learns from examples', async () => {
    const { beforeBatch, profileStep } = await profiler()
    beforeBatch('optimStep')
    const profile = profileStep('forwardBackward')
    for (const kind of ['forwardBackward', 'optimStep', 'forwardBackward']) beforeBatch(kind)
    expect((await profile).requests).toEqual({ forwardBackward: 1, optimStep: 1 })
  })

  it('is given up when the run ends before, or when another one is asked for', async () => {
    const { beforeBatch, profileStep, stopProfile } = await profiler()
    const first = profileStep('sample')
    const second = profileStep('sample')
    await expect(first).rejects.toMatchObject({ code: 'CANCELLED' })
    for (const kind of ['optimStep', 'sample', 'forwardBackward']) beforeBatch(kind)
    stopProfile()
    await expect(second).rejects.toMatchObject({ code: 'CANCELLED' })
    stopProfile()
  })
})
