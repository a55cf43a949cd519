// Gumbel-max sampling, a chunk of logits at a time: the column with the greatest y − log(−log u) is a sample of softmax(y).
// u comes from Philox under the key, counter (column / 4, episode, agent, index of the token): no draw depends on who else
// is in the batch. Ties go to the lowest column. Words are drawn, and logarithms taken, only for columns that could win: bounds that
// cost neither rule out the others. Twin of shaders/sample_candidates.wgsl and base/random.ts.

import { log4 } from './exponential'
import { fourLogits, LOWEST } from './head'
import { greatestLane } from './lanes'

/** Columns whose words are drawn at once: four counters, a lane each. */
const DRAWN: usize = 16
const WORDS: usize = memory.data(64, 16)
/** The keys of the ten rounds, two words each. */
const ROUND_KEYS: usize = memory.data(80, 16)
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

/** The keys of all rounds from that of the first. */
function roundKeys(key0: u32, key1: u32): void {
  for (let at = ROUND_KEYS; at < ROUND_KEYS + 80; at += 8) {
    store<u32>(at, key0)
    store<u32>(at, key1, 4)
    key0 += 0x9e3779b9
    key1 += 0xbb67ae85
  }
}

/** Philox 4x32 with 10 rounds (Salmon et al., SC 2011) of four counters that follow one another, under the kept keys, into WORDS: four each. */
function philox(first: u32, episode: u32, agent: u32, index: u32): void {
  const multiplier0 = i32x4.splat(0xd2511f53)
  const multiplier1 = i32x4.splat(0xcd9e8d57)
  let c0 = i32x4.add(i32x4.splat(first), i32x4(0, 1, 2, 3))
  let c1 = i32x4.splat(episode)
  let c2 = i32x4.splat(agent)
  let c3 = i32x4.splat(index)
  for (let key = ROUND_KEYS; key < ROUND_KEYS + 80; key += 8) {
    const lower0 = i64x2.extmul_low_i32x4_u(c0, multiplier0)
    const upper0 = i64x2.extmul_high_i32x4_u(c0, multiplier0)
    const lower1 = i64x2.extmul_low_i32x4_u(c2, multiplier1)
    const upper1 = i64x2.extmul_high_i32x4_u(c2, multiplier1)
    c0 = v128.xor(v128.xor(highHalves(lower1, upper1), c1), v128.load32_splat(key))
    c1 = lowHalves(lower1, upper1)
    c2 = v128.xor(v128.xor(highHalves(lower0, upper0), c3), v128.load32_splat(key, 4))
    c3 = lowHalves(lower0, upper0)
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

/**
 * At least the noise, without a logarithm. −log u ≥ 1 − u = t, so the noise is at most −log t; the bits of t, read as a whole number,
 * are 2^23 (log₂ t + 127) but for 0.0861 of 2^23 at most, by which they are too low. A little more is added for what rounding does.
 */
// @ts-ignore: decorator
@inline
function noiseBound(u: v128): v128 {
  const bits = f32x4.convert_i32x4_s(f32x4.sub(f32x4.splat(1), u))
  return f32x4.sub(f32x4.splat(88.0296919 + 0.002), f32x4.mul(bits, f32x4.splat(8.262958e-8)))
}

/** No noise is greater: −log(−log u) of the greatest u, which is 16.6355, and what rounding may do. */
const MOST_NOISE: f32 = 16.64

/** The best column of a row so far: its score, its y, its token. */
const BEST: usize = memory.data(12, 4)

/** Judges four columns by their scores. Of equal scores the lowest column's stays, in whatever order they are judged. */
function judge(score: v128, y: v128, least: v128, left: usize, token: u32): void {
  const kept = i32x4.bitmask(f32x4.ge(y, least))
  v128.store(SCORES, score)
  v128.store(LOGITS, y)
  for (let i: usize = 0; i < min<usize>(4, left); i++) {
    const own = load<f32>(SCORES + 4 * i)
    const best = load<f32>(BEST)
    if (((kept >> <i32>i) & 1) == 0 || !(own > best || (own == best && token + <u32>i < load<u32>(BEST, 8)))) continue
    store<f32>(BEST, own)
    store<f32>(BEST, load<f32>(LOGITS + 4 * i), 4)
    store<u32>(BEST, token + <u32>i, 8)
  }
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
  roundKeys(key0, key1)
  for (let row: usize = 0; row < rows; row++) {
    const candidate = candidates + 16 * row
    store<f32>(BEST, first != 0 ? LOWEST : load<f32>(candidate))
    store<f32>(BEST, first != 0 ? LOWEST : load<f32>(candidate, 4), 4)
    store<u32>(BEST, first != 0 ? 0 : load<u32>(candidate, 8), 8)
    const inverse = v128.load32_splat(inverseTemperature + 4 * row)
    const least = v128.load32_splat(threshold + 4 * row)
    if (greedy != 0) {
      for (let column: usize = 0; column < width; column += 4) {
        const y = fourLogits(logits + 4 * column, width - column, inverse)
        if (v128.any_true(f32x4.gt(y, v128.load32_splat(BEST)))) judge(y, y, least, width - column, <u32>(chunkStart + column))
      }
    } else {
      noisyRow(logits, chunkStart, width, inverse, least, counters + 16 * row)
    }
    v128.store(candidate, v128.load64_zero(BEST))
    store<u32>(candidate, load<u32>(BEST, 8), 8)
    logits += 4 * width
  }
}

/**
 * The sixteen columns with the greatest y first: among them is the best, or nearly so. Then the others in their order: neither words are
 * drawn for sixteen nor logarithms taken of four that cannot reach it.
 */
function noisyRow(logits: usize, chunkStart: usize, width: usize, inverse: v128, least: v128, counter: usize): void {
  let most = f32x4.splat(LOWEST)
  for (let column: usize = 0; column < width; column += 4) most = f32x4.pmax(most, keptLogits(logits + 4 * column, width - column, inverse, least))
  const greatest = f32x4.splat(greatestLane(most))
  let likely: usize = 0
  while (likely < width && !v128.any_true(f32x4.eq(keptLogits(logits + 4 * likely, width - likely, inverse, least), greatest))) likely += 4
  likely &= ~(DRAWN - 1)
  if (likely < width) drawGroup(logits, likely, chunkStart, width, inverse, least, counter)
  for (let column: usize = 0; column < width; column += DRAWN) {
    if (column == likely) continue
    most = keptLogits(logits + 4 * column, width - column, inverse, least)
    for (let i: usize = 4; i < DRAWN && column + i < width; i += 4) most = f32x4.pmax(most, keptLogits(logits + 4 * (column + i), width - column - i, inverse, least))
    if (!v128.any_true(f32x4.ge(f32x4.add(most, f32x4.splat(MOST_NOISE)), v128.load32_splat(BEST)))) continue
    drawGroup(logits, column, chunkStart, width, inverse, least, counter)
  }
}

/** Four logits times the inverse temperature; LOWEST for those that the threshold leaves out. */
// @ts-ignore: decorator
@inline
function keptLogits(at: usize, left: usize, inverse: v128, least: v128): v128 {
  const y = fourLogits(at, left, inverse)
  return v128.bitselect(y, f32x4.splat(LOWEST), f32x4.ge(y, least))
}

/** Judges those of sixteen columns that could be the best. */
function drawGroup(logits: usize, from: usize, chunkStart: usize, width: usize, inverse: v128, least: v128, counter: usize): void {
  philox(<u32>((chunkStart + from) / 4), load<u32>(counter), load<u32>(counter, 4), load<u32>(counter, 8))
  for (let column = from; column < min<usize>(width, from + DRAWN); column += 4) {
    const y = fourLogits(logits + 4 * column, width - column, inverse)
    const u = uniform(v128.load(WORDS + 4 * (column - from)))
    if (!v128.any_true(f32x4.ge(f32x4.add(y, noiseBound(u)), v128.load32_splat(BEST)))) continue
    judge(f32x4.add(y, gumbel(u)), y, least, width - column, <u32>(chunkStart + column))
  }
}

/** The chosen token to tokens, its y into the fourth column of stats. */
export function sampleFinish(candidates: usize, stats: usize, rows: usize, tokens: usize): void {
  for (let row: usize = 0; row < rows; row++) {
    store<u32>(tokens + 4 * row, load<u32>(candidates + 16 * row, 8))
    store<f32>(stats + 16 * row, load<f32>(candidates + 16 * row, 4), 12)
  }
}
