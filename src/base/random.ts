// Counter-based random numbers: Philox 4x32 with 10 rounds (Salmon et al., "Parallel random numbers: as easy
// as 1, 2, 3", SC 2011). A number is a pure function of (key, counter), so it depends neither on the order of
// calls nor on who else draws. shaders/include/philox.wgsl is its twin; random.test.ts holds the known answers.

export type Key = readonly [number, number]
export type Counter = readonly [number, number, number, number]

const M0 = 0xd2511f53
const M1 = 0xcd9e8d57
const W0 = 0x9e3779b9
const W1 = 0xbb67ae85

const TWO_32 = 0x1_0000_0000
const { imul } = Math

/**
 * Four independent unsigned 32-bit numbers for one counter under one key. An interpreter runs this too, hence no calls and no
 * lists taken apart. The upper half of a 64-bit product is what remains of it without its lower half, which is exact: the product is off
 * by at most 2^10, a difference that rounding by the half added takes away.
 */
export function philox(key: Key, counter: Counter): [number, number, number, number] {
  let c0 = counter[0]
  let c1 = counter[1]
  let c2 = counter[2]
  let c3 = counter[3]
  let k0 = key[0]
  let k1 = key[1]
  for (let round = 0; round < 10; round++) {
    const low0 = imul(M0, c0) >>> 0
    const low1 = imul(M1, c2) >>> 0
    const high0 = (M0 * c0 - low0) / TWO_32 + 0.5
    const high1 = (M1 * c2 - low1) / TWO_32 + 0.5
    // A bitwise operation takes the whole part of a number.
    c0 = (high1 ^ c1 ^ k0) >>> 0
    c1 = low1
    c2 = (high0 ^ c3 ^ k1) >>> 0
    c3 = low0
    k0 = (k0 + W0) >>> 0
    k1 = (k1 + W1) >>> 0
  }
  return [c0, c1, c2, c3]
}

/** Streams keep the uses of one seed apart. A new use takes a new number; numbers are never reused. */
export const STREAM = {
  adapterInit: 1,
  baseInit: 2,
  environment: 3,
  sampling: 4,
  minibatch: 5,
  rewardShuffle: 6,
  randomPolicy: 7,
  corpus: 8,
  evaluation: 9,
  seating: 10,
  script: 11,
  coordinator: 12,
  stray: 13,
} as const
export type StreamName = keyof typeof STREAM

/** The key of a stream of a run. `seed` is any integer from 0 to 2^53 - 1. */
export function streamKey(seed: number, stream: StreamName): Key {
  const low = seed >>> 0
  const high = Math.floor(seed / 0x1_0000_0000) >>> 0
  const [k0, k1] = philox([low, high], [STREAM[stream], 0x746f6b65, 0x6e6c6f6f, 0x6d])
  return [k0, k1]
}

/** A generator over one (key, item): the sequential face of Philox, for environments and shuffles. */
export interface Rng {
  /** The next unsigned 32-bit integer. */
  uint32(): number
  /** A float in [0, 1) with 32 random bits. */
  float(): number
  /** A whole number in [0, bound), without bias. */
  integer(bound: number): number
  /** A standard normal number. */
  normal(): number
  /** A child generator that never meets this one: same key, another item. */
  split(label: number): Rng
}

/** A generator whose numbers depend on `key` and the three item words alone. */
export function createRng(key: Key, item0 = 0, item1 = 0, item2 = 0): Rng {
  let index = 0
  let block: readonly number[] = []
  const uint32 = (): number => {
    if (index % 4 === 0) block = philox(key, [index / 4, item0, item1, item2])
    return block[index++ % 4] ?? 0
  }
  const float = (): number => uint32() / 0x1_0000_0000
  return {
    uint32,
    float,
    integer(bound) {
      const limit = 0x1_0000_0000 - (0x1_0000_0000 % bound)
      let draw = uint32()
      while (draw >= limit) draw = uint32()
      return draw % bound
    },
    normal() {
      // Box-Muller; 1 - u is in (0, 1], so the logarithm is finite.
      return Math.sqrt(-2 * Math.log(1 - float())) * Math.cos(2 * Math.PI * float())
    },
    split(label) {
      const [k0, k1] = philox(key, [0xffffffff, item0 ^ 0x73706c69, item1, item2 ^ label])
      return createRng([k0, k1], label)
    },
  }
}

/** A permutation of 0 … length-1 (Fisher-Yates). */
export function permutation(length: number, rng: Rng): number[] {
  const order = Array.from({ length }, (_, i) => i)
  for (let i = length - 1; i > 0; i--) {
    const j = rng.integer(i + 1)
    const a = order[i] ?? 0
    order[i] = order[j] ?? 0
    order[j] = a
  }
  return order
}
