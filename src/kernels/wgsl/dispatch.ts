// What a dispatch function of an operation is given, and how items become workgroups. Knows the device layer; the
// operations themselves are in rows-ops.ts, attention-ops.ts and head-ops.ts.

import type { CompiledKernel } from '../../gpu/pipelines.ts'
import type { DeviceBuffer, DeviceQueue } from '../../gpu/queue.ts'
import type { Tensor } from '../kernels.ts'

export interface DispatchContext {
  readonly queue: DeviceQueue
  /** Sequences are too short for rows to share keys: the blocked variants of attention were not compiled. */
  readonly shortOnly: boolean
  /** The compiled kernel of a variant, by the variant's name. */
  kernel(name: string): CompiledKernel
  buffer(tensor: Tensor): DeviceBuffer
}

/** Invocations of a workgroup of the direct kernels: the value that include/grid.wgsl assumes. */
const WORKGROUP = 64
const GRID_LIMIT = 65535

/** Workgroups for one invocation an item, folded to two dimensions where one would be too long. */
export function gridOf(items: number): readonly [number, number, number] {
  const workgroups = Math.ceil(items / WORKGROUP)
  if (workgroups <= GRID_LIMIT) return [workgroups, 1, 1]
  const y = Math.ceil(workgroups / GRID_LIMIT)
  return [Math.ceil(workgroups / y), y, 1]
}

/** Records one invocation an item of the variant called `name`. No items: nothing happens. */
export function dispatchItems(
  context: DispatchContext,
  name: string,
  tensors: readonly Tensor[],
  params: Readonly<Record<string, number>>,
  items: number,
  cost: number,
): void {
  if (items === 0) return
  const buffers = tensors.map((tensor) => context.buffer(tensor))
  context.queue.dispatch(context.kernel(name), buffers, params, gridOf(items), cost)
}

/**
 * The same in slices that each stay within the work of one submission, so that no dispatch holds the device for long. The
 * shader adds its parameter firstItem to the item's number.
 */
export function dispatchSlices(
  context: DispatchContext,
  name: string,
  tensors: readonly Tensor[],
  params: Readonly<Record<string, number>>,
  items: number,
  cost: number,
): void {
  const slices = Math.ceil(cost / context.queue.submitBudget)
  const length = Math.max(1, Math.ceil(items / Math.max(1, slices) / WORKGROUP)) * WORKGROUP
  for (let firstItem = 0; firstItem < items; firstItem += length) {
    const count = Math.min(length, items - firstItem)
    dispatchItems(context, name, tensors, { ...params, firstItem }, count, (cost * count) / items)
  }
}
