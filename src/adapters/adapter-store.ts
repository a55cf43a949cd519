// The adapters of one engine: created, trained, pinned as snapshots, saved and loaded, each isolated from every other.
// Every optimizer step makes a new version; a snapshot is the copy of one version that samplers read and that nothing
// changes. Knows names, versions and bytes; knows no batches and no losses.

import { tokenloomError } from '../base/errors.ts'
import { bytesOf, sha256Hex } from '../base/hash.ts'
import { canonicalJson } from '../base/json.ts'
import { createRng, streamKey } from '../base/random.ts'
import type { Kernels, Tensor } from '../kernels/kernels.ts'
import type { ModelConfig } from '../model/config.ts'
import { type AdapterId, type AdapterSpec, BASE_SNAPSHOT, type CheckpointData, PROJECTIONS, type SnapshotId, type SnapshotInfo } from '../service/index.ts'
import { AdapterArena, type Place } from './arena.ts'
import { adapterLayout, entriesOf, padFactors, unpadFactors } from './layout.ts'

export interface LiveAdapter {
  readonly id: AdapterId
  readonly spec: AdapterSpec
  readonly place: Place
  /** Optimizer steps taken. */
  version: number
}

interface Snapshot {
  readonly info: SnapshotInfo
  readonly place: Place
  holders: number
}

export class AdapterStore {
  readonly arena: AdapterArena
  private readonly kernels: Kernels
  private readonly config: ModelConfig
  private readonly baseHash: string
  private readonly adapters = new Map<AdapterId, LiveAdapter>()
  private readonly snapshots = new Map<SnapshotId, Snapshot>()
  private created = 0

  constructor(kernels: Kernels, config: ModelConfig, baseHash: string) {
    this.kernels = kernels
    this.config = config
    this.baseHash = baseHash
    this.arena = new AdapterArena(kernels, entriesOf(config))
  }

  /** A ~ N(0, 1/in) from the spec's seed, B = 0: a fresh adapter leaves the base as it is. */
  create(spec: AdapterSpec): LiveAdapter {
    checkSpec(spec)
    const layout = adapterLayout(this.config, spec)
    const flat = new Float32Array(layout.flatLength)
    const key = streamKey(spec.seed, 'adapterInit')
    let start = 0
    for (const factor of layout.factors) {
      const rng = createRng(key, factor.entry)
      const spread = 1 / Math.sqrt(factor.input)
      for (let i = 0; i < spec.rank * factor.input; i++) flat[start + i] = rng.normal() * spread
      start += spec.rank * (factor.input + factor.out)
    }
    return this.place(spec, 0, flat)
  }

  load(checkpoint: CheckpointData): LiveAdapter {
    checkSpec(checkpoint.spec)
    if (checkpoint.baseHash !== this.baseHash) {
      throw tokenloomError(
        'ADAPTER_MISMATCH',
        `The adapter ${checkpoint.spec.name} belongs to the base ${checkpoint.baseHash.slice(0, 12)}, not to ${this.baseHash.slice(0, 12)}.`,
        'Load the base it was trained on, or choose another adapter.',
      )
    }
    const layout = adapterLayout(this.config, checkpoint.spec)
    for (const part of [checkpoint.weights, checkpoint.moment1, checkpoint.moment2]) {
      if (part.length !== layout.flatLength) {
        throw tokenloomError(
          'ADAPTER_MISMATCH',
          `The adapter ${checkpoint.spec.name} has ${part.length} numbers; this base takes ${layout.flatLength}.`,
          'Load the base it was trained on, or choose another adapter.',
        )
      }
    }
    const adapter = this.place(checkpoint.spec, checkpoint.version, checkpoint.weights)
    this.kernels.upload(this.arena.tensors.moment1, padFactors(layout, checkpoint.moment1), adapter.place.start)
    this.kernels.upload(this.arena.tensors.moment2, padFactors(layout, checkpoint.moment2), adapter.place.start)
    return adapter
  }

  get(id: AdapterId): LiveAdapter {
    const adapter = this.adapters.get(id)
    if (adapter === undefined) throw tokenloomError('ADAPTER_UNKNOWN', `There is no adapter ${id}.`, 'Create or load it first.')
    return adapter
  }

  freeAdapter(id: AdapterId): void {
    this.arena.free(this.get(id).place)
    this.adapters.delete(id)
  }

  /** Pins the adapter's present version. The same version is pinned once and counted. */
  async pin(id: AdapterId): Promise<SnapshotInfo> {
    const adapter = this.get(id)
    const snapshotId = `${id}@${adapter.version}`
    const known = this.snapshots.get(snapshotId)
    if (known !== undefined) {
      known.holders++
      return known.info
    }
    const place = this.arena.allocate('snapshot', adapter.place.layout, adapter.spec.scale)
    const { weights } = this.arena.tensors
    // A copy within one buffer is not allowed, so the factors pass through a second one.
    const { length } = place.layout
    const bridge = this.kernels.tensor('adapters.bridge', 'f32', length)
    this.kernels.copy(weights, this.arena.offsetOf(adapter.place), bridge, 0, length)
    this.kernels.copy(bridge, 0, weights, this.arena.offsetOf(place), length)
    this.kernels.free(bridge)
    const flat = await this.read(weights, place)
    const info: SnapshotInfo = { id: snapshotId, adapter: id, version: adapter.version, hash: await sha256Hex(bytesOf(flat)) }
    this.snapshots.set(snapshotId, { info, place, holders: 1 })
    return info
  }

