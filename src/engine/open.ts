// Opens an engine: device, kernels, base model, in that order, with progress in real units; nothing half-loaded stays
// behind. Knows where bytes come from only as a parameter.

import { type TokenloomError, tokenloomError } from '../base/errors.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { openGpu } from '../gpu/device.ts'
import { WgslKernels, type WgslOptions } from '../kernels/wgsl/wgsl-kernels.ts'
import { loadModel } from '../model/load.ts'
import type { ModelSource } from '../model/source.ts'
import { Engine } from './engine.ts'

export interface OpenProgress {
  readonly phase: 'downloading' | 'compiling' | 'uploading'
  /** Bytes, or shaders. */
  readonly done: number
  readonly total: number
}

export interface OpenOptions {
  readonly gpu: GPU | undefined
  readonly source: ModelSource
  readonly name: string
  readonly requireManifest: boolean
  readonly clock: () => number
  /** What all tensors together may take. Default: 2 GiB. */
  readonly memoryLimitBytes?: number
  readonly onProgress?: (progress: OpenProgress) => void
  /** Called once when the device is lost; everything that waits has been rejected with the error. */
  readonly onLost?: (error: TokenloomError) => void
}

const DEFAULT_LIMIT_BYTES = 2 * 1024 ** 3

export interface OpenedEngine {
  readonly engine: Engine
  readonly kernels: WgslKernels
}

export async function openEngine(options: OpenOptions): Promise<Result<OpenedEngine>> {
  const { onProgress = () => undefined } = options
  const model = await loadModel(options.source, {
    name: options.name,
    requireManifest: options.requireManifest,
    onProgress: ({ loadedBytes, totalBytes }) => onProgress({ phase: 'downloading', done: loadedBytes, total: totalBytes ?? loadedBytes }),
  })
  if (!model.ok) return model
  const opened = await openKernels(options.gpu, {
    shapes: [model.value.config],
    foursOnly: model.value.config.vocabulary % 4 === 0,
    longestSequence: model.value.config.contextTokens,
    onProgress: (done, total) => onProgress({ phase: 'compiling', done, total }),
  })
  if (!opened.ok) return opened
  const kernels = opened.value
  try {
    onProgress({ phase: 'uploading', done: 0, total: model.value.parameters * 4 })
    const engine = new Engine({ kernels, model: model.value, clock: options.clock, memoryLimitBytes: options.memoryLimitBytes ?? DEFAULT_LIMIT_BYTES })
    await kernels.idle()
    onProgress({ phase: 'uploading', done: model.value.parameters * 4, total: model.value.parameters * 4 })
    void kernels.lost.then(({ reason, message }) => {
      const error = tokenloomError(
        'GPU_LOST',
        `The GPU device was lost (${reason}): ${message || 'no reason given'}.`,
        'Resume the run from its last checkpoint; if it happens again, choose a smaller batch.',
      )
      engine.fail(error)
      if (reason !== 'destroyed') options.onLost?.(error)
    })
    return ok({ engine, kernels })
  } catch (thrown) {
    kernels.dispose()
    return fail(asError(thrown))
  }
}

/** A device with its kernels compiled and admitted. */
export async function openKernels(gpu: GPU | undefined, options: WgslOptions): Promise<Result<WgslKernels>> {
  const handle = await openGpu(gpu)
  if (!handle.ok) return handle
  try {
    return ok(await WgslKernels.create(handle.value, options))
  } catch (thrown) {
    handle.value.device.destroy()
    return fail(asError(thrown))
  }
}

function asError(thrown: unknown): TokenloomError {
  if (thrown instanceof Error && 'code' in thrown) return thrown as TokenloomError
  return tokenloomError(
    'GPU_VALIDATION',
    thrown instanceof Error ? thrown.message : String(thrown),
    'Reload the page; if it happens again, run the device check and report what it says.',
  )
}
