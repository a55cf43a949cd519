// The safetensors format, strictly: 8 bytes of header length, a JSON header, then the tensors' bytes without gaps
// or overlaps (github.com/huggingface/safetensors, "Format"). Reads F32, F16 and BF16 into float32.
// Anything may arrive here, so every byte is checked before it is believed. Knows no model: names mean nothing.

import type { TokenloomError } from '../base/errors.ts'
import { tokenloomError } from '../base/errors.ts'
import type { Result } from '../base/result.ts'
import { fail, ok } from '../base/result.ts'

/** A tensor in memory, row-major. An empty shape is a single number. */
export interface Tensor {
  readonly shape: readonly number[]
  readonly values: Float32Array<ArrayBuffer>
}

export const elementCount = (shape: readonly number[]): number => shape.reduce((product, size) => product * size, 1)

const DTYPE_BYTES: ReadonlyMap<unknown, 2 | 4> = new Map([
  ['F32', 4],
  ['F16', 2],
  ['BF16', 2],
] as const)

/** The reference implementation's own bound; a longer header is an attack or noise. */
const GREATEST_HEADER = 100_000_000

const corrupt = (message: string, at = 'safetensors'): TokenloomError =>
  tokenloomError('WEIGHTS_CORRUPT', `The weight file is damaged: ${message}.`, 'Download the file again, or take it from its first source.', at)
const truncated = (need: number, have: number): TokenloomError =>
  tokenloomError(
    'WEIGHTS_TRUNCATED',
    `The weight file ends after ${have} bytes; its header promises ${need}.`,
    'Download the file again: the copy is incomplete.',
    'safetensors',
  )

interface Entry {
  readonly name: string
  readonly dtype: 'F32' | 'F16' | 'BF16'
  readonly shape: readonly number[]
  readonly begin: number
  readonly end: number
}

const isSize = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
const isSizes = (value: unknown): value is readonly number[] => Array.isArray(value) && value.every(isSize)
const isDtype = (value: unknown): value is Entry['dtype'] => DTYPE_BYTES.has(value)

function parseEntry(name: string, value: unknown): Result<Entry> {
  if (typeof value !== 'object' || value === null) return fail(corrupt(`the entry of ${name} is not an object`, name))
  const { dtype, shape, data_offsets: offsets, ...rest } = value as Readonly<Record<string, unknown>>
  if (Object.keys(rest).length > 0) return fail(corrupt(`the entry of ${name} has the unknown field ${Object.keys(rest)[0]}`, name))
  if (!isDtype(dtype)) {
    if (typeof dtype !== 'string') return fail(corrupt(`${name} has no dtype`, name))
    return fail(
      tokenloomError(
        'MODEL_UNSUPPORTED',
        `${name} is stored as ${dtype}; this engine reads F32, F16 and BF16.`,
        'Convert the weights to bfloat16 or float32.',
        name,
      ),
    )
  }
  if (!isSizes(shape)) return fail(corrupt(`${name} has no proper shape`, name))
  if (!isSizes(offsets) || offsets.length !== 2) return fail(corrupt(`${name} has no proper data_offsets`, name))
  const [begin = 0, end = 0] = offsets
  if (end - begin !== elementCount(shape) * (DTYPE_BYTES.get(dtype) ?? 0))
    return fail(corrupt(`${name} has ${end - begin} bytes, which is not what [${shape.join(', ')}] of ${dtype} takes`, name))
  return ok({ name, dtype, shape, begin, end })
}

interface Header {
  /** In the order of their bytes. */
  readonly entries: readonly Entry[]
  readonly metadata: Readonly<Record<string, string>>
}

const isTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every((text) => typeof text === 'string')

function parseHeader(text: string): Result<Header> {
  let header: unknown
  try {
    header = JSON.parse(text)
  } catch {
    return fail(corrupt('its header is not JSON'))
  }
  if (typeof header !== 'object' || header === null || Array.isArray(header)) return fail(corrupt('its header is not a JSON object'))
  const { __metadata__: metadata = {}, ...rest } = header as Readonly<Record<string, unknown>>
  if (!isTexts(metadata)) return fail(corrupt('its metadata are not texts'))
  const entries: Entry[] = []
  for (const [name, value] of Object.entries(rest)) {
    const entry = parseEntry(name, value)
    if (!entry.ok) return entry
    entries.push(entry.value)
  }
  return ok({ entries: entries.sort((a, b) => a.begin - b.begin || a.end - b.end), metadata })
}

export interface SafetensorsFile {
  /** By name, in the order of their bytes. */
  readonly tensors: ReadonlyMap<string, Tensor>
  readonly metadata: Readonly<Record<string, string>>
}

/** All tensors of a file. Fails with WEIGHTS_TRUNCATED, WEIGHTS_CORRUPT or MODEL_UNSUPPORTED (dtype). */
export function parseSafetensors(bytes: Uint8Array): Result<ReadonlyMap<string, Tensor>> {
  const file = readSafetensors(bytes)
  return file.ok ? ok(file.value.tensors) : file
}

/** The same with the file's metadata. */
export function readSafetensors(bytes: Uint8Array): Result<SafetensorsFile> {
  if (bytes.byteLength < 8) return fail(truncated(8, bytes.byteLength))
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const headerBytes = view.getUint32(4, true) * 2 ** 32 + view.getUint32(0, true)
  if (headerBytes > GREATEST_HEADER) return fail(corrupt(`it claims a header of ${headerBytes} bytes`))
  const dataStart = 8 + headerBytes
  if (bytes.byteLength < dataStart) return fail(truncated(dataStart, bytes.byteLength))
  const header = parseHeader(new TextDecoder().decode(bytes.subarray(8, dataStart)))
  if (!header.ok) return header
  const { entries, metadata } = header.value
  let position = 0
  for (const { name, begin, end } of entries) {
    if (begin !== position) return fail(corrupt(`${name} begins at ${begin} where ${position} is due, so tensors overlap or leave a gap`, name))
    position = end
  }
  if (bytes.byteLength < dataStart + position) return fail(truncated(dataStart + position, bytes.byteLength))
  if (bytes.byteLength > dataStart + position) return fail(corrupt(`${bytes.byteLength - dataStart - position} bytes follow the last tensor`))
  const tensors = new Map<string, Tensor>()
  for (const { name, dtype, shape, begin, end } of entries) tensors.set(name, { shape, values: decode(bytes.slice(dataStart + begin, dataStart + end), dtype) })
  return ok({ tensors, metadata })
}

/** `bytes` is a copy of the tensor's own bytes, so that it is aligned and outlives the file. Little-endian, as every WebGPU host is. */
function decode(bytes: Uint8Array, dtype: Entry['dtype']): Float32Array<ArrayBuffer> {
  if (dtype === 'F32') {
    const values = new Float32Array(bytes.byteLength / 4)
    new Uint8Array(values.buffer).set(bytes)
    return values
  }
  const halves = new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 2)
  const values = new Float32Array(halves.length)
  const bits = new Uint32Array(values.buffer)
  for (const [i, half] of halves.entries()) {
    if (dtype === 'BF16') bits[i] = half << 16
    else values[i] = float16(half)
  }
  return values
}

/** IEEE 754 binary16, subnormals, infinities and NaN included. */
function float16(half: number): number {
  const sign = half & 0x8000 ? -1 : 1
  const exponent = (half >> 10) & 31
  const fraction = half & 1023
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25)
}
