// The WGSL engine behind the kernel seam: tensors are GPU buffers, operations are dispatches. Owns the device's queue and
// its memory; knows which variants were admitted on this device. Dispatching itself is in the *-ops.ts files.

import { bytesOfText, sha256Hex } from '../../base/hash.ts'
import type { GpuHandle } from '../../gpu/device.ts'
import { createLedger, type MemoryLedger } from '../../gpu/ledger.ts'
import { type CompiledKernel, createPipelineCache, type ShaderVariant } from '../../gpu/pipelines.ts'
import { type DeviceBuffer, DeviceQueue } from '../../gpu/queue.ts'
import type { GpuTimer } from '../../gpu/timer.ts'
import type { AttentionShape, Kernels, Tensor } from '../kernels.ts'
import * as adapterOps from './adapter-ops.ts'
import { admitMatrixVariants } from './admission.ts'
import * as attentionOps from './attention-ops.ts'
import * as headOps from './head-ops.ts'
import * as matrixOps from './matrix-ops.ts'
import * as optimizerOps from './optimizer-ops.ts'
import * as rowsOps from './rows-ops.ts'
import { type Lanes, shaderFiles } from './shader-source.ts'

interface WgslTensor extends Tensor {
  readonly handle: DeviceBuffer
}

export interface WgslOptions {
  /** Heads that attention is compiled for. */
  readonly shapes: readonly AttentionShape[]
  /** Forces matmul variants instead of the measured choice: tests compare them. */
  readonly matrix?: matrixOps.MatrixVariants
  /** Compile only what serves widths that are multiples of 4, as those of every supported model are. Default: any width. */
  readonly foursOnly?: boolean
  /** No sequence is longer than this. Short ones need no blocked attention, whose shaders are the slowest to compile. */
  readonly longestSequence?: number
  readonly onProgress?: (compiled: number, total: number) => void
}

/** Work between submits: a software adapter reaches a few GFLOP/s, a GPU a thousand times that. */
const SUBMIT_BUDGET = { software: 1e8, hardware: 2e10 }

/** Tokens up to which every row reads its keys alone. */
const SHORT_SEQUENCE = 128

type Call<Operation extends keyof Kernels> = Kernels[Operation] extends (call: infer Argument) => void ? Argument : never

export class WgslKernels implements Kernels {
  readonly engine = 'wgsl' as const
  readonly device: string
  readonly software: boolean
  readonly shaderHash: string
  readonly variants: Readonly<Record<string, string>>
  readonly bindingLimit: number
  private readonly gpu: GpuHandle
  private readonly ledger: MemoryLedger
  private readonly queue: DeviceQueue
  private readonly context: matrixOps.MatrixContext
  private scratchTensor: WgslTensor | undefined

  private constructor(
    gpu: GpuHandle,
    ledger: MemoryLedger,
    queue: DeviceQueue,
    kernels: ReadonlyMap<string, CompiledKernel>,
    choices: matrixOps.MatrixVariants & { readonly shortOnly: boolean },
    shaderHash: string,
  ) {
    this.gpu = gpu
    this.device = gpu.name
    this.software = gpu.software
    this.shaderHash = shaderHash
    this.variants = {
      matmul: matrixOps.describe(choices),
      attention: choices.shortOnly ? 'direct, a row an invocation' : 'direct, four rows an invocation',
    }
    this.bindingLimit = Math.min(gpu.device.limits.maxStorageBufferBindingSize, gpu.device.limits.maxBufferSize)
    this.ledger = ledger
    this.queue = queue
    queue.submitBudget = gpu.software ? SUBMIT_BUDGET.software : SUBMIT_BUDGET.hardware
    this.context = {
      queue,
      ...choices,
      kernel: (name) => {
        const kernel = kernels.get(name)
        if (kernel === undefined) throw new Error(`Assertion failed: the kernel ${name} was not compiled`)
        return kernel
      },
      buffer: (tensor) => (tensor as WgslTensor).handle,
      unused: this.tensor('unused', 'f32', 4),
      scratch: (length) => this.scratch(length),
    }
  }

  static async create(gpu: GpuHandle, options: WgslOptions): Promise<WgslKernels> {
    const ledger = createLedger()
    const pipelines = createPipelineCache(gpu.device)
    const queue = new DeviceQueue(gpu.device, pipelines, ledger)
    const matrix = options.matrix ?? (await admitMatrixVariants(pipelines, queue, { software: gpu.software, subgroups: gpu.features.has('subgroups') }))
    const shortOnly = (options.longestSequence ?? Number.POSITIVE_INFINITY) <= SHORT_SEQUENCE
    const widths: readonly Lanes[] = options.foursOnly === true ? [4] : [1, 4]
    const variants: readonly ShaderVariant[] = [
      ...matrixOps.matrixVariants(matrix),
      ...adapterOps.adapterVariants(),
      ...rowsOps.rowVariants(widths),
      ...attentionOps.attentionVariants(options.shapes, shortOnly),
      ...headOps.headVariants(widths),
      ...optimizerOps.optimizerVariants(),
    ]
    let done = 0
    const compiled = await Promise.all(
      variants.map(async (variant) => {
        const kernel = await pipelines.compile(variant)
        options.onProgress?.(++done, variants.length)
        return [variant.name, kernel] as const
      }),
    )
    const shaderHash = await sha256Hex(bytesOfText(JSON.stringify(shaderFiles())))
    return new WgslKernels(gpu, ledger, queue, new Map(compiled), { ...matrix, shortOnly }, shaderHash)
  }

