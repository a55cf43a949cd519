// The addresses of tensors in one WebAssembly memory: first fit over a sorted list of free ranges, neighbours merged, the
// memory grown when nothing fits. Every range is followed by room that a kernel may read past its end. Knows no tensors.

import { tokenloomError } from '../../base/errors.ts'

/** Ranges begin at multiples of a cache line. */
const LINE = 64
/** Bytes after every range that may be read as rubbish. */
const MARGIN = 64
const PAGE = 65536
/** Pages beyond what is asked for: growing detaches every view. */
const SPARE_PAGES = 64

interface Range {
  start: number
  length: number
}

export class WasmMemory {
  private readonly memory: WebAssembly.Memory
  private readonly free: Range[] = []
  private readonly held = new Map<number, number>()
  private end: number
  private floats: Float32Array<ArrayBuffer> = new Float32Array(0)
  private words: Uint32Array<ArrayBuffer> = new Uint32Array(0)
  private bytes = 0
  private peak = 0

  /** Memory from `base` on is ours. */
  constructor(memory: WebAssembly.Memory, base: number) {
    this.memory = memory
    this.end = Math.ceil(base / LINE) * LINE
  }

  get bytesHeld(): number {
    return this.bytes
  }

  get bytesPeak(): number {
    return this.peak
  }

  /** All of the memory; valid until the next allocation. */
  get f32(): Float32Array<ArrayBuffer> {
    if (this.floats.buffer !== this.memory.buffer) this.floats = new Float32Array(this.memory.buffer)
    return this.floats
  }

  get u32(): Uint32Array<ArrayBuffer> {
    if (this.words.buffer !== this.memory.buffer) this.words = new Uint32Array(this.memory.buffer)
    return this.words
  }

  /** The address of `bytes` zeros, a multiple of 64. Throws MEMORY_PLAN when there is no such memory. */
  allocate(bytes: number): number {
    const length = Math.ceil((bytes + MARGIN) / LINE) * LINE
    const address = this.take(length)
    this.held.set(address, length)
    this.bytes += length
    this.peak = Math.max(this.peak, this.bytes)
    this.f32.fill(0, address / 4, (address + length) / 4)
    return address
  }

  release(address: number): void {
    const length = this.held.get(address)
    if (length === undefined) throw new Error('Assertion failed: this range is not held')
    this.held.delete(address)
    this.bytes -= length
    const next = this.free.findIndex(({ start }) => start > address)
    const place = next < 0 ? this.free.length : next
    this.free.splice(place, 0, { start: address, length })
    this.merge(place)
    this.merge(place - 1)
  }

  private take(length: number): number {
    const index = this.free.findIndex((range) => range.length >= length)
    const range = this.free[index]
    if (range === undefined) {
      const start = this.end
      this.grow(start + length)
      this.end = start + length
      return start
    }
    const { start } = range
    if (range.length === length) this.free.splice(index, 1)
    else this.free[index] = { start: start + length, length: range.length - length }
    return start
  }

  private grow(needed: number): void {
    const missing = Math.ceil(needed / PAGE) - this.memory.buffer.byteLength / PAGE
    if (missing <= 0) return
    for (const pages of [missing + SPARE_PAGES, missing]) {
      try {
        this.memory.grow(pages)
        return
      } catch {
        // Tried again without the spare pages.
      }
    }
    throw tokenloomError(
      'MEMORY_PLAN',
      `The CPU engine cannot have ${Math.ceil(needed / 2 ** 20)} MiB of memory.`,
      'Choose a smaller batch or a smaller base, or close other pages.',
    )
  }

  /** Joins the free range at `index` with the one after it when they touch. */
  private merge(index: number): void {
    const range = this.free[index]
    const next = this.free[index + 1]
    if (range === undefined || next === undefined || range.start + range.length !== next.start) return
    range.length += next.length
    this.free.splice(index + 1, 1)
  }
}
