// Records dispatches and submits them: one compute pass as long as nothing interrupts it, parameters in one
// uniform ring with dynamic offsets, bind groups kept by what they bind. Order of calls is order of effects:
// uploads, copies and readbacks first submit what was recorded. Knows buffers, not tensors' meaning.

import { tokenloomError } from '../base/errors.ts'
import type { MemoryLedger } from './ledger.ts'
import { type CompiledKernel, PARAMS_BYTES, type PipelineCache } from './pipelines.ts'
import { type GpuTimer, type PassHooks, submissionTimer, timestampTimer } from './timer.ts'

export interface DeviceBuffer {
  readonly id: number
  readonly label: string
  readonly buffer: GPUBuffer
  readonly byteLength: number
}

export interface DispatchStats {
  dispatches: number
  submits: number
  readbacks: number
}

const RING_SLOTS = 1024
const COPY_SRC = 0x4
const COPY_DST = 0x8
const UNIFORM = 0x40
const STORAGE = 0x80
const MAP_READ = 0x1

export class DeviceQueue {
  readonly stats: DispatchStats = { dispatches: 0, submits: 0, readbacks: 0 }
  private readonly device: GPUDevice
  private readonly ledger: MemoryLedger
  private readonly ring: GPUBuffer
  private readonly ringGroup: GPUBindGroup
  private readonly ringBytes = new ArrayBuffer(RING_SLOTS * PARAMS_BYTES)
  private readonly ringView = new DataView(this.ringBytes)
  private readonly bindGroups = new Map<string, GPUBindGroup>()
  private readonly groupsOfBuffer = new Map<number, Set<string>>()
  private readonly staging: { buffer: GPUBuffer; bytes: number }[] = []
  private encoder: GPUCommandEncoder | undefined
  private pass: GPUComputePassEncoder | undefined
  private hooks: PassHooks | undefined
  private slots = 0
  private cost = 0
  private nextBuffer = 1
  /** Work, in floating-point operations, after which a submit is made: keeps one submit well under 100 ms. */
  submitBudget = 5e7

  constructor(device: GPUDevice, pipelines: PipelineCache, ledger: MemoryLedger) {
    this.device = device
    this.ledger = ledger
    this.ring = device.createBuffer({ label: 'params ring', size: RING_SLOTS * PARAMS_BYTES, usage: UNIFORM | COPY_DST })
    this.ringGroup = device.createBindGroup({
      label: 'params ring',
      layout: pipelines.paramsLayout,
      entries: [{ binding: 0, resource: { buffer: this.ring, size: PARAMS_BYTES } }],
    })
  }

  createBuffer(label: string, byteLength: number): DeviceBuffer {
    const limit = Math.min(this.device.limits.maxStorageBufferBindingSize, this.device.limits.maxBufferSize)
    if (byteLength > limit) {
      throw tokenloomError(
        'GPU_LIMIT',
        `${label} needs ${byteLength} bytes; one buffer of this device holds ${limit}.`,
        'Choose a smaller batch, a shorter context or a smaller model.',
      )
    }
    const size = Math.max(16, Math.ceil(byteLength / 4) * 4)
    const buffer = this.device.createBuffer({ label, size, usage: STORAGE | COPY_SRC | COPY_DST })
    this.ledger.add(label, size)
    return { id: this.nextBuffer++, label, buffer, byteLength: size }
  }

  destroyBuffer(handle: DeviceBuffer): void {
    this.flush()
    for (const key of this.groupsOfBuffer.get(handle.id) ?? []) this.bindGroups.delete(key)
    this.groupsOfBuffer.delete(handle.id)
    this.ledger.remove(handle.label, handle.byteLength)
    handle.buffer.destroy()
  }

  upload(handle: DeviceBuffer, data: Float32Array | Uint32Array, byteOffset = 0): void {
    if (data.byteLength === 0) return
    this.flush()
    this.device.queue.writeBuffer(handle.buffer, byteOffset, data as Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>)
  }

  copy(from: DeviceBuffer, fromByte: number, to: DeviceBuffer, toByte: number, bytes: number): void {
    if (bytes === 0) return
    this.endPass()
    this.commands().copyBufferToBuffer(from.buffer, fromByte, to.buffer, toByte, bytes)
  }

  clear(handle: DeviceBuffer, byteOffset: number, bytes: number): void {
    if (bytes === 0) return
    this.endPass()
    this.commands().clearBuffer(handle.buffer, byteOffset, bytes)
  }

