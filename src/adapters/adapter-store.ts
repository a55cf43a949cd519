// The adapters of one engine: created, trained, pinned as snapshots, saved and loaded, each isolated from every other.
// Every optimizer step makes a new version; a snapshot is the copy of one version that samplers read and that nothing
// changes. Which of them lie on the device is the business of residents.ts. Knows names, versions and bytes; knows no batches
// and no losses.

import { tokenloomError } from '../base/errors.ts'
import { bytesOf, sha256Hex } from '../base/hash.ts'
import { canonicalJson } from '../base/json.ts'
import { createRng, streamKey } from '../base/random.ts'
import type { Kernels } from '../kernels/kernels.ts'
import type { ModelConfig } from '../model/config.ts'
import {
  type AdapterId,
  type AdapterSpec,
  BASE_SNAPSHOT,
  type CheckpointData,
  type ForkOptions,
  PROJECTIONS,
  type SnapshotId,
  type SnapshotInfo,
} from '../service/index.ts'
import { AdapterArena } from './arena.ts'
import { adapterLayout, entriesOf } from './layout.ts'
import { placeOf, type Resident, Residents } from './residents.ts'
import { memoryShelf, type Shelf } from './shelf.ts'

export interface LiveAdapter {
  readonly id: AdapterId
  readonly spec: AdapterSpec
  readonly resident: Resident
  /** Optimizer steps taken. */
  version: number
}

interface Snapshot {
  readonly info: SnapshotInfo
  readonly resident: Resident
  holders: number
}

export interface StoreOptions {
  /** What adapters may take of the device, all four arenas together, in bytes. Default: no limit. */
  readonly limitBytes?: number
  /** Where those lie that find no room. Default: beside the device, in memory. */
  readonly shelf?: Shelf
}

/** Bytes of an adapter and of a snapshot of it, by element: factors, gradient, two moments; the factors once more. */
const BYTES_PER_ELEMENT = 4 * 4 + 4

export class AdapterStore {
  readonly arena: AdapterArena
  readonly residents: Residents
  private readonly kernels: Kernels
  private readonly config: ModelConfig
  private readonly baseHash: string
  private readonly adapters = new Map<AdapterId, LiveAdapter>()
  private readonly snapshots = new Map<SnapshotId, Snapshot>()
  private created = 0

  constructor(kernels: Kernels, config: ModelConfig, baseHash: string, { limitBytes, shelf = memoryShelf() }: StoreOptions = {}) {
    this.kernels = kernels
    this.config = config
    this.baseHash = baseHash
    // Live factors and snapshots lie in one tensor, which one binding must reach.
    const elements = Math.min((limitBytes ?? Number.POSITIVE_INFINITY) / BYTES_PER_ELEMENT, kernels.bindingLimit / 8)
    this.arena = new AdapterArena(kernels, entriesOf(config), Math.floor(elements / 4) * 4)
    this.residents = new Residents(kernels, this.arena, shelf)
  }

  /** A ~ N(0, 1/in) from the spec's seed, B = 0: a fresh adapter leaves the base as it is. */
  create(spec: AdapterSpec): Promise<LiveAdapter> {
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
    return this.admit(spec, 0, [flat])
  }

  async load(checkpoint: CheckpointData): Promise<LiveAdapter> {
    checkSpec(checkpoint.spec)
    if (checkpoint.baseHash !== this.baseHash) {
      throw tokenloomError(
        'ADAPTER_MISMATCH',
        `The adapter ${checkpoint.spec.name} belongs to the base ${checkpoint.baseHash.slice(0, 12)}, not to ${this.baseHash.slice(0, 12)}.`,
        'Load the base it was trained on, or choose another adapter.',
      )
    }
    const layout = adapterLayout(this.config, checkpoint.spec)
    const columns = [checkpoint.weights, checkpoint.moment1, checkpoint.moment2]
    for (const part of columns) {
      if (part.length !== layout.flatLength) {
        throw tokenloomError(
          'ADAPTER_MISMATCH',
          `The adapter ${checkpoint.spec.name} has ${part.length} numbers; this base takes ${layout.flatLength}.`,
          'Load the base it was trained on, or choose another adapter.',
        )
      }
    }
    return this.admit(checkpoint.spec, checkpoint.version, columns)
  }

  /** A new adapter with the weights of another one; with its moments and its count of steps too, or fresh ones. */
  async fork(id: AdapterId, { name, moments }: ForkOptions): Promise<LiveAdapter> {
    const { spec, version, resident } = this.get(id)
    const [weights = NOTHING, moment1 = NOTHING, moment2 = NOTHING] = await this.residents.read(resident)
    return this.admit({ ...spec, name }, moments ? version : 0, moments ? [weights, moment1, moment2] : [weights])
  }

  get(id: AdapterId): LiveAdapter {
    const adapter = this.adapters.get(id)
    if (adapter === undefined) throw tokenloomError('ADAPTER_UNKNOWN', `There is no adapter ${id}.`, 'Create or load it first.')
    return adapter
  }

