// Which kernels serve this machine: those on a real GPU, else those on the processor, which are several times faster than a
// GPU that the processor only plays. Chosen once, before anything runs; whoever names an engine gets it or an error.

import { TokenloomError, tokenloomError } from '../base/errors.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { type GpuHandle, openGpu } from '../gpu/device.ts'
import type { Kernels } from '../kernels/kernels.ts'
import type { Simd } from '../kernels/wasm/module.ts'
import type { WgslOptions } from '../kernels/wgsl/wgsl-kernels.ts'
import type { EngineName } from '../service/index.ts'

/** `auto`: whatever serves this machine best. */
export type EngineChoice = EngineName | 'auto'

export interface ChosenKernels {
  readonly kernels: Kernels
  /** The device behind WGSL kernels; null on the processor. */
  readonly gpu: GpuHandle | null
}

/** The device to use, null for the processor; GPU_* when `wgsl` was asked for and there is none. */
export async function chooseDevice(choice: EngineChoice, gpu: GPU | undefined): Promise<Result<GpuHandle | null>> {
  if (choice === 'cpu') return ok(null)
  const opened = await openGpu(gpu)
  if (choice === 'wgsl') return opened
  if (!opened.ok) return ok(null)
  if (!opened.value.software) return opened
  opened.value.device.destroy()
  return ok(null)
}

/** Kernels on the chosen device. Only the engine that runs is loaded. */
export async function createKernels(gpu: GpuHandle | null, options: WgslOptions, simd: Simd = 'plain'): Promise<Result<ChosenKernels>> {
  try {
    if (gpu === null) {
      const { WasmKernels } = await import('../kernels/wasm/wasm-kernels.ts')
      return ok({ kernels: await WasmKernels.create(simd), gpu })
    }
    const { WgslKernels } = await import('../kernels/wgsl/wgsl-kernels.ts')
    return ok({ kernels: await WgslKernels.create(gpu, options), gpu })
  } catch (thrown) {
    gpu?.device.destroy()
    return fail(asError(thrown, gpu))
  }
}

function asError(thrown: unknown, gpu: GpuHandle | null): TokenloomError {
  if (thrown instanceof TokenloomError) return thrown
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  // What a browser says of calls that a fallen GPU process will never answer.
  if (gpu !== null && thrown instanceof DOMException)
    return tokenloomError('GPU_LOST', `The device ${gpu.name} was lost while it was made ready: ${message}.`, 'Start the engine again.')
  if (gpu !== null) return tokenloomError('GPU_VALIDATION', message, 'Reload the page; if it happens again, run the device check and report what it says.')
  return tokenloomError(
    'CPU_MISSING',
    `The processor’s kernels do not start here: ${message}.`,
    'Use a browser with WebAssembly SIMD: Chrome or Edge 91, Firefox 89, Safari 16.4; relaxed SIMD needs Chrome 114 or Firefox 145.',
  )
}
