// The device memory of all adapters: one arena of weights that kernels read by slot, and arenas of gradients and moments
// for the adapters that train. Live adapters lie in the lower part, where all four arenas agree on offsets; snapshots have
// weights only and lie above. Slot 0 is the base: rank 0 everywhere. Knows regions and slots, not names or versions.

import type { AdapterFactors, Kernels, Tensor } from '../kernels/kernels.ts'
import type { AdapterLayout } from './layout.ts'
import { createRegions, type RegionList } from './regions.ts'

export interface Place {
  readonly slot: number
  readonly kind: 'live' | 'snapshot'
  readonly layout: AdapterLayout
  readonly scale: number
  /** Relative to the part (live or snapshots). */
  readonly start: number
}

const FIELDS = 4

export class AdapterArena {
  private readonly kernels: Kernels
  private readonly entries: number
  private readonly limit: number
  private readonly live: RegionList = createRegions(0)
  private readonly snapshots: RegionList = createRegions(0)
  private readonly places = new Map<number, Place>()
  private freeSlots: number[] = []
  private slotCapacity = 8
  private table: Tensor
  private weights: Tensor
  private training: { gradient: Tensor; moment1: Tensor; moment2: Tensor }

  /** `limit`: elements that the live part may have, and as many again that snapshots may. */
  constructor(kernels: Kernels, entries: number, limit = Number.POSITIVE_INFINITY) {
    this.kernels = kernels
    this.entries = entries
    this.limit = limit
    this.table = kernels.tensor('adapters.table', 'u32', this.slotCapacity * entries * FIELDS)
    this.weights = kernels.tensor('adapters.weights', 'f32', 4)
    this.training = this.trainingTensors(4)
    this.freeSlots = Array.from({ length: this.slotCapacity - 1 }, (_, i) => i + 1)
  }

  /** What kernels read in a pass over these slots. Valid until the next allocate. */
  factorsFor(slots: Iterable<number>): AdapterFactors {
    let maxRank = 4
    for (const slot of slots) maxRank = Math.max(maxRank, this.places.get(slot)?.layout.paddedRank ?? 0)
    return { arena: this.weights, table: this.table, entries: this.entries, maxRank }
  }

  get tensors(): { readonly weights: Tensor; readonly gradient: Tensor; readonly moment1: Tensor; readonly moment2: Tensor } {
    return { weights: this.weights, ...this.training }
  }

  /** The first element of a place in the weights arena; for a live one in all four. */
  offsetOf(place: Place): number {
    return place.kind === 'live' ? place.start : this.live.capacity + place.start
  }

  /** Null when there is no room left within the limit, or none in one piece. */
  allocate(kind: Place['kind'], layout: AdapterLayout, scale: number): Place | null {
    const part = kind === 'live' ? this.live : this.snapshots
    let start = part.take(layout.length)
    if (start < 0) {
      const by = Math.min(Math.max(layout.length, part.capacity), this.limit - part.capacity)
      if (by <= 0) return null
      this.grow(kind, by)
      start = part.take(layout.length)
      if (start < 0) return null
    }
    const place: Place = { slot: this.takeSlot(), kind, layout, scale, start }
    this.places.set(place.slot, place)
    if (kind === 'live') for (const tensor of Object.values(this.training)) this.kernels.clear(tensor, start, layout.length)
    this.kernels.upload(this.table, this.rowOf(place), place.slot * this.entries * FIELDS)
    return place
  }

  free(place: Place): void {
    this.places.delete(place.slot)
    this.freeSlots.push(place.slot)
    ;(place.kind === 'live' ? this.live : this.snapshots).give(place.start, place.layout.length)
    this.kernels.clear(this.table, place.slot * this.entries * FIELDS, this.entries * FIELDS)
  }

  dispose(): void {
    for (const tensor of [this.table, this.weights, ...Object.values(this.training)]) this.kernels.free(tensor)
  }

  /** Makes one part longer; snapshots move up when the live part grows. */
  private grow(kind: Place['kind'], by: number): void {
    const { kernels, weights, training } = this
    const liveBefore = this.live.capacity
    const snapshotsBefore = this.snapshots.capacity
    ;(kind === 'live' ? this.live : this.snapshots).grow(by)
    this.weights = kernels.tensor('adapters.weights', 'f32', this.live.capacity + this.snapshots.capacity)
    kernels.copy(weights, 0, this.weights, 0, liveBefore)
    kernels.copy(weights, liveBefore, this.weights, this.live.capacity, snapshotsBefore)
    kernels.free(weights)
    if (kind === 'snapshot') return
    this.writeTable()
    this.training = this.trainingTensors(this.live.capacity)
    for (const name of ['gradient', 'moment1', 'moment2'] as const) {
      kernels.copy(training[name], 0, this.training[name], 0, liveBefore)
      kernels.free(training[name])
    }
  }

  private trainingTensors(length: number): { gradient: Tensor; moment1: Tensor; moment2: Tensor } {
    const { kernels } = this
    return {
      gradient: kernels.tensor('adapters.gradient', 'f32', length),
      moment1: kernels.tensor('optimizer.moment1', 'f32', length),
      moment2: kernels.tensor('optimizer.moment2', 'f32', length),
    }
  }

  private takeSlot(): number {
    if (this.freeSlots.length === 0) {
      this.freeSlots = Array.from({ length: this.slotCapacity }, (_, i) => this.slotCapacity + i)
      this.slotCapacity *= 2
      this.kernels.free(this.table)
      this.table = this.kernels.tensor('adapters.table', 'u32', this.slotCapacity * this.entries * FIELDS)
      this.writeTable()
    }
    // The lowest number first, so that a run's slots do not depend on what came and went before it.
    this.freeSlots.sort((a, b) => a - b)
    return this.freeSlots.shift() ?? 0
  }

  private writeTable(): void {
    for (const place of this.places.values()) this.kernels.upload(this.table, this.rowOf(place), place.slot * this.entries * FIELDS)
  }

  /** The entries of a slot; projections without factors have rank 0. */
  private rowOf(place: Place): Uint32Array {
    const values = new Uint32Array(this.entries * FIELDS)
    const floats = new Float32Array(values.buffer)
    const offset = this.offsetOf(place)
    for (const factor of place.layout.factors) {
      const at = factor.entry * FIELDS
      values.set([place.layout.paddedRank, offset + factor.offsetA, offset + factor.offsetB], at)
      floats[at + 3] = place.scale
    }
    return values
  }
}
