// Keeps the device copies of row tables: tensors that grow and are written again, so that bind groups stay cached.
// Knows the packing; knows no operations.

import { assert } from '../base/assert.ts'
import type { Kernels, RowTables, Tensor } from '../kernels/kernels.ts'
import type { PatchShape } from '../service/index.ts'
import { type PictureTables, patchValues } from './patches.ts'
import type { Packing } from './rows.ts'

/** A named set of tensors that grow to what is asked of them and never shrink. */
export class TensorPool {
  private readonly kernels: Kernels
  private readonly prefix: string
  private readonly tensors = new Map<string, Tensor>()

  constructor(kernels: Kernels, prefix: string) {
    this.kernels = kernels
    this.prefix = prefix
  }

  /** A tensor of at least `length` elements. Its contents are undefined. */
  get(name: string, length: number, dtype: 'f32' | 'u32' = 'f32'): Tensor {
    const held = this.tensors.get(name)
    if (held !== undefined && held.length >= length) return held
    if (held !== undefined) this.kernels.free(held)
    // An eighth more than asked: batches vary a little from step to step.
    const capacity = Math.max(64, Math.ceil((length * 1.125) / 64) * 64)
    const tensor = this.kernels.tensor(`${this.prefix}.${name}`, dtype, held === undefined ? Math.max(length, 4) : capacity)
    this.tensors.set(name, tensor)
    return tensor
  }

  /** A tensor that holds exactly this data from its start. */
  filled(name: string, data: Float32Array | Uint32Array): Tensor {
    const tensor = this.get(name, data.length, data instanceof Uint32Array ? 'u32' : 'f32')
    this.kernels.upload(tensor, data)
    return tensor
  }

  dispose(): void {
    for (const tensor of this.tensors.values()) this.kernels.free(tensor)
    this.tensors.clear()
  }
}

/** The tables of a pass, and the patches among its rows. */
export interface PassTables extends RowTables {
  /** Absent: text alone. */
  readonly pictures?: PictureTables
}

/** Writes a packing to the device. The tables of one pool are valid until the next call with the same pool. */
export function uploadTables(pool: TensorPool, packing: Omit<Packing, 'rowOf'>, patch?: PatchShape): PassTables {
  const { rows, sources } = packing.pictures
  assert(rows.length === 0 || patch !== undefined, 'pictures for a base that reads text alone')
  return {
    ...(rows.length === 0 || patch === undefined
      ? {}
      : {
          pictures: {
            count: rows.length,
            rows: pool.filled('pictureRows', Uint32Array.from(rows)),
            patches: pool.filled('patches', patchValues(patch, sources)),
          },
        }),
    rows: packing.rows,
    tokens: pool.filled('tokens', packing.tokens),
    positions: pool.filled('positions', packing.positions),
    segmentOf: pool.filled('segmentOf', packing.segmentOf),
    segments: pool.filled('segments', packing.segments),
    segmentCount: packing.segments.length / 8,
    ranges: pool.filled('ranges', packing.ranges),
    tiles: pool.filled('tiles', packing.tiles),
    tileCount: packing.tiles.length / 4,
    oneSlot: packing.tiles.every((value, index) => index % 4 !== 2 || value === packing.tiles[2]),
    chunks: pool.filled('chunks', packing.chunks),
    chunkCount: packing.chunks.length / 4,
    slotChunks: pool.filled('slotChunks', packing.slotChunks),
    slotCount: packing.slotChunks.length / 4,
  }
}
