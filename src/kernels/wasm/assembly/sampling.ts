// Gumbel-max sampling, a chunk of logits at a time: the column with the greatest y − log(−log u) is a sample of softmax(y).
// u comes from Philox under the key, counter (column / 4, episode, agent, index of the token): no draw depends on who else
// is in the batch. Ties go to the lowest column. Twin of shaders/sample_candidates.wgsl and base/random.ts.

import { log4 } from './exponential'
import { fourLogits, LOWEST } from './head'

const WORDS: usize = memory.data(16, 16)
const SCORES: usize = memory.data(16, 16)
const LOGITS: usize = memory.data(16, 16)

/** Philox 4x32 with 10 rounds (Salmon et al., SC 2011): four independent words. */
function philox(key0: u32, key1: u32, c0: u32, c1: u32, c2: u32, c3: u32): void {
  for (let round = 0; round < 10; round++) {
    const product0 = <u64>0xd2511f53 * <u64>c0
    const product1 = <u64>0xcd9e8d57 * <u64>c2
    c0 = <u32>(product1 >> 32) ^ c1 ^ key0
    c1 = <u32>product1
    c2 = <u32>(product0 >> 32) ^ c3 ^ key1
    c3 = <u32>product0
    key0 += 0x9e3779b9
    key1 += 0xbb67ae85
  }
  store<u32>(WORDS, c0)
  store<u32>(WORDS, c1, 4)
  store<u32>(WORDS, c2, 8)
  store<u32>(WORDS, c3, 12)
}

/** Noise of four random words. f32 rounds the largest of them to 1, whose logarithm is 0: held just below. */
function gumbel(): v128 {
  const words = f32x4.add(f32x4.convert_i32x4_u(v128.load(WORDS)), f32x4.splat(0.5))
  const u = f32x4.pmin(f32x4.mul(words, f32x4.splat(2.3283064365386963e-10)), f32x4.splat(0.99999994))
  return f32x4.neg(log4(f32x4.neg(log4(u))))
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
        philox(key0, key1, <u32>((chunkStart + column) / 4), load<u32>(counter), load<u32>(counter, 4), load<u32>(counter, 8))
        score = f32x4.add(y, gumbel())
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