  /** `groups` are workgroup counts; `cost` is the work in floating-point operations. */
  dispatch(
    kernel: CompiledKernel,
    buffers: readonly DeviceBuffer[],
    params: Readonly<Record<string, number>>,
    groups: readonly [number, number, number],
    cost: number,
  ): void {
    if (groups[0] === 0 || groups[1] === 0 || groups[2] === 0) return
    if (this.slots === RING_SLOTS || (this.cost > 0 && this.cost + cost > this.submitBudget)) this.flush()
    const offset = this.slots++ * PARAMS_BYTES
    for (const field of kernel.io.params) {
      const value = params[field.name]
      if (value === undefined) throw new Error(`Assertion failed: ${kernel.name} lacks the parameter ${field.name}`)
      if (field.type === 'f32') this.ringView.setFloat32(offset + field.byteOffset, value, true)
      else this.ringView.setUint32(offset + field.byteOffset, value, true)
    }
    const pass = this.computePass()
    pass.setPipeline(kernel.pipeline)
    pass.setBindGroup(0, this.bindGroup(kernel, buffers))
    pass.setBindGroup(1, this.ringGroup, [offset])
    pass.dispatchWorkgroups(...groups)
    this.cost += cost
    this.stats.dispatches++
  }

  /** Measures what is recorded from now on: by the device's own timestamps where it has them. */
  startTimer(clock: () => number): GpuTimer {
    this.flush()
    const queue = { device: this.device, endPass: () => this.endPass(), flush: () => this.flush() }
    if (!this.device.features.has('timestamp-query')) return submissionTimer(queue, clock)
    return timestampTimer(queue, (hooks) => {
      this.hooks = hooks
    })
  }

  flush(): void {
    this.endPass()
    if (this.encoder === undefined) return
    this.hooks?.beforeSubmit(this.encoder)
    if (this.slots > 0) this.device.queue.writeBuffer(this.ring, 0, this.ringBytes, 0, this.slots * PARAMS_BYTES)
    this.device.queue.submit([this.encoder.finish()])
    this.encoder = undefined
    this.slots = 0
    this.cost = 0
    this.stats.submits++
    this.hooks?.afterSubmit()
  }

  /** The bytes after everything recorded so far. Several readbacks may be under way at once. */
  async download(handle: DeviceBuffer, byteOffset: number, bytes: number): Promise<ArrayBuffer> {
    if (bytes === 0) return new ArrayBuffer(0)
    const found = this.staging.findIndex((entry) => entry.bytes >= bytes)
    const stage = found >= 0 ? this.staging.splice(found, 1)[0] : undefined
    const size = stage?.bytes ?? Math.max(4096, 2 ** Math.ceil(Math.log2(bytes)))
    const buffer = stage?.buffer ?? this.device.createBuffer({ label: 'readback', size, usage: MAP_READ | COPY_DST })
    this.endPass()
    this.commands().copyBufferToBuffer(handle.buffer, byteOffset, buffer, 0, bytes)
    this.flush()
    this.stats.readbacks++
    await buffer.mapAsync(MAP_READ, 0, bytes)
    const copy = buffer.getMappedRange(0, bytes).slice(0)
    buffer.unmap()
    this.staging.push({ buffer, bytes: size })
    return copy
  }

  async idle(): Promise<void> {
    this.flush()
    await this.device.queue.onSubmittedWorkDone()
  }

  private commands(): GPUCommandEncoder {
    this.encoder ??= this.device.createCommandEncoder({ label: 'tokenloom' })
    return this.encoder
  }

  private computePass(): GPUComputePassEncoder {
    if (this.pass !== undefined) return this.pass
    const timestampWrites = this.hooks?.passWrites()
    this.pass = this.commands().beginComputePass({ label: 'tokenloom', ...(timestampWrites === undefined ? {} : { timestampWrites }) })
    return this.pass
  }

  private endPass(): void {
    this.pass?.end()
    this.pass = undefined
  }

  private bindGroup(kernel: CompiledKernel, buffers: readonly DeviceBuffer[]): GPUBindGroup {
    const key = `${kernel.id}:${buffers.map((handle) => handle.id).join(',')}`
    const known = this.bindGroups.get(key)
    if (known !== undefined) return known
    if (buffers.length !== kernel.io.storage.length)
      throw new Error(`Assertion failed: ${kernel.name} binds ${kernel.io.storage.length} tensors, got ${buffers.length}`)
    const group = this.device.createBindGroup({
      label: kernel.name,
      layout: kernel.tensorLayout,
      entries: kernel.io.storage.map((entry, index) => ({ binding: entry.binding, resource: { buffer: (buffers[index] as DeviceBuffer).buffer } })),
    })
    this.bindGroups.set(key, group)
    for (const handle of buffers) {
      const keys = this.groupsOfBuffer.get(handle.id) ?? new Set()
      keys.add(key)
      this.groupsOfBuffer.set(handle.id, keys)
    }
    return group
  }
}
