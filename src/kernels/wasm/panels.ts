// Packed copies of matrices that products read often: made when first asked for, made again when their tensor changed,
// given back with it. So a base's weights are packed once, and decoding a few rows costs no packing. Knows no products.

import type { WasmMemory } from './memory.ts'
import type { ModuleCalls } from './module.ts'
import type { WasmTensor } from './tensor.ts'

/** Panels of eight columns of the matrix's transpose (a weight [N, K] used as x Wᵀ), or of the matrix itself. */
export type PanelKind = 'transposed' | 'plain'

/** The packed copy of one matrix: where it lies, and which version of its tensor it is of. */
export interface Panels {
  readonly tensor: WasmTensor
  readonly kind: PanelKind
  readonly offset: number
  readonly rows: number
  readonly columns: number
  /** 0 while it has no memory. */
  address: number
  version: number
}

/** Copies of one tensor that may be kept before those that are out of date are given back. */
const GREATEST_NUMBER = 4096

/** Bytes of the panels of k rows by n columns. */
export const panelBytes = (n: number, k: number): number => Math.ceil(n / 8) * 32 * k

export class PanelCache {
  private readonly calls: ModuleCalls
  private readonly memory: WasmMemory
  private readonly kept = new Map<WasmTensor, Map<string, Panels>>()
  private readonly labelled = new Map<string, number>()

  constructor(calls: ModuleCalls, memory: WasmMemory) {
    this.calls = calls
    this.memory = memory
  }

  /** Bytes of packed copies by the labels of their tensors. */
  get bytesByLabel(): ReadonlyMap<string, number> {
    return this.labelled
  }

  /** The copy's place, whether it is up to date or not; the same object as long as the tensor lives. */
  of(tensor: WasmTensor, kind: PanelKind, offset: number, rows: number, columns: number): Panels {
    let ofTensor = this.kept.get(tensor)
    if (ofTensor === undefined) {
      ofTensor = new Map()
      this.kept.set(tensor, ofTensor)
    }
    const name = `${kind} ${offset} ${rows} ${columns}`
    let panels = ofTensor.get(name)
    if (panels === undefined) {
      if (ofTensor.size >= GREATEST_NUMBER) this.dropOld(ofTensor)
      panels = { tensor, kind, offset, rows, columns, address: 0, version: -1 }
      ofTensor.set(name, panels)
    }
    return panels
  }

  /** The address of a copy that is up to date. */
  packed(panels: Panels): number {
    const { tensor, kind, offset, rows, columns } = panels
    if (panels.version === tensor.version) return panels.address
    if (panels.address === 0) {
      panels.address = this.memory.allocate(bytesOf(panels))
      this.count(panels, 1)
    }
    const from = tensor.address + offset * 4
    if (kind === 'transposed') this.calls.packTransposed(from, columns * 4, panels.address, rows, columns)
    else this.calls.packRows(from, columns * 4, panels.address, columns, rows)
    panels.version = tensor.version
    return panels.address
  }

  forget(tensor: WasmTensor): void {
    for (const panels of this.kept.get(tensor)?.values() ?? []) this.release(panels)
    this.kept.delete(tensor)
  }

  /** Matrices of adapters come and go within one tensor; who still holds such a copy gets it packed anew. */
  private dropOld(ofTensor: Map<string, Panels>): void {
    for (const [name, panels] of ofTensor) {
      if (panels.version === panels.tensor.version) continue
      this.release(panels)
      ofTensor.delete(name)
    }
  }

  private release(panels: Panels): void {
    if (panels.address === 0) return
    this.memory.release(panels.address)
    this.count(panels, -1)
    panels.address = 0
    panels.version = -1
  }

  private count(panels: Panels, sign: 1 | -1): void {
    const { label } = panels.tensor
    const bytes = (this.labelled.get(label) ?? 0) + sign * bytesOf(panels)
    if (bytes > 0) this.labelled.set(label, bytes)
    else this.labelled.delete(label)
  }
}

const bytesOf = ({ kind, rows, columns }: Panels): number => (kind === 'transposed' ? panelBytes(rows, columns) : panelBytes(columns, rows))
