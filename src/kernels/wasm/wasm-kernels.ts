// The CPU engine behind the kernel seam: tensors are ranges of one WebAssembly memory, operations run at once, on one core.
// Plain SIMD, one module for Node and every browser: the same bits wherever it runs. Owns the memory; the operations are in
// the *-ops.ts files. While it waits for nothing, it still lets its worker breathe now and then.

import { eventTurn } from '../../base/event-turn.ts'
import type { Kernels, Tensor } from '../kernels.ts'
import * as adapterOps from './adapter-ops.ts'
import { WasmContext } from './context.ts'
import * as headOps from './head-ops.ts'
import * as matrixOps from './matrix-ops.ts'
import { WasmMemory } from './memory.ts'
import { openModule, type Simd, type WasmModule } from './module.ts'
import * as rowOps from './row-ops.ts'

type Call<Operation extends keyof Kernels> = Kernels[Operation] extends (call: infer Argument) => void ? Argument : never

/** Work between two turns of the worker's event loop: heartbeats and commands are answered in between. */
const BREATH_MILLISECONDS = 20

export class WasmKernels implements Kernels {
  readonly engine = 'cpu' as const
  readonly device: string
  readonly software = true
  readonly variants: Readonly<Record<string, string>>
  readonly shaderHash: string
  /** One tensor can be as large as the memory of the module. */
  readonly bindingLimit = 2 ** 32 - 2 ** 16
  private readonly context: WasmContext
  private readonly counts = { dispatches: 0, submits: 0, readbacks: 0 }
  private readonly labelled = new Map<string, number>()
  private lastBreath = performance.now()

  private constructor({ calls, memory, hash }: WasmModule, simd: Simd) {
    this.variants = { matmul: 'panels of 8, blocks of 4 by 8', attention: 'blocks of 8 rows', simd }
    this.context = new WasmContext(calls, new WasmMemory(memory, calls.heapBase() >>> 0))
    this.shaderHash = hash
    this.device = 'CPU, WebAssembly SIMD'
  }

  static async create(simd: Simd = 'plain'): Promise<WasmKernels> {
    return new WasmKernels(await openModule(simd), simd)
  }

  get bytesHeld(): number {
    return this.context.memory.bytesHeld
  }

  get bytesPeak(): number {
    return this.context.memory.bytesPeak
  }

  get bytesByLabel(): Readonly<Record<string, number>> {
    const packed = [...this.context.packedBytes].map(([label, bytes]) => [`${label} packed`, bytes] as const)
    return Object.fromEntries([...this.labelled, ...packed])
  }

  get stats() {
    return this.counts
  }

  tensor(label: string, dtype: 'f32' | 'u32', length: number): Tensor {
    this.labelled.set(label, (this.labelled.get(label) ?? 0) + length * 4)
    return this.context.tensor(label, dtype, length)
  }

  free(tensor: Tensor): void {
    const left = (this.labelled.get(tensor.label) ?? 0) - tensor.length * 4
    if (left > 0) this.labelled.set(tensor.label, left)
    else this.labelled.delete(tensor.label)
    this.context.free(tensor)
  }

  upload(tensor: Tensor, data: Float32Array | Uint32Array, offset = 0): void {
    const at = this.context.target(tensor) / 4 + offset
    if (data instanceof Float32Array) this.context.memory.f32.set(data, at)
    else this.context.memory.u32.set(data, at)
  }

  async downloadF32(tensor: Tensor, offset = 0, length = tensor.length - offset): Promise<Float32Array> {
    // Read before waiting: what is called later must not be seen.
    const at = this.context.source(tensor) / 4 + offset
    const values = this.context.memory.f32.slice(at, at + length)
    this.counts.readbacks++
    await this.idle()
    return values
  }

  async downloadU32(tensor: Tensor, offset = 0, length = tensor.length - offset): Promise<Uint32Array> {
    // Read before waiting: what is called later must not be seen.
    const at = this.context.source(tensor) / 4 + offset
    const values = this.context.memory.u32.slice(at, at + length)
    this.counts.readbacks++
    await this.idle()
    return values
  }

