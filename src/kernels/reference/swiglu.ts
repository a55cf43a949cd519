// SwiGLU (Shazeer, 2020) in float64: out = silu(gate) · up, silu(g) = g / (1 + exp(−g)), and its gradient.

import { at } from '../../base/assert.ts'

/** out [T, F] of gateUp [T, 2F]: gate, then up. */
export function swiglu(gateUp: Float64Array, width: number): Float64Array {
  const out = new Float64Array(gateUp.length / 2)
  for (let index = 0; index < out.length; index++) {
    const from = Math.floor(index / width) * 2 * width + (index % width)
    const gate = at(gateUp, from)
    out[index] = (gate / (1 + Math.exp(-gate))) * at(gateUp, from + width)
  }
  return out
}

/** gradGateUp [T, 2F] from gradOut [T, F]. */
export function swigluBackward(gateUp: Float64Array, gradOut: Float64Array, width: number): Float64Array {
  const gradGateUp = new Float64Array(gateUp.length)
  for (let index = 0; index < gradOut.length; index++) {
    const from = Math.floor(index / width) * 2 * width + (index % width)
    const gate = at(gateUp, from)
    const sigmoid = 1 / (1 + Math.exp(-gate))
    gradGateUp[from] = at(gradOut, index) * at(gateUp, from + width) * sigmoid * (1 + gate * (1 - sigmoid))
    gradGateUp[from + width] = at(gradOut, index) * gate * sigmoid
  }
  return gradGateUp
}
