// SwiGLU and its gradient: out = silu(gate) · up, silu(g) = g / (1 + exp(−g)). Rows of gateUp hold gate, then up.

import { exp4 } from './exponential'
import { loadPart, multiplyAdd, storePart } from './lanes'

/** Constants that are loaded, as in exponential.ts. */
const TABLE: usize = memory.data<f32>([1, 80])

// @ts-ignore: decorator
@inline
function sigmoid(gate: v128): v128 {
  const one = v128.load32_splat(TABLE)
  return f32x4.div(one, f32x4.add(one, exp4(f32x4.pmin(f32x4.neg(gate), v128.load32_splat(TABLE, 4)))))
}

export function swiglu(gateUp: usize, out: usize, rows: usize, width: usize): void {
  const rest = width & 3
  const fours = (width - rest) * 4
  for (let row: usize = 0; row < rows; row++) {
    const up = gateUp + 4 * width
    for (let i: usize = 0; i < fours; i += 16) {
      const gate = v128.load(gateUp + i)
      v128.store(out + i, f32x4.mul(f32x4.mul(gate, sigmoid(gate)), v128.load(up + i)))
    }
    if (rest != 0) {
      const gate = loadPart(gateUp + fours, rest)
      storePart(out + fours, f32x4.mul(f32x4.mul(gate, sigmoid(gate)), loadPart(up + fours, rest)), rest)
    }
    gateUp += 8 * width
    out += 4 * width
  }
}

/** gradGate = gradOut · up · s · (1 + gate · (1 − s)); gradUp = gradOut · gate · s, with s = sigmoid(gate). */
export function swigluBackward(gateUp: usize, gradOut: usize, gradGateUp: usize, rows: usize, width: usize): void {
  const one = f32x4.splat(1)
  for (let row: usize = 0; row < rows; row++) {
    for (let i: usize = 0; i < width; i += 4) {
      const count = min<usize>(4, width - i)
      const from = gateUp + 4 * i
      const gate = count == 4 ? v128.load(from) : loadPart(from, count)
      const up = count == 4 ? v128.load(from + 4 * width) : loadPart(from + 4 * width, count)
      const grad = count == 4 ? v128.load(gradOut + 4 * i) : loadPart(gradOut + 4 * i, count)
      const s = sigmoid(gate)
      const scaled = f32x4.mul(grad, s)
      const gradGate = f32x4.mul(f32x4.mul(scaled, up), multiplyAdd(gate, f32x4.sub(one, s), one))
      const gradUp = f32x4.mul(scaled, gate)
      const to = gradGateUp + 4 * i
      if (count == 4) {
        v128.store(to, gradGate)
        v128.store(to + 4 * width, gradUp)
      } else {
        storePart(to, gradGate, count)
        storePart(to + 4 * width, gradUp, count)
      }
    }
    gateUp += 8 * width
    gradOut += 4 * width
    gradGateUp += 8 * width
  }
}