  copy(from: Tensor, fromOffset: number, to: Tensor, toOffset: number, length: number): void {
    const at = this.context.source(from) / 4 + fromOffset
    this.context.memory.u32.copyWithin(this.context.target(to) / 4 + toOffset, at, at + length)
  }

  clear(tensor: Tensor, offset = 0, length = tensor.length - offset): void {
    const at = this.context.target(tensor) / 4 + offset
    this.context.memory.u32.fill(0, at, at + length)
  }

  async idle(): Promise<void> {
    if (performance.now() - this.lastBreath < BREATH_MILLISECONDS) return
    await eventTurn()
    this.lastBreath = performance.now()
  }

  /** The memory goes with the module, once nobody holds this object. */
  dispose(): void {}

  matmul = (call: Call<'matmul'>): void => this.run(matrixOps.matmul, call)
  project = (call: Call<'project'>): void => this.run(matrixOps.project, call)
  projectBackward = (call: Call<'projectBackward'>): void => this.run(matrixOps.projectBackward, call)
  adapterDown = (call: Call<'adapterDown'>): void => this.run(adapterOps.adapterDown, call)
  adapterDownBackward = (call: Call<'adapterDownBackward'>): void => this.run(adapterOps.adapterDownBackward, call)
  adapterGradient = (call: Call<'adapterGradient'>): void => this.run(adapterOps.adapterGradient, call)
  embed = (call: Call<'embed'>): void => this.run(rowOps.embed, call)
  embedBackward = (call: Call<'embedBackward'>): void => this.run(rowOps.embedBackward, call)
  gatherRows = (call: Call<'gatherRows'>): void => this.run(rowOps.gatherRows, call)
  scatterRows = (call: Call<'scatterRows'>): void => this.run(rowOps.scatterRows, call)
  rmsNorm = (call: Call<'rmsNorm'>): void => this.run(rowOps.rmsNorm, call)
  rmsNormBackward = (call: Call<'rmsNormBackward'>): void => this.run(rowOps.rmsNormBackward, call)
  rmsNormGainGradient = (call: Call<'rmsNormGainGradient'>): void => this.run(rowOps.rmsNormGainGradient, call)
  swiglu = (call: Call<'swiglu'>): void => this.run(rowOps.swiglu, call)
  swigluBackward = (call: Call<'swigluBackward'>): void => this.run(rowOps.swigluBackward, call)
  rope = (call: Call<'rope'>): void => this.run(rowOps.rope, call)
  ropeBackward = (call: Call<'ropeBackward'>): void => this.run(rowOps.ropeBackward, call)
  attention = (call: Call<'attention'>): void => this.run(rowOps.attention, call)
  attentionBackward = (call: Call<'attentionBackward'>): void => this.run(rowOps.attentionBackward, call)
  maskLogits = (call: Call<'maskLogits'>): void => this.run(headOps.maskLogits, call)
  advanceMask = (call: Call<'advanceMask'>): void => this.run(headOps.advanceMask, call)
  headStats = (call: Call<'headStats'>): void => this.run(headOps.headStats, call)
  headFinish = (call: Call<'headFinish'>): void => this.run(headOps.headFinish, call)
  headGradient = (call: Call<'headGradient'>): void => this.run(headOps.headGradient, call)
  sampleCandidates = (call: Call<'sampleCandidates'>): void => this.run(headOps.sampleCandidates, call)
  sampleFinish = (call: Call<'sampleFinish'>): void => this.run(headOps.sampleFinish, call)
  sampleThreshold = (call: Call<'sampleThreshold'>): void => this.run(headOps.sampleThreshold, call)
  gradientNorm = (call: Call<'gradientNorm'>): void => this.run(headOps.gradientNorm, call)
  adamw = (call: Call<'adamw'>): void => this.run(headOps.adamw, call)

  private run<Argument>(operation: (context: WasmContext, call: Argument) => void, call: Argument): void {
    this.counts.dispatches++
    operation(this.context, call)
  }
}
