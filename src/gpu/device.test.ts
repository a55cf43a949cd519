import { expect, test } from 'vitest'
import { openGpu } from './device.ts'

const gpuOf = (adapter: unknown): GPU => {
  const gpu: GPU = Object.create(null, { requestAdapter: { value: async () => adapter } })
  return gpu
}
const adapterOf = (requestDevice: () => Promise<unknown>, description = 'SwiftShader Device') => ({
  features: new Set(['subgroups', 'shader-f16']),
  limits: { maxBufferSize: 1024, maxStorageBufferBindingSize: 512 },
  info: { description, vendor: 'google', architecture: '', device: '' },
  requestDevice,
})

test.each([
  ['GPU_MISSING', undefined],
  ['GPU_NO_ADAPTER', gpuOf(null)],
  [
    'GPU_NO_DEVICE',
    gpuOf(
      adapterOf(async () => {
        throw new Error('busy')
      }),
    ),
  ],
])('%s', async (code, gpu) => {
  expect(await openGpu(gpu)).toMatchObject({ ok: false, error: { code } })
})

test('asks for the adapter’s own limits and for features that kernels use, and tells software from hardware', async () => {
  const asked: unknown[] = []
  const adapter = (description: string) =>
    adapterOf(async (...args: unknown[]) => {
      asked.push(...args)
      return {}
    }, description)
  expect(await openGpu(gpuOf(adapter('SwiftShader Device')))).toMatchObject({ ok: true, value: { software: true, name: 'SwiftShader Device · google' } })
  expect(await openGpu(gpuOf(adapter('Some GPU')))).toMatchObject({ ok: true, value: { software: false } })
  expect(asked[0]).toMatchObject({ requiredFeatures: ['subgroups'], requiredLimits: { maxBufferSize: 1024, maxStorageBufferBindingSize: 512 } })
})
