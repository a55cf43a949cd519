// RMSNorm and its gradients: out = x · inverse · gain with inverse = 1 / sqrt(mean(x²) + epsilon). Sums run in four chains
// side by side over ascending columns, lanes added in a fixed order. Shapes and accumulation as in kernels.ts.

import { firstLanes, loadPart, multiplyAdd, storePart, sumLanes } from './lanes'
import { addRow } from './rows'

export function rmsNorm(x: usize, gain: usize, out: usize, inverse: usize, rows: usize, width: usize, epsilon: f32): void {
  const fours = width & ~3
  const rest = width & 3
  for (let row: usize = 0; row < rows; row++) {
    let squares = f32x4.splat(0)
    for (let i: usize = 0; i < fours; i += 4) {
      const value = v128.load(x + 4 * i)
      squares = multiplyAdd(value, value, squares)
    }
    if (rest != 0) {
      const value = loadPart(x + 4 * fours, rest)
      squares = multiplyAdd(value, value, squares)
    }
    const scale: f32 = 1 / sqrt<f32>(sumLanes(squares) / <f32>width + epsilon)
    store<f32>(inverse + 4 * row, scale)
    const s = f32x4.splat(scale)
    for (let i: usize = 0; i < fours; i += 4) v128.store(out + 4 * i, f32x4.mul(f32x4.mul(v128.load(x + 4 * i), s), v128.load(gain + 4 * i)))
    if (rest != 0) storePart(out + 4 * fours, f32x4.mul(f32x4.mul(loadPart(x + 4 * fours, rest), s), loadPart(gain + 4 * fours, rest)), rest)
    x += 4 * width
    out += 4 * width
  }
}

/** gradX += inverse · gradOut · gain − x · inverse³ · mean(gradOut · gain · x). */
export function rmsNormBackward(x: usize, gain: usize, inverse: usize, gradOut: usize, gradX: usize, rows: usize, width: usize): void {
  const fours = width & ~3
  const rest = width & 3
  for (let row: usize = 0; row < rows; row++) {
    let products = f32x4.splat(0)
    for (let i: usize = 0; i < fours; i += 4) {
      products = multiplyAdd(f32x4.mul(v128.load(gradOut + 4 * i), v128.load(gain + 4 * i)), v128.load(x + 4 * i), products)
    }
    if (rest != 0) {
      const at = fours * 4
      products = multiplyAdd(f32x4.mul(loadPart(gradOut + at, rest), loadPart(gain + at, rest)), loadPart(x + at, rest), products)
    }
    const scale = load<f32>(inverse + 4 * row)
    const direct = f32x4.splat(scale)
    const along = f32x4.splat((-scale * scale * scale * sumLanes(products)) / <f32>width)
    for (let i: usize = 0; i < fours; i += 4) {
      const first = multiplyAdd(f32x4.mul(v128.load(gradOut + 4 * i), v128.load(gain + 4 * i)), direct, v128.load(gradX + 4 * i))
      v128.store(gradX + 4 * i, multiplyAdd(v128.load(x + 4 * i), along, first))
    }
    if (rest != 0) {
      const at = fours * 4
      const first = multiplyAdd(f32x4.mul(loadPart(gradOut + at, rest), loadPart(gain + at, rest)), direct, loadPart(gradX + at, rest))
      storePart(gradX + at, multiplyAdd(loadPart(x + at, rest), along, first), rest)
    }
    x += 4 * width
    gradOut += 4 * width
    gradX += 4 * width
  }
}

/** gradGain += Σ gradOut · x · inverse, rows in ascending order within chunks, chunks in order. `partial` holds one row. */
export function rmsNormGainGradient(x: usize, inverse: usize, gradOut: usize, gradGain: usize, partial: usize, rows: usize, width: usize, chunk: usize): void {
  for (let first: usize = 0; first < rows; first += chunk) {
    const last = min<usize>(rows, first + chunk)
    for (let i: usize = 0; i < width; i += 4) {
      const count = min<usize>(4, width - i)
      let sum = f32x4.splat(0)
      for (let row = first; row < last; row++) {
        const at = (row * width + i) * 4
        const g = count == 4 ? v128.load(gradOut + at) : loadPart(gradOut + at, count)
        const v = count == 4 ? v128.load(x + at) : loadPart(x + at, count)
        sum = multiplyAdd(f32x4.mul(g, v), v128.load32_splat(inverse + 4 * row), sum)
      }
      if (count == 4) v128.store(partial + 4 * i, sum)
      else storePart(partial + 4 * i, firstLanes(sum, count, f32x4.splat(0)), count)
    }
    addRow(gradGain, partial, width)
  }
}