  release(id: SnapshotId): void {
    const snapshot = this.snapshots.get(id)
    if (snapshot === undefined || --snapshot.holders > 0) return
    this.arena.free(snapshot.place)
    this.snapshots.delete(id)
  }

  /** Slot and identity of a snapshot; slot 0 and no place for the base. */
  resolve(id: SnapshotId): { readonly slot: number; readonly info: SnapshotInfo } {
    if (id === BASE_SNAPSHOT) return { slot: 0, info: { id, adapter: null, version: 0, hash: this.baseHash } }
    const snapshot = this.snapshots.get(id)
    if (snapshot === undefined)
      throw tokenloomError('ADAPTER_UNKNOWN', `There is no snapshot ${id}.`, 'Call saveWeightsForSampler first; a released snapshot cannot be sampled.')
    return { slot: snapshot.place.slot, info: snapshot.info }
  }

  async save(id: AdapterId): Promise<CheckpointData> {
    const { spec, place, version } = this.get(id)
    const { weights, moment1, moment2 } = this.arena.tensors
    const [w, m1, m2] = await Promise.all([this.read(weights, place), this.read(moment1, place), this.read(moment2, place)])
    const hash = await sha256Hex(joined(canonicalJson({ ...spec, targets: [...spec.targets], version, base: this.baseHash }), [w, m1, m2]))
    return { spec, baseHash: this.baseHash, version, weights: w, moment1: m1, moment2: m2, hash }
  }

  /** The gradient as it lies in the arena, padding included; it becomes zero. */
  async takeGradient(id: AdapterId): Promise<Float32Array> {
    const { place } = this.get(id)
    const { gradient } = this.arena.tensors
    const values = await this.kernels.downloadF32(gradient, this.arena.offsetOf(place), place.layout.length)
    this.kernels.clear(gradient, this.arena.offsetOf(place), place.layout.length)
    return values
  }

  putGradient(id: AdapterId, values: Float32Array): void {
    const { place } = this.get(id)
    if (values.length !== place.layout.length) throw new Error(`Assertion failed: a gradient of ${values.length} for ${place.layout.length} numbers`)
    this.kernels.upload(this.arena.tensors.gradient, values, this.arena.offsetOf(place))
  }

  dispose(): void {
    this.arena.dispose()
  }

  private place(spec: AdapterSpec, version: number, flat: Float32Array): LiveAdapter {
    const layout = adapterLayout(this.config, spec)
    const place = this.arena.allocate('live', layout, spec.scale)
    this.kernels.upload(this.arena.tensors.weights, padFactors(layout, flat), place.start)
    const adapter: LiveAdapter = { id: `${spec.name}#${++this.created}`, spec, place, version }
    this.adapters.set(adapter.id, adapter)
    return adapter
  }

  private async read(tensor: Tensor, place: Place): Promise<Float32Array> {
    return unpadFactors(place.layout, await this.kernels.downloadF32(tensor, this.arena.offsetOf(place), place.layout.length))
  }
}

/** Text and all numbers in one buffer: what the address of a content is the hash of. */
function joined(head: string, parts: readonly Float32Array[]): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(head)
  const bytes = new Uint8Array(text.length + parts.reduce((sum, part) => sum + part.byteLength, 0))
  bytes.set(text)
  let offset = text.length
  for (const part of parts) {
    bytes.set(bytesOf(part), offset)
    offset += part.byteLength
  }
  return bytes
}

function checkSpec(spec: AdapterSpec): void {
  const wrong = (field: string, value: unknown, allowed: string) =>
    tokenloomError('ADAPTER_INVALID', `adapter.${field} is ${JSON.stringify(value)}; it must be ${allowed}.`, `Change adapter.${field}.`, `adapter.${field}`)
  if (!Number.isInteger(spec.rank) || spec.rank < 1 || spec.rank > 256) throw wrong('rank', spec.rank, 'a whole number from 1 to 256')
  if (!Number.isFinite(spec.scale) || spec.scale <= 0) throw wrong('scale', spec.scale, 'a number above 0')
  if (!Number.isSafeInteger(spec.seed) || spec.seed < 0) throw wrong('seed', spec.seed, 'a whole number from 0')
  if (spec.targets.length === 0 || new Set(spec.targets).size !== spec.targets.length || spec.targets.some((target) => !PROJECTIONS.includes(target))) {
    throw wrong('targets', spec.targets, `a choice of ${PROJECTIONS.join(', ')}, each once`)
  }
  const known = ['name', 'rank', 'scale', 'targets', 'seed']
  const extra = Object.keys(spec).find((field) => !known.includes(field))
  if (extra !== undefined) throw wrong(extra, (spec as unknown as Record<string, unknown>)[extra], 'left out: this engine does not know it')
}
