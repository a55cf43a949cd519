// WebGPU for commands that run under Node: Dawn, by the `webgpu` package. It finds a driver as Vulkan's loader
// does; VK_ICD_FILENAMES names another one. Knows nothing of what the device is used for.

import { create, globals } from 'webgpu'
import { tokenloomError } from '../../src/base/errors.ts'
import { unwrap } from '../../src/base/result.ts'
import { type GpuHandle, openGpu } from '../../src/gpu/device.ts'

/** Without a reference from here Dawn's instance is collected, and its devices with it. */
let instance: GPU | null = null

export async function openNodeGpu(): Promise<GpuHandle> {
  Object.assign(globalThis, globals)
  instance ??= create([])
  const opened = await openGpu(instance)
  if (!opened.ok && opened.error.code === 'GPU_NO_ADAPTER') {
    throw tokenloomError(
      'GPU_NO_ADAPTER',
      'Dawn found no Vulkan driver that it can use.',
      'On Debian 12 install mesa-vulkan-drivers from bookworm-backports, or name a driver file by VK_ICD_FILENAMES.',
    )
  }
  return unwrap(opened)
}
