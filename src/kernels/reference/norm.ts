// RMSNorm (Zhang and Sennrich, 2019) in float64: out = x · inverse · gain with inverse = 1 / sqrt(mean(x²) + epsilon),
// and its gradients at x and at the gain.

import { at } from '../../base/assert.ts'

/** x [T, D], gain [D]; out [T, D], inverse [T]. */
export function rmsNorm(x: Float64Array, gain: Float64Array, epsilon: number): { out: Float64Array; inverse: Float64Array } {
  const width = gain.length
  const rows = x.length / width
  const out = new Float64Array(x.length)
  const inverse = new Float64Array(rows)
  for (let row = 0; row < rows; row++) {
    let squares = 0
    for (let i = 0; i < width; i++) squares += at(x, row * width + i) ** 2
    const scale = 1 / Math.sqrt(squares / width + epsilon)
    inverse[row] = scale
    for (let i = 0; i < width; i++) out[row * width + i] = at(x, row * width + i) * scale * at(gain, i)
  }
  return { out, inverse }
}

/** The gradient at x: inverse · g − x · inverse³ · mean(g · x), where g = gradOut · gain. The mean moves with every x: hence the second term. */
export function rmsNormBackward(x: Float64Array, gain: Float64Array, inverse: Float64Array, gradOut: Float64Array): Float64Array {
  const width = gain.length
  const gradX = new Float64Array(x.length)
  for (let row = 0; row < inverse.length; row++) {
    const scale = at(inverse, row)
    let along = 0
    for (let i = 0; i < width; i++) along += at(gradOut, row * width + i) * at(gain, i) * at(x, row * width + i)
    for (let i = 0; i < width; i++) {
      const index = row * width + i
      gradX[index] = scale * at(gradOut, index) * at(gain, i) - (at(x, index) * scale ** 3 * along) / width
    }
  }
  return gradX
}

/** The gradient at the gain [D]: the sum over rows of gradOut · x · inverse. */
export function rmsNormGainGradient(x: Float64Array, inverse: Float64Array, gradOut: Float64Array, width: number): Float64Array {
  const gradGain = new Float64Array(width)
  for (let row = 0; row < inverse.length; row++) {
    for (let i = 0; i < width; i++) gradGain[i] = at(gradGain, i) + at(gradOut, row * width + i) * at(x, row * width + i) * at(inverse, row)
  }
  return gradGain
}
