// Packed copies of matrices that products read often: made when first asked for, made again when their tensor changed,
// given back with it. So a base's weights are packed once, and decoding a few rows costs no packing. Knows no products.

import type { WasmMemory } from './memory.ts'
import type { ModuleCalls } from './module.ts'
import type { WasmTensor } from './tensor.ts'

/** Panels of eight columns of the matrix's transpose (a weight [N, K] used as x Wᵀ), or of the matrix itself. */
export type PanelKind = 'transposed' | 'plain'

interface Panels {
  readonly address: number
  readonly bytes: number
  version: number
}

/** Bytes of the panels of k rows by n columns. */
export const panelBytes = (n: number, k: number): number => Math.ceil(n / 8) * 32 * k

export class PanelCache {
  private readonly calls: ModuleCalls
  private readonly memory: WasmMemory
  private readonly kept = new Map<WasmTensor, Map<string, Panels>>()

  constructor(calls: ModuleCalls, memory: WasmMemory) {
    this.calls = calls
    this.memory = memory
  }

  of(tensor: WasmTensor, kind: PanelKind, offset: number, rows: number, columns: number): number {
    let ofTensor = this.kept.get(tensor)
    if (ofTensor === undefined) {
      ofTensor = new Map()
      this.kept.set(tensor, ofTensor)
    }
    const name = `${kind} ${offset} ${rows} ${columns}`
    let panels = ofTensor.get(name)
    if (panels?.version === tensor.version) return panels.address
    if (panels === undefined) {
      const bytes = kind === 'transposed' ? panelBytes(rows, columns) : panelBytes(columns, rows)
      panels = { address: this.memory.allocate(bytes), bytes, version: tensor.version }
      ofTensor.set(name, panels)
    }
    const from = tensor.address + offset * 4
    if (kind === 'transposed') this.calls.packTransposed(from, columns * 4, panels.address, rows, columns)
    else this.calls.packRows(from, columns * 4, panels.address, columns, rows)
    panels.version = tensor.version
    return panels.address
  }

  forget(tensor: WasmTensor): void {
    for (const { address } of this.kept.get(tensor)?.values() ?? []) this.memory.release(address)
    this.kept.delete(tensor)
  }
}
