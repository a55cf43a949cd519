// Dispatches the gradient norm and AdamW over the entries of an arena.

import type { ShaderVariant } from '../../gpu/pipelines.ts'
import { type Kernels, OPTIMIZER_BLOCK } from '../kernels.ts'
import type { DispatchContext } from './dispatch.ts'
import { shaderVariant } from './shader-source.ts'

type Call<Operation extends keyof Kernels> = Kernels[Operation] extends (call: infer Argument) => void ? Argument : never

const WORKGROUP = 64
const GRID_LIMIT = 65535

export function optimizerVariants(): readonly ShaderVariant[] {
  return ['gradient_norm_blocks', 'gradient_norm', 'adamw'].map((name) => shaderVariant(name))
}

export function gradientNorm(context: DispatchContext, { gradient, entries, entryCount, maxBlocks, scratch, norms }: Call<'gradientNorm'>): void {
  const [source, table, blocks, out] = [gradient, entries, scratch, norms].map((tensor) => context.buffer(tensor))
  if (source === undefined || table === undefined || blocks === undefined || out === undefined) return
  const groups = Math.ceil(maxBlocks / WORKGROUP)
  context.queue.dispatch(
    context.kernel('gradient_norm_blocks'),
    [source, table, blocks],
    { blockLength: OPTIMIZER_BLOCK },
    [groups, entryCount, 1],
    2 * maxBlocks * OPTIMIZER_BLOCK * entryCount,
  )
  context.queue.dispatch(
    context.kernel('gradient_norm'),
    [blocks, table, out],
    { entryCount },
    [Math.ceil(entryCount / WORKGROUP), 1, 1],
    maxBlocks * entryCount,
  )
}

export function adamw(context: DispatchContext, { weights, gradient, moment1, moment2, entries, hyper, norms, entryCount, maxLength }: Call<'adamw'>): void {
  const buffers = [weights, gradient, moment1, moment2, entries, hyper, norms].map((tensor) => context.buffer(tensor))
  const groups = Math.ceil(maxLength / WORKGROUP)
  const depth = Math.max(1, Math.ceil(groups / GRID_LIMIT))
  context.queue.dispatch(context.kernel('adamw'), buffers, { entryCount }, [Math.ceil(groups / depth), entryCount, depth], 20 * maxLength * entryCount)
}