  /** Resolves with the reason when the device is lost for another cause than dispose(). */
  get lost(): Promise<GPUDeviceLostInfo> {
    return this.gpu.device.lost
  }

  get bytesHeld(): number {
    return this.ledger.totalBytes
  }

  /** Bytes held now, by the label of what holds them. */
  get bytesByLabel(): Readonly<Record<string, number>> {
    return this.ledger.byLabel()
  }

  get bytesPeak(): number {
    return this.ledger.peakBytes
  }

  get stats() {
    return this.queue.stats
  }

  tensor(label: string, dtype: 'f32' | 'u32', length: number): WgslTensor {
    return { label, dtype, length, handle: this.queue.createBuffer(label, length * 4) }
  }

  free(tensor: Tensor): void {
    this.queue.destroyBuffer(this.context.buffer(tensor))
  }

  upload(tensor: Tensor, data: Float32Array | Uint32Array, offset = 0): void {
    this.queue.upload(this.context.buffer(tensor), data, offset * 4)
  }

  async downloadF32(tensor: Tensor, offset = 0, length = tensor.length - offset): Promise<Float32Array> {
    return new Float32Array(await this.queue.download(this.context.buffer(tensor), offset * 4, length * 4))
  }

  async downloadU32(tensor: Tensor, offset = 0, length = tensor.length - offset): Promise<Uint32Array> {
    return new Uint32Array(await this.queue.download(this.context.buffer(tensor), offset * 4, length * 4))
  }

  copy(from: Tensor, fromOffset: number, to: Tensor, toOffset: number, length: number): void {
    this.queue.copy(this.context.buffer(from), fromOffset * 4, this.context.buffer(to), toOffset * 4, length * 4)
  }

  clear(tensor: Tensor, offset = 0, length = tensor.length - offset): void {
    this.queue.clear(this.context.buffer(tensor), offset * 4, length * 4)
  }

  startTimer(clock: () => number): GpuTimer {
    return this.queue.startTimer(clock)
  }

  idle(): Promise<void> {
    return this.queue.idle()
  }

  dispose(): void {
    this.gpu.device.destroy()
  }

  private scratch(length: number): Tensor {
    if (this.scratchTensor === undefined || this.scratchTensor.length < length) {
      if (this.scratchTensor !== undefined) this.free(this.scratchTensor)
      this.scratchTensor = this.tensor('scratch', 'f32', length)
    }
    return this.scratchTensor
  }

  matmul = (call: Call<'matmul'>): void => matrixOps.matmul(this.context, call)
  project = (call: Call<'project'>): void => matrixOps.project(this.context, call)
  projectBackward = (call: Call<'projectBackward'>): void => matrixOps.projectBackward(this.context, call)
  adapterDown = (call: Call<'adapterDown'>): void => adapterOps.adapterDown(this.context, call)
  adapterDownBackward = (call: Call<'adapterDownBackward'>): void => adapterOps.adapterDownBackward(this.context, call)
  adapterGradient = (call: Call<'adapterGradient'>): void => adapterOps.adapterGradient(this.context, call)
  embed = (call: Call<'embed'>): void => rowsOps.embed(this.context, call)
  embedBackward = (call: Call<'embedBackward'>): void => rowsOps.embedBackward(this.context, call)
  gatherRows = (call: Call<'gatherRows'>): void => rowsOps.gatherRows(this.context, call)
  scatterRows = (call: Call<'scatterRows'>): void => rowsOps.scatterRows(this.context, call)
  rmsNorm = (call: Call<'rmsNorm'>): void => rowsOps.rmsNorm(this.context, call)
  rmsNormBackward = (call: Call<'rmsNormBackward'>): void => rowsOps.rmsNormBackward(this.context, call)
  rmsNormGainGradient = (call: Call<'rmsNormGainGradient'>): void => rowsOps.rmsNormGainGradient(this.context, call)
  swiglu = (call: Call<'swiglu'>): void => rowsOps.swiglu(this.context, call)
  swigluBackward = (call: Call<'swigluBackward'>): void => rowsOps.swigluBackward(this.context, call)
  rope = (call: Call<'rope'>): void => attentionOps.rope(this.context, call)
  ropeBackward = (call: Call<'ropeBackward'>): void => attentionOps.ropeBackward(this.context, call)
  attention = (call: Call<'attention'>): void => attentionOps.attention(this.context, call)
  attentionBackward = (call: Call<'attentionBackward'>): void => attentionOps.attentionBackward(this.context, call)
  maskLogits = (call: Call<'maskLogits'>): void => headOps.maskLogits(this.context, call)
  advanceMask = (call: Call<'advanceMask'>): void => headOps.advanceMask(this.context, call)
  headStats = (call: Call<'headStats'>): void => headOps.headStats(this.context, call)
  headFinish = (call: Call<'headFinish'>): void => headOps.headFinish(this.context, call)
  headGradient = (call: Call<'headGradient'>): void => headOps.headGradient(this.context, call)
  sampleCandidates = (call: Call<'sampleCandidates'>): void => headOps.sampleCandidates(this.context, call)
  sampleFinish = (call: Call<'sampleFinish'>): void => headOps.sampleFinish(this.context, call)
  sampleThreshold = (call: Call<'sampleThreshold'>): void => headOps.sampleThreshold(this.context, call)
  gradientNorm = (call: Call<'gradientNorm'>): void => optimizerOps.gradientNorm(this.context, call)
  adamw = (call: Call<'adamw'>): void => optimizerOps.adamw(this.context, call)
}