  async freeAdapter(id: AdapterId): Promise<void> {
    const { resident } = this.get(id)
    this.adapters.delete(id)
    await this.residents.drop(resident)
  }

  /** Gives these a place on the device until the next call; the base needs none. MEMORY_PLAN when they do not fit together. */
  need(adapters: readonly AdapterId[], snapshots: readonly SnapshotId[] = []): Promise<void> {
    const pinned = snapshots.flatMap((id) => (id === BASE_SNAPSHOT ? [] : [this.snapshot(id).resident]))
    return this.residents.need([...adapters.map((id) => this.get(id).resident), ...pinned])
  }

  slotOfAdapter(id: AdapterId): number {
    return placeOf(this.get(id).resident).slot
  }

  /** 0 for the base. */
  slotOfSnapshot(id: SnapshotId): number {
    return id === BASE_SNAPSHOT ? 0 : placeOf(this.snapshot(id).resident).slot
  }

  /** Its gradient is no longer zero. */
  expectStep(id: AdapterId): void {
    this.residents.touch(this.get(id).resident, true)
  }

  /** Its step was taken: weights and moments are others, the gradient is zero. */
  stepped({ resident }: LiveAdapter): void {
    this.residents.touch(resident, false)
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
    await this.residents.need([adapter.resident])
    const { layout } = adapter.resident
    const resident = await this.residents.admit(`snapshot/${snapshotId}`, 'snapshot', layout, adapter.spec.scale)
    const { weights } = this.arena.tensors
    // A copy within one buffer is not allowed, so the factors pass through a second one.
    const bridge = this.kernels.tensor('adapters.bridge', 'f32', layout.length)
    this.kernels.copy(weights, this.arena.offsetOf(placeOf(adapter.resident)), bridge, 0, layout.length)
    this.kernels.copy(bridge, 0, weights, this.arena.offsetOf(placeOf(resident)), layout.length)
    this.kernels.free(bridge)
    const [flat = new Float32Array()] = await this.residents.read(resident)
    const info: SnapshotInfo = { id: snapshotId, adapter: id, version: adapter.version, hash: await sha256Hex(bytesOf(flat)) }
    this.snapshots.set(snapshotId, { info, resident, holders: 1 })
    return info
  }

  async release(id: SnapshotId): Promise<void> {
    const snapshot = this.snapshots.get(id)
    if (snapshot === undefined || --snapshot.holders > 0) return
    this.snapshots.delete(id)
    await this.residents.drop(snapshot.resident)
  }

  /** Identity of a snapshot. */
  infoOf(id: SnapshotId): SnapshotInfo {
    return id === BASE_SNAPSHOT ? { id, adapter: null, version: 0, hash: this.baseHash } : this.snapshot(id).info
  }

  async save(id: AdapterId): Promise<CheckpointData> {
    const { spec, resident, version } = this.get(id)
    const [w = NOTHING, m1 = NOTHING, m2 = NOTHING] = await this.residents.read(resident)
    const hash = await sha256Hex(joined(canonicalJson({ ...spec, targets: [...spec.targets], version, base: this.baseHash }), [w, m1, m2]))
    return { spec, baseHash: this.baseHash, version, weights: w, moment1: m1, moment2: m2, hash }
  }

  /** The gradient as it lies in the arena, padding included; it becomes zero. */
  async takeGradient(id: AdapterId): Promise<Float32Array> {
    const { resident } = this.get(id)
    await this.residents.need([resident])
    const { gradient } = this.arena.tensors
    const start = this.arena.offsetOf(placeOf(resident))
    const values = await this.kernels.downloadF32(gradient, start, resident.layout.length)
    this.kernels.clear(gradient, start, resident.layout.length)
    this.residents.touch(resident, false)
    return values
  }

  async putGradient(id: AdapterId, values: Float32Array): Promise<void> {
    const { resident } = this.get(id)
    if (values.length !== resident.layout.length) throw new Error(`Assertion failed: a gradient of ${values.length} for ${resident.layout.length} numbers`)
    await this.residents.need([resident])
    this.kernels.upload(this.arena.tensors.gradient, values, this.arena.offsetOf(placeOf(resident)))
    this.residents.touch(resident, true)
  }

  dispose(): void {
    this.arena.dispose()
  }

  private snapshot(id: SnapshotId): Snapshot {
    const snapshot = this.snapshots.get(id)
    if (snapshot !== undefined) return snapshot
    throw tokenloomError('ADAPTER_UNKNOWN', `There is no snapshot ${id}.`, 'Call saveWeightsForSampler first; a released snapshot cannot be sampled.')
  }

  /** Columns that are left out are zero. */
  private async admit(spec: AdapterSpec, version: number, columns: readonly Float32Array[]): Promise<LiveAdapter> {
    const id = `${spec.name}#${this.created + 1}`
    const resident = await this.residents.admit(`adapter/${id}`, 'live', adapterLayout(this.config, spec), spec.scale)
    this.created++
    this.residents.write(resident, columns)
    const adapter: LiveAdapter = { id, spec, resident, version }
    this.adapters.set(id, adapter)
    return adapter
  }
}

const NOTHING: Float32Array = new Float32Array()

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
