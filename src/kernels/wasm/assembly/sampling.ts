// Gumbel-max sampling, a chunk of logits at a time: the column with the greatest y − log(−log u) is a sample of softmax(y).
// u comes from Philox under the key, counter (column / 4, episode, agent, index of the token): no draw depends on who else
// is in the batch. Ties go to the lowest column. Logarithms are taken only of words that could win: a bound that costs no
// logarithm rules out the others. Twin of shaders/sample_candidates.wgsl and base/random.ts.

import { log4 } from './exponential'
import { fourLogits, LOWEST } from './head'

/** Columns whose words are drawn at once: four counters, a lane each. */
const DRAWN: usize = 16
const WORDS: usize = memory.data(64, 16)
const SCORES: usize = memory.data(16, 16)
const LOGITS: usize = memory.data(16, 16)

/** The low halves of four products of unsigned words, given the products of the lower and of the upper two lanes. */
// @ts-ignore: decorator
@inline
function lowHalves(lower: v128, upper: v128): v128 {
  return v128.shuffle<i32>(lower, upper, 0, 2, 4, 6)
}

// @ts-ignore: decorator
@inline
function highHalves(lower: v128, upper: v128): v128 {
  return v128.shuffle<i32>(lower, upper, 1, 3, 5, 7)
}

/** Philox 4x32 with 10 rounds (Salmon et al., SC 2011) of four counters that follow one another, into WORDS: four words each. */
function philox(key0: u32, key1: u32, first: u32, episode: u32, agent: u32, index: u32): void {
  const multiplier0 = i32x4.splat(0xd2511f53)
  const multiplier1 = i32x4.splat(0xcd9e8d57)
  let c0 = i32x4.add(i32x4.splat(first), i32x4(0, 1, 2, 3))
  let c1 = i32x4.splat(episode)
  let c2 = i32x4.splat(agent)
  let c3 = i32x4.splat(index)
  for (let round = 0; round < 10; round++) {
    const lower0 = i64x2.extmul_low_i32x4_u(c0, multiplier0)
    const upper0 = i64x2.extmul_high_i32x4_u(c0, multiplier0)
    const lower1 = i64x2.extmul_low_i32x4_u(c2, multiplier1)
    const upper1 = i64x2.extmul_high_i32x4_u(c2, multiplier1)
    c0 = v128.xor(v128.xor(highHalves(lower1, upper1), c1), i32x4.splat(key0))
    c1 = lowHalves(lower1, upper1)
    c2 = v128.xor(v128.xor(highHalves(lower0, upper0), c3), i32x4.splat(key1))
    c3 = lowHalves(lower0, upper0)
    key0 += 0x9e3779b9
    key1 += 0xbb67ae85
  }
  const even = v128.shuffle<i32>(c0, c1, 0, 4, 1, 5)
  const odd = v128.shuffle<i32>(c2, c3, 0, 4, 1, 5)
  const evenHigh = v128.shuffle<i32>(c0, c1, 2, 6, 3, 7)
  const oddHigh = v128.shuffle<i32>(c2, c3, 2, 6, 3, 7)
  v128.store(WORDS, v128.shuffle<i32>(even, odd, 0, 1, 4, 5))
  v128.store(WORDS, v128.shuffle<i32>(even, odd, 2, 3, 6, 7), 16)
  v128.store(WORDS, v128.shuffle<i32>(evenHigh, oddHigh, 0, 1, 4, 5), 32)
  v128.store(WORDS, v128.shuffle<i32>(evenHigh, oddHigh, 2, 3, 6, 7), 48)
}

/** Numbers in (0, 1) of four random words. f32 rounds the largest of them to 1, whose logarithm is 0: held just below. */
// @ts-ignore: decorator
@inline
function uniform(words: v128): v128 {
  return f32x4.pmin(f32x4.mul(f32x4.add(f32x4.convert_i32x4_u(words), f32x4.splat(0.5)), f32x4.splat(2.3283064365386963e-10)), f32x4.splat(0.99999994))
}

// @ts-ignore: decorator
@inline
function gumbel(u: v128): v128 {
  return f32x4.neg(log4(f32x4.neg(log4(u))))
}

/** At least the noise: −log u ≥ 1 − u ≥ 2^e, so that −log(−log u) ≤ −e ln 2; a little is added for the rounding of both logarithms. */
// @ts-ignore: decorator
@inline
function noiseBound(u: v128): v128 {
  const exponent = f32x4.convert_i32x4_s(i32x4.sub(i32x4.splat(127), i32x4.shr_s(f32x4.sub(f32x4.splat(1), u), 23)))
  return f32x4.add(f32x4.mul(exponent, f32x4.splat(0.6931472)), f32x4.splat(0.001))
}

/** candidates [M, 4] = (best y + noise, y of the best, its token as bits, 0). */
export function sampleCandidates(
  logits: usize,
  rows: usize,
  chunkStart: usize,
  width: usize,
  inverseTemperature: usize,
  counters: usize,
  threshold: usize,
  key0: u32,
  key1: u32,
  greedy: i32,
  candidates: usize,
  first: i32,
): void {
  for (let row: usize = 0; row < rows; row++) {
    const candidate = candidates + 16 * row
    let bestScore: f32 = first != 0 ? LOWEST : load<f32>(candidate)
    let bestY: f32 = first != 0 ? LOWEST : load<f32>(candidate, 4)
    let bestToken: u32 = first != 0 ? 0 : load<u32>(candidate, 8)
    const inverse = v128.load32_splat(inverseTemperature + 4 * row)
    const least = v128.load32_splat(threshold + 4 * row)
    const counter = counters + 16 * row
    for (let column: usize = 0; column < width; column += 4) {
      const y = fourLogits(logits + 4 * column, width - column, inverse)
      let score = y
      if (greedy == 0) {
        if (column % DRAWN == 0) philox(key0, key1, <u32>((chunkStart + column) / 4), load<u32>(counter), load<u32>(counter, 4), load<u32>(counter, 8))
        const u = uniform(v128.load(WORDS + 4 * (column % DRAWN)))
        if (!v128.any_true(f32x4.gt(f32x4.add(y, noiseBound(u)), f32x4.splat(bestScore)))) continue
        score = f32x4.add(y, gumbel(u))
      }
      const better = v128.and(f32x4.ge(y, least), f32x4.gt(score, f32x4.splat(bestScore)))
      if (!v128.any_true(better)) continue
      v128.store(SCORES, score)
      v128.store(LOGITS, y)
      const kept = i32x4.bitmask(f32x4.ge(y, least))
      for (let i: usize = 0; i < min<usize>(4, width - column); i++) {
        const own = load<f32>(SCORES + 4 * i)
        if (((kept >> <i32>i) & 1) == 0 || !(own > bestScore)) continue
        bestScore = own
        bestY = load<f32>(LOGITS + 4 * i)
        bestToken = <u32>(chunkStart + column + i)
      }
    }
    store<f32>(candidate, bestScore)
    store<f32>(candidate, bestY, 4)
    store<u32>(candidate, bestToken, 8)
    store<u32>(candidate, 0, 12)
    logits += 4 * width
  }
}

/** The chosen token to tokens, its y into the fourth column of stats. */
export function sampleFinish(candidates: usize, stats: usize, rows: usize, tokens: usize): void {
  for (let row: usize = 0; row < rows; row++) {
    store<u32>(tokens + 4 * row, load<u32>(candidates + 16 * row, 8))
    store<f32>(stats + 16 * row, load<f32>(candidates + 16 * row, 4), 12)
  }
}
