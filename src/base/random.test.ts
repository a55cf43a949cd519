import { describe, expect, it } from 'vitest'
import { type Counter, createRng, type Key, permutation, philox, STREAM, streamKey } from './random.ts'

describe('philox 4x32-10', () => {
  // The known-answer vectors of Random123 (kat_vectors, philox4x32 10).
  it.each<[Counter, Key, Counter]>([
    [
      [0, 0, 0, 0],
      [0, 0],
      [0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8],
    ],
    [
      [0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff],
      [0xffffffff, 0xffffffff],
      [0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd],
    ],
    [
      [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344],
      [0xa4093822, 0x299f31d0],
      [0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1],
    ],
  ])('of counter %j under key %j is %j', (counter, key, answer) => {
    expect(philox(key, counter)).toEqual(answer)
  })
})

describe('a product of two 32-bit numbers, as philox takes it apart', () => {
  it('is exact at both ends and anywhere between', () => {
    const rng = createRng([5, 6])
    const numbers = [0, 1, 2, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff, ...Array.from({ length: 5000 }, rng.uint32)]
    for (const number of numbers) {
      const key: Key = [number, (number ^ 0x55555555) >>> 0]
      const counter: Counter = [number, 0xffffffff - number, (number * 3) >>> 0, number >>> 1]
      expect(philox(key, counter)).toEqual(inWholeNumbers(key, counter))
    }
  })

  function inWholeNumbers(key: Key, counter: Counter): number[] {
    let [c0, c1, c2, c3] = counter.map(BigInt) as [bigint, bigint, bigint, bigint]
    let [k0, k1] = key.map(BigInt) as [bigint, bigint]
    const word = 0xffffffffn
    for (let round = 0; round < 10; round++) {
      const [first, second] = [c0 * 0xd2511f53n, c2 * 0xcd9e8d57n]
      ;[c0, c1, c2, c3] = [(second >> 32n) ^ c1 ^ k0, second & word, (first >> 32n) ^ c3 ^ k1, first & word]
      ;[k0, k1] = [(k0 + 0x9e3779b9n) & word, (k1 + 0xbb67ae85n) & word]
    }
    return [c0, c1, c2, c3].map(Number)
  }
})

describe('generators', () => {
  it('give the same numbers for the same key and item, others for others', () => {
    const draw = (item: number) => Array.from({ length: 9 }, createRng([1, 2], item).uint32)
    expect(draw(3)).toEqual(draw(3))
    expect(draw(3)).not.toEqual(draw(4))
  })

  it('split without touching the parent, into children that differ', () => {
    const parent = createRng([1, 2], 5)
    const before = createRng([1, 2], 5)
    const [a, b] = [parent.split(0).uint32(), parent.split(1).uint32()]
    expect(a).not.toBe(b)
    expect(parent.uint32()).toBe(before.uint32())
  })

  it('give whole numbers below the bound, evenly, and normal numbers of mean 0 and spread 1', () => {
    const rng = createRng([9, 9])
    const counts = [0, 0, 0]
    for (let i = 0; i < 3000; i++) {
      const draw = rng.integer(3)
      counts[draw] = (counts[draw] ?? 0) + 1
    }
    for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(120)
    const normals = Array.from({ length: 4000 }, () => rng.normal())
    const mean = normals.reduce((sum, x) => sum + x, 0) / normals.length
    expect(Math.abs(mean)).toBeLessThan(0.06)
    expect(normals.reduce((sum, x) => sum + (x - mean) ** 2, 0) / normals.length).toBeCloseTo(1, 0)
  })

  it('make permutations', () => {
    const order = permutation(50, createRng([3, 4]))
    expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => i))
    expect(order).toEqual(permutation(50, createRng([3, 4])))
  })
})

describe('streams', () => {
  it('have keys of their own, by number and by the whole seed', () => {
    expect(new Set(Object.values(STREAM)).size).toBe(Object.keys(STREAM).length)
    const keys = [streamKey(1, 'sampling'), streamKey(1, 'environment'), streamKey(2, 'sampling'), streamKey(1 + 2 ** 32, 'sampling')]
    expect(new Set(keys.map(String)).size).toBe(keys.length)
  })
})
