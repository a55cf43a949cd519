import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Tensor } from './safetensors.ts'
import { parseSafetensors, readSafetensors } from './safetensors.ts'
import { writeSafetensors } from './safetensors-write.ts'

const CODES = ['WEIGHTS_CORRUPT', 'WEIGHTS_TRUNCATED', 'MODEL_UNSUPPORTED']
const codeOf = (bytes: Uint8Array): string | null => {
  const parsed = parseSafetensors(bytes)
  return parsed.ok ? null : parsed.error.code
}

/** A file from a header and data bytes, right or wrong. */
function fileOf(header: unknown, data: Uint8Array | number = 0): Uint8Array {
  const text = new TextEncoder().encode(typeof header === 'string' ? header : JSON.stringify(header))
  const tail = typeof data === 'number' ? new Uint8Array(data) : data
  const bytes = new Uint8Array(8 + text.length + tail.length)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(text.length), true)
  bytes.set(text, 8)
  bytes.set(tail, 8 + text.length)
  return bytes
}
const entry = (shape: readonly unknown[], begin: number, end: number, dtype = 'F32') => ({ dtype, shape, data_offsets: [begin, end] })

const tensor = fc
  .array(fc.integer({ min: 0, max: 4 }), { maxLength: 3 })
  .chain((shape) =>
    fc
      .float32Array({ minLength: shape.reduce((a, b) => a * b, 1), maxLength: shape.reduce((a, b) => a * b, 1), noNaN: true })
      .map((values): Tensor => ({ shape, values: new Float32Array(values) })),
  )
const name = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => text !== '__metadata__' && text !== '__proto__')
const tensors = fc.array(fc.tuple(name, tensor), { maxLength: 5 }).map((list) => new Map(list))

describe('safetensors', () => {
  it('reads back what it wrote, bit for bit', () => {
    fc.assert(
      fc.property(tensors, (written) => {
        const read = parseSafetensors(writeSafetensors(written))
        expect(read.ok && new Map(read.value)).toEqual(written)
      }),
    )
  })

  it('keeps metadata', () => {
    expect(readSafetensors(writeSafetensors(new Map(), { step: '3' }))).toEqual({ ok: true, value: { tensors: new Map(), metadata: { step: '3' } } })
  })

  it('reads tensors at any alignment, from a window of a larger buffer', () => {
    const data = new Uint8Array(4)
    new DataView(data.buffer).setFloat32(0, 1.5, true)
    const file = fileOf('{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}} ', data)
    const shifted = new Uint8Array(file.length + 3)
    shifted.set(file, 3)
    const read = parseSafetensors(shifted.subarray(3))
    expect(read.ok && read.value.get('a')).toEqual({ shape: [1], values: new Float32Array([1.5]) })
  })

  it('widens F16 and BF16 exactly, extremes included', () => {
    const halves = new Uint16Array([0x3c00, 0xc000, 0x0001, 0x7bff, 0x7c00, 0x8000, 0x3555])
    const read16 = parseSafetensors(fileOf({ a: entry([7], 0, 14, 'F16') }, new Uint8Array(halves.buffer)))
    expect(read16.ok && [...(read16.value.get('a')?.values ?? [])]).toEqual([1, -2, 2 ** -24, 65504, Number.POSITIVE_INFINITY, -0, 0.333251953125])
    const brains = new Uint16Array([0x3f80, 0xc000, 0x7f80, 0x3eab])
    const readB = parseSafetensors(fileOf({ a: entry([2, 2], 0, 8, 'BF16') }, new Uint8Array(brains.buffer)))
    expect(readB.ok && [...(readB.value.get('a')?.values ?? [])]).toEqual([1, -2, Number.POSITIVE_INFINITY, 0.333984375])
  })

  it.each([
    ['an empty file', new Uint8Array(), 'WEIGHTS_TRUNCATED'],
    ['a header that is cut', fileOf('{}').subarray(0, 9), 'WEIGHTS_TRUNCATED'],
    ['data that are cut', fileOf({ a: entry([2], 0, 8) }, 7), 'WEIGHTS_TRUNCATED'],
    ['bytes after the last tensor', fileOf({ a: entry([2], 0, 8) }, 9), 'WEIGHTS_CORRUPT'],
    ['an absurd header length', new Uint8Array(16).fill(255), 'WEIGHTS_CORRUPT'],
    ['a header that is not JSON', fileOf('{"a":'), 'WEIGHTS_CORRUPT'],
    ['a header that is a list', fileOf([]), 'WEIGHTS_CORRUPT'],
    ['metadata that are not texts', fileOf({ __metadata__: { a: 1 } }), 'WEIGHTS_CORRUPT'],
    ['overlapping tensors', fileOf({ a: entry([2], 0, 8), b: entry([1], 4, 8) }, 8), 'WEIGHTS_CORRUPT'],
    ['a gap', fileOf({ a: entry([1], 0, 4), b: entry([1], 8, 12) }, 12), 'WEIGHTS_CORRUPT'],
    ['offsets that run backwards', fileOf({ a: entry([1], 4, 0) }, 4), 'WEIGHTS_CORRUPT'],
    ['a size that its shape contradicts', fileOf({ a: entry([3], 0, 8) }, 8), 'WEIGHTS_CORRUPT'],
    ['a negative dimension', fileOf({ a: entry([-1, -2], 0, 8) }, 8), 'WEIGHTS_CORRUPT'],
    ['a shape beyond all numbers', fileOf({ a: entry([2 ** 40, 2 ** 40], 0, 8) }, 8), 'WEIGHTS_CORRUPT'],
    ['an unknown field', fileOf({ a: { ...entry([2], 0, 8), stride: 1 } }, 8), 'WEIGHTS_CORRUPT'],
    ['a dtype of numbers that nobody reads here', fileOf({ a: entry([8], 0, 8, 'I8') }, 8), 'MODEL_UNSUPPORTED'],
  ])('refuses %s', (_, bytes, code) => {
    expect(codeOf(bytes)).toBe(code)
  })

  it('never throws on random bytes and random headers', () => {
    const value = fc.oneof(fc.jsonValue(), fc.record({ dtype: fc.constantFrom('F32', 'F16', 'BF16', 1), shape: fc.jsonValue(), data_offsets: fc.jsonValue() }))
    fc.assert(fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => [...CODES, null].includes(codeOf(bytes))))
    fc.assert(fc.property(fc.dictionary(fc.string(), value), fc.nat(64), (header, data) => [...CODES, null].includes(codeOf(fileOf(header, data)))))
  })

  it('reports every truncation, and never throws on a flipped bit', () => {
    const file = fc.tuple(tensors, fc.nat(), fc.nat(7)).map(([map, position, bit]) => ({ bytes: writeSafetensors(map), position, bit }))
    fc.assert(fc.property(file, ({ bytes, position }) => codeOf(bytes.subarray(0, position % bytes.length)) === 'WEIGHTS_TRUNCATED'))
    fc.assert(
      fc.property(file, ({ bytes, position, bit }) => {
        const flipped = bytes.slice()
        flipped[position % bytes.length] = (flipped[position % bytes.length] ?? 0) ^ (1 << bit)
        return [...CODES, null].includes(codeOf(flipped))
      }),
    )
  })
})
