// One AdamW dispatch for all adapters that step together, each with its own numbers, step count and clipping. Knows
// adapters and their regions; knows no losses.

import type { Kernels, Tensor } from '../kernels/kernels.ts'
import { OPTIMIZER_BLOCK } from '../kernels/kernels.ts'
import type { AdamParams, OptimStepResult } from '../service/index.ts'
import type { AdapterStore, LiveAdapter } from './adapter-store.ts'
import { placeOf } from './residents.ts'

export interface AdapterStep {
  readonly adapter: LiveAdapter
  readonly params: AdamParams
}

export class AdapterOptimizer {
  private readonly kernels: Kernels
  private readonly store: AdapterStore
  private tensors: { entries: Tensor; hyper: Tensor; norms: Tensor; scratch: Tensor } | undefined

  constructor(kernels: Kernels, store: AdapterStore) {
    this.kernels = kernels
    this.store = store
  }

  /** Applies and clears the gradients of these adapters. A non-finite norm leaves weights and moments alone. */
  async step(steps: readonly AdapterStep[]): Promise<readonly Omit<OptimStepResult, 'milliseconds'>[]> {
    const { kernels } = this
    const entries = new Uint32Array(steps.length * 4)
    const hyper = new Float32Array(steps.length * 8)
    let blocks = 0
    let maxBlocks = 0
    let maxLength = 0
    steps.forEach(({ adapter, params }, index) => {
      const { length } = adapter.resident.layout
      const own = Math.ceil(length / OPTIMIZER_BLOCK)
      const step = adapter.version + 1
      entries.set([this.store.arena.offsetOf(placeOf(adapter.resident)), length, blocks, own], index * 4)
      const { learningRate, beta1, beta2, epsilon, weightDecay, gradClipNorm } = params
      hyper.set([learningRate, beta1, beta2, epsilon, weightDecay, 1 - beta1 ** step, 1 - beta2 ** step, gradClipNorm], index * 8)
      blocks += own
      maxBlocks = Math.max(maxBlocks, own)
      maxLength = Math.max(maxLength, length)
    })
    const tensors = this.tensorsFor(steps.length, blocks)
    kernels.upload(tensors.entries, entries)
    kernels.upload(tensors.hyper, hyper)
    const { weights, gradient, moment1, moment2 } = this.store.arena.tensors
    kernels.gradientNorm({ gradient, entries: tensors.entries, entryCount: steps.length, maxBlocks, scratch: tensors.scratch, norms: tensors.norms })
    kernels.adamw({
      weights,
      gradient,
      moment1,
      moment2,
      entries: tensors.entries,
      hyper: tensors.hyper,
      norms: tensors.norms,
      entryCount: steps.length,
      maxLength,
    })
    const norms = await kernels.downloadF32(tensors.norms, 0, steps.length)
    return steps.map(({ adapter }, index) => {
      const gradNorm = norms[index] ?? Number.NaN
      const skipped = !Number.isFinite(gradNorm)
      this.store.stepped(adapter)
      if (!skipped) adapter.version++
      return { version: adapter.version, gradNorm, skipped }
    })
  }

  dispose(): void {
    for (const tensor of Object.values(this.tensors ?? {})) this.kernels.free(tensor)
    this.tensors = undefined
  }

  private tensorsFor(count: number, blocks: number) {
    const held = this.tensors
    if (held !== undefined && held.norms.length >= count && held.scratch.length >= blocks) return held
    this.dispose()
    const { kernels } = this
    this.tensors = {
      entries: kernels.tensor('optimizer.entries', 'u32', count * 4),
      hyper: kernels.tensor('optimizer.hyper', 'f32', count * 8),
      norms: kernels.tensor('optimizer.norms', 'f32', count),
      scratch: kernels.tensor('optimizer.scratch', 'f32', blocks),
    }
    return this.tensors
  }
}
