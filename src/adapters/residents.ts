// Which adapters and snapshots have a place on the device: those used last. When there is no room, the one whose use lies back
// the furthest makes some: its numbers go to the shelf and come back, bit for bit, when somebody asks for it. What the batch
// under way needs stays where it is. Knows numbers and places; knows no versions and no requests.

import { tokenloomError } from '../base/errors.ts'
import type { Kernels, Tensor } from '../kernels/kernels.ts'
import type { AdapterArena, Place } from './arena.ts'
import { type AdapterLayout, padFactors, unpadFactors } from './layout.ts'
import type { Shelf } from './shelf.ts'

export interface Resident {
  /** Its name on the shelf. */
  readonly name: string
  readonly kind: Place['kind']
  readonly layout: AdapterLayout
  readonly scale: number
  /** Null while it lies on the shelf. */
  place: Place | null
  /** The shelf has these very numbers: nothing needs writing when it goes again. */
  shelved: boolean
  /** A gradient waits for its step: it travels along. */
  hasGradient: boolean
  lastUse: number
}

export class Residents {
  private readonly kernels: Kernels
  private readonly arena: AdapterArena
  private readonly shelf: Shelf
  private readonly held = new Set<Resident>()
  private needed: ReadonlySet<Resident> = new Set()
  private uses = 0
  private readonly counts = { loads: 0, evictions: 0, hits: 0 }

  constructor(kernels: Kernels, arena: AdapterArena, shelf: Shelf) {
    this.kernels = kernels
    this.arena = arena
    this.shelf = shelf
  }

  /** How often a use found its numbers on the device, how often they had to be loaded, how often others had to go. */
  get stats(): { readonly loads: number; readonly evictions: number; readonly hits: number } {
    return this.counts
  }

  /** How many have a place, of all that there are. */
  get census(): { readonly resident: number; readonly known: number } {
    let resident = 0
    for (const { place } of this.held) if (place !== null) resident++
    return { resident, known: this.held.size }
  }

  /** A new resident with a place, whose weights are undefined and whose gradient and moments are zero. */
  async admit(name: string, kind: Place['kind'], layout: AdapterLayout, scale: number, beside: readonly Resident[] = []): Promise<Resident & { place: Place }> {
    const place = await this.makeRoom(kind, layout, scale, new Set(beside))
    const resident = { name, kind, layout, scale, place, shelved: false, hasGradient: false, lastUse: ++this.uses }
    this.held.add(resident)
    return resident
  }

  /**
   * Gives all of them a place, and keeps it theirs until the next call. MEMORY_PLAN when the device cannot hold them together.
   */
  async need(residents: readonly Resident[]): Promise<void> {
    const needed = new Set(residents)
    this.needed = needed
    for (const resident of needed) {
      resident.lastUse = ++this.uses
      if (resident.place !== null) this.counts.hits++
    }
    for (const resident of needed) if (resident.place === null) await this.load(resident, needed)
  }

  /** The factors, of a live one its moments, and a gradient that waits, unpadded, wherever they lie. */
  async read(resident: Resident): Promise<readonly Float32Array[]> {
    if (resident.place !== null) return this.download(resident, resident.place)
    const numbers = await this.shelf.get(resident.name)
    const { flatLength } = resident.layout
    if (numbers === undefined || numbers.length !== columnsOf(resident) * flatLength) throw lost(resident)
    return Array.from({ length: columnsOf(resident) }, (_, column) => numbers.slice(column * flatLength, (column + 1) * flatLength))
  }

  /** Writes factors, and what else is given, to its place. */
  write(resident: Resident, [weights, moment1, moment2, gradient]: readonly Float32Array[]): void {
    const place = placeOf(resident)
    const { tensors } = this.arena
    const put = (tensor: Tensor, flat: Float32Array | undefined): void => {
      if (flat !== undefined) this.kernels.upload(tensor, padFactors(resident.layout, flat), this.arena.offsetOf(place))
    }
    put(tensors.weights, weights)
    if (resident.kind === 'snapshot') return
    put(tensors.moment1, moment1)
    put(tensors.moment2, moment2)
    put(tensors.gradient, gradient)
  }

  /** Its numbers change: what lies on the shelf is no longer what it is. Says whether a gradient waits from now on. */
  touch(resident: Resident, hasGradient: boolean): void {
    resident.shelved = false
    resident.hasGradient = hasGradient
  }

  async drop(resident: Resident): Promise<void> {
    this.held.delete(resident)
    if (resident.place !== null) this.arena.free(resident.place)
    resident.place = null
    await this.shelf.remove(resident.name)
  }

  private async load(resident: Resident, needed: ReadonlySet<Resident>): Promise<void> {
    const columns = await this.read(resident)
    resident.place = await this.makeRoom(resident.kind, resident.layout, resident.scale, needed)
    this.write(resident, columns)
    this.counts.loads++
  }

  private async makeRoom(kind: Place['kind'], layout: AdapterLayout, scale: number, beside: ReadonlySet<Resident>): Promise<Place> {
    for (;;) {
      const place = this.arena.allocate(kind, layout, scale)
      if (place !== null) return place
      const [oldest] = [...this.held]
        .filter((other) => other.kind === kind && other.place !== null && !beside.has(other) && !this.needed.has(other))
        .sort((a, b) => a.lastUse - b.lastUse)
      if (oldest === undefined) {
        throw tokenloomError(
          'MEMORY_PLAN',
          'The device cannot hold all adapters that are needed at once.',
          'Train fewer adapters together, or lower their rank.',
          'adapter.rank',
        )
      }
      await this.evict(oldest)
    }
  }

  private async evict(resident: Resident): Promise<void> {
    const place = placeOf(resident)
    if (!resident.shelved) {
      const columns = await this.download(resident, place)
      const numbers = new Float32Array(columns.length * resident.layout.flatLength)
      columns.forEach((column, index) => {
        numbers.set(column, index * resident.layout.flatLength)
      })
      await this.shelf.put(resident.name, numbers)
      resident.shelved = true
    }
    this.arena.free(place)
    resident.place = null
    this.counts.evictions++
  }

  private async download(resident: Resident, place: Place): Promise<readonly Float32Array[]> {
    const { weights, moment1, moment2, gradient } = this.arena.tensors
    const tensors = [weights, moment1, moment2, gradient].slice(0, columnsOf(resident))
    const from = this.arena.offsetOf(place)
    const regions = await Promise.all(tensors.map((tensor) => this.kernels.downloadF32(tensor, from, resident.layout.length)))
    return regions.map((region) => unpadFactors(resident.layout, region))
  }
}

/** Factors; of a live adapter two moments as well; and a gradient that waits. */
function columnsOf({ kind, hasGradient }: Resident): number {
  if (kind === 'snapshot') return 1
  return hasGradient ? 4 : 3
}

export function placeOf(resident: Resident): Place {
  if (resident.place === null) throw new Error(`Assertion failed: ${resident.name} has no place on the device`)
  return resident.place
}

const lost = ({ name }: Resident) =>
  tokenloomError('ADAPTER_UNKNOWN', `What was put aside of ${name} is gone.`, 'Load the adapter from its checkpoint, or start the run again.')
