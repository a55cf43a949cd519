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
  private readonly live: RegionList = createRegions(0)
  private readonly snapshots: RegionList = createRegions(0)
  private readonly places = new Map<number, Place>()
  private freeSlots: number[] = []
  private slotCapacity = 8
  private table: Tensor
  private weights: Tensor
  private training: { gradient: Tensor; moment1: Tensor; moment2: Tensor }

  constructor(kernels: Kernels, entries: number) {
    this.kernels = kernels
    this.entries = entries
    this.table = kernels.tensor('adapters.table', 'u32', this.slotCapacity * entries * FIELDS)
    this.weights = kernels.tensor('adapters.weights', 'f32', 4)
    this.training = this.trainingTensors(4)
    this.freeSlots = Array.from({ length: this.slotCapacity - 1 }, (_, i) => i + 1)
  }

  /** What kernels read. Valid until the next allocate. */
  get factors(): AdapterFactors {
    let maxRank = 4
    for (const place of this.places.values()) maxRank = Math.max(maxRank, place.layout.paddedRank)
    return { arena: this.weights, table: this.table, entries: this.entries, maxRank }
  }

  get tensors(): { readonly weights: Tensor; readonly gradient: Tensor; readonly moment1: Tensor; readonly moment2: Tensor } {
    return { weights: this.weights, ...this.training }
  }

  /** The first element of a place in the weights arena; for a live one in all four. */
  offsetOf(place: Place): number {
    return place.kind === 'live' ? place.start : this.live.capacity + place.start
  }

  allocate(kind: Place['kind'], layout: AdapterLayout, scale: number): Place {
    const part = kind === 'live' ? this.live : this.snapshots
    let start = part.take(layout.length)
    if (start < 0) {
      this.grow(kind, Math.max(layout.length, part.capacity))
      start = part.take(layout.length)
    }
    const slot = this.takeSlot()
    const place: Place = { slot, kind, layout, scale, start }
    this.places.set(slot, place)
    if (kind === 'live') for (const tensor of Object.values(this.training)) this.kernels.clear(tensor, start, layout.length)
    this.writeTable()
    return place
  }

  free(place: Place): void {
    this.places.delete(place.slot)
    this.freeSlots.push(place.slot)
    ;(place.kind === 'live' ? this.live : this.snapshots).give(place.start, place.layout.length)
    this.writeTable()
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
    }
    // The lowest number first, so that a run's slots do not depend on what came and went before it.
    this.freeSlots.sort((a, b) => a - b)
    return this.freeSlots.shift() ?? 0
  }

  private writeTable(): void {
    const values = new Uint32Array(this.slotCapacity * this.entries * FIELDS)
    const floats = new Float32Array(values.buffer)
    for (const place of this.places.values()) {
      const offset = this.offsetOf(place)
      for (const factor of place.layout.factors) {
        const at = (place.slot * this.entries + factor.entry) * FIELDS
        values.set([place.layout.paddedRank, offset + factor.offsetA, offset + factor.offsetB], at)
        floats[at + 3] = place.scale
      }
    }
    this.kernels.upload(this.table, values)
  }
}
