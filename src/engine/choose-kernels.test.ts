// Who gets which engine: a real GPU is used, a missing or a pretended one is not, and a wish is granted or refused.

import { expect, test } from 'vitest'
import { unwrap } from '../base/result.ts'
import { chooseDevice, createKernels } from './choose-kernels.ts'

interface FakeDevice {
  destroyed: boolean
}

/** A GPU as far as choosing looks at it. */
function fakeGpu(description: string): { readonly gpu: GPU; readonly device: FakeDevice } {
  const device: FakeDevice & { destroy(): void } = {
    destroyed: false,
    destroy() {
      this.destroyed = true
    },
  }
  const info = { description, vendor: '', architecture: '', device: '', isFallbackAdapter: false }
  const adapter = { features: new Set(), limits: {}, info, requestDevice: async () => device }
  return { gpu: { requestAdapter: async () => adapter } as unknown as GPU, device }
}

test('auto takes a real GPU', async () => {
  const { gpu, device } = fakeGpu('Radeon')
  expect(unwrap(await chooseDevice('auto', gpu))?.name).toBe('Radeon')
  expect(device.destroyed).toBe(false)
})

test('auto leaves a software adapter, and gives its device back', async () => {
  const { gpu, device } = fakeGpu('SwiftShader Device')
  expect(unwrap(await chooseDevice('auto', gpu))).toBeNull()
  expect(device.destroyed).toBe(true)
})

test('auto without WebGPU takes the processor', async () => {
  expect(unwrap(await chooseDevice('auto', undefined))).toBeNull()
})

test('a software adapter serves whoever asks for WGSL', async () => {
  expect(unwrap(await chooseDevice('wgsl', fakeGpu('llvmpipe').gpu))?.software).toBe(true)
})

test('WGSL without WebGPU fails with GPU_MISSING', async () => {
  expect(await chooseDevice('wgsl', undefined)).toMatchObject({ ok: false, error: { code: 'GPU_MISSING' } })
})

test('the processor is not asked whether there is a GPU', async () => {
  expect(unwrap(await chooseDevice('cpu', fakeGpu('Radeon').gpu))).toBeNull()
})

test('without a device the kernels are the CPU engine’s', async () => {
  const { kernels } = unwrap(await createKernels(null, { shapes: [] }))
  expect(kernels.engine).toBe('cpu')
})
