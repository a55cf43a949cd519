// The norm of a gradient by blocks, and AdamW with decoupled weight decay (Loshchilov and Hutter, 2019) over entries of one
// arena, each with its own numbers. Layout of the tables, formulas and what a gradient that is not finite does: kernels.ts.

import { loadPart, multiplyAdd, storePart, sumLanes } from './lanes'

/** norms [entry] = sqrt(Σ gradient²): blocks counted from the entry's first number, four chains in each, blocks in order. */
export function gradientNorm(gradient: usize, entries: usize, entryCount: usize, block: usize, norms: usize): void {
  for (let entry: usize = 0; entry < entryCount; entry++) {
    const start = gradient + 4 * <usize>load<u32>(entries + 16 * entry)
    const length = <usize>load<u32>(entries + 16 * entry, 4)
    let total: f32 = 0
    for (let first: usize = 0; first < length; first += block) {
      const count = min<usize>(block, length - first)
      const from = start + 4 * first
      const fours = count & ~3
      let sum = f32x4.splat(0)
      for (let i: usize = 0; i < fours; i += 4) {
        const value = v128.load(from + 4 * i)
        sum = multiplyAdd(value, value, sum)
      }
      if ((count & 3) != 0) {
        const value = loadPart(from + 4 * fours, count & 3)
        sum = multiplyAdd(value, value, sum)
      }
      total += sumLanes(sum)
    }
    store<f32>(norms + 4 * entry, sqrt<f32>(total))
  }
}

export function adamw(weights: usize, gradient: usize, moment1: usize, moment2: usize, entries: usize, hyper: usize, norms: usize, entryCount: usize): void {
  for (let entry: usize = 0; entry < entryCount; entry++) {
    const start = <usize>load<u32>(entries + 16 * entry) * 4
    const length = <usize>load<u32>(entries + 16 * entry, 4)
    const norm = load<f32>(norms + 4 * entry)
    // Written so that NaN fails it too.
    if (norm <= f32.MAX_VALUE) step(weights + start, gradient + start, moment1 + start, moment2 + start, length, hyper + 32 * entry, norm)
    memory.fill(gradient + start, 0, 4 * length)
  }
}

/** hyper: learning rate, beta1, beta2, epsilon, weight decay, 1 − beta1^t, 1 − beta2^t, greatest norm. */
function step(weights: usize, gradient: usize, moment1: usize, moment2: usize, length: usize, hyper: usize, norm: f32): void {
  const rate = load<f32>(hyper)
  const beta1 = load<f32>(hyper, 4)
  const beta2 = load<f32>(hyper, 8)
  const greatest = load<f32>(hyper, 28)
  const clip = f32x4.splat(greatest > 0 && norm > greatest ? greatest / norm : 1)
  const keep = f32x4.splat(1 - rate * load<f32>(hyper, 16))
  const correction1 = f32x4.splat(load<f32>(hyper, 20))
  const correction2 = f32x4.splat(load<f32>(hyper, 24))
  for (let i: usize = 0; i < length; i += 4) {
    const count = min<usize>(4, length - i)
    const at = i * 4
    const g = f32x4.mul(four(gradient + at, count), clip)
    const m = multiplyAdd(f32x4.splat(beta1), four(moment1 + at, count), f32x4.mul(f32x4.splat(1 - beta1), g))
    const v = multiplyAdd(f32x4.splat(beta2), four(moment2 + at, count), f32x4.mul(f32x4.mul(f32x4.splat(1 - beta2), g), g))
    const root = f32x4.add(f32x4.sqrt(f32x4.div(v, correction2)), v128.load32_splat(hyper, 12))
    const change = f32x4.div(f32x4.div(m, correction1), root)
    const w = f32x4.sub(f32x4.mul(four(weights + at, count), keep), f32x4.mul(f32x4.splat(rate), change))
    put(moment1 + at, m, count)
    put(moment2 + at, v, count)
    put(weights + at, w, count)
  }
}

// @ts-ignore: decorator
@inline
function four(at: usize, count: usize): v128 {
  return count == 4 ? v128.load(at) : loadPart(at, count)
}

// @ts-ignore: decorator
@inline
function put(at: usize, x: v128, count: usize): void {
  if (count == 4) v128.store(at, x)
  else storePart(at, x, count)
}
