// What an operation of the CPU engine is given: the compiled functions, addresses of tensors, panels of weights, scratch.
// Whoever asks for an address says whether it reads or writes, so that panels of a tensor that changed are packed anew.

import type { Tensor } from '../kernels.ts'
import type { WasmMemory } from './memory.ts'
import type { ModuleCalls } from './module.ts'
import { PanelCache, type PanelKind, type Panels } from './panels.ts'
import type { WasmTensor } from './tensor.ts'

export class WasmContext {
  readonly calls: ModuleCalls
  readonly memory: WasmMemory
  private readonly panels: PanelCache
  private scratchAddress = 0
  private scratchBytes = 0

  constructor(calls: ModuleCalls, memory: WasmMemory) {
    this.calls = calls
    this.memory = memory
    this.panels = new PanelCache(calls, memory)
  }

  tensor(label: string, dtype: 'f32' | 'u32', length: number): WasmTensor {
    return { label, dtype, length, address: this.memory.allocate(length * 4), version: 0 }
  }

  free(tensor: Tensor): void {
    const own = tensor as WasmTensor
    this.panels.forget(own)
    this.memory.release(own.address)
  }

  /** The address of a tensor that is read. */
  source(tensor: Tensor): number {
    return (tensor as WasmTensor).address
  }

  /** The address of a tensor that is written. */
  target(tensor: Tensor): number {
    const own = tensor as WasmTensor
    own.version++
    return own.address
  }

  /** Panels of the matrix [rows, columns] at element `offset` of a tensor: of its transpose, or of itself. */
  panelsOf(tensor: Tensor, kind: PanelKind, offset: number, rows: number, columns: number): number {
    return this.panels.packed(this.panelsFor(tensor, kind, offset, rows, columns))
  }

  /** The same as a thing to keep: packed(…) gives its address, which is up to date. Valid as long as the tensor lives. */
  panelsFor(tensor: Tensor, kind: PanelKind, offset: number, rows: number, columns: number): Panels {
    return this.panels.of(tensor as WasmTensor, kind, offset, rows, columns)
  }

  packed(panels: Panels): number {
    return this.panels.packed(panels)
  }

  get packedBytes(): ReadonlyMap<string, number> {
    return this.panels.bytesByLabel
  }

  /** Room for one operation; its contents are undefined. */
  scratch(bytes: number): number {
    if (bytes > this.scratchBytes) {
      if (this.scratchBytes > 0) this.memory.release(this.scratchAddress)
      this.scratchBytes = Math.ceil(bytes * 1.25)
      this.scratchAddress = this.memory.allocate(this.scratchBytes)
    }
    return this.scratchAddress
  }

  /** How often a tensor was written: what was derived from it is good as long as this stays. */
  versionOf(tensor: Tensor): number {
    return (tensor as WasmTensor).version
  }

  /** The i-th word of a table. */
  word(table: Tensor, index: number): number {
    return this.memory.u32[this.source(table) / 4 + index] ?? 0
  }
}
