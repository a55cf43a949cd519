// Finds an adapter and opens the one GPUDevice of an engine worker, with the adapter's own limits. Knows the
// ways in which that fails and which code each has; knows nothing of kernels.

import { tokenloomError } from '../base/errors.ts'
import { fail, ok, type Result } from '../base/result.ts'

export interface GpuHandle {
  readonly device: GPUDevice
  readonly name: string
  /** A CPU pretends to be a GPU: correct, and slow. */
  readonly software: boolean
  readonly features: ReadonlySet<string>
}

const SOFTWARE = /swiftshader|llvmpipe|lavapipe|softpipe|warp|basic render/i

/** What a person calls the adapter. Browsers hide parts of it; whatever is left is joined. */
function adapterName(info: GPUAdapterInfo): string {
  const parts = [info.description, info.vendor, info.architecture, info.device].filter((part) => part !== '')
  return parts.length === 0 ? 'unnamed adapter' : [...new Set(parts)].slice(0, 2).join(' · ')
}

export async function openGpu(gpu: GPU | undefined): Promise<Result<GpuHandle>> {
  if (gpu === undefined) {
    return fail(
      tokenloomError(
        'GPU_MISSING',
        'This browser does not offer WebGPU here.',
        'Open the page over https or localhost in a browser with WebGPU: Chrome or Edge 113, Firefox 141 on Windows, Safari 26.',
      ),
    )
  }
  const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' })
  if (adapter === null) {
    return fail(
      tokenloomError(
        'GPU_NO_ADAPTER',
        'WebGPU is present, but no adapter answered.',
        'Turn on hardware acceleration in the browser settings, or on Linux start Chrome with --enable-unsafe-webgpu.',
      ),
    )
  }
  const features = ['subgroups', 'timestamp-query'].filter((name) => adapter.features.has(name)) as GPUFeatureName[]
  const limits = adapter.limits
  try {
    const device = await adapter.requestDevice({
      label: 'tokenloom',
      requiredFeatures: features,
      requiredLimits: { maxBufferSize: limits.maxBufferSize, maxStorageBufferBindingSize: limits.maxStorageBufferBindingSize },
    })
    const info = adapter.info
    const software = SOFTWARE.test(`${info.description} ${info.vendor} ${info.architecture} ${info.device}`) || info.isFallbackAdapter === true
    return ok({ device, name: adapterName(info), software, features: new Set(features) })
  } catch (cause) {
    return fail(
      tokenloomError(
        'GPU_NO_DEVICE',
        `The adapter ${adapterName(adapter.info)} refused a device: ${cause instanceof Error ? cause.message : String(cause)}.`,
        'Close other pages that use the GPU and reload.',
      ),
    )
  }
}
