// Rotary positions (Su et al., RoFormer, 2021) in float64, pairs (i, i + E/2) as in Hugging Face files: a pair turns by the
// angle position · theta^(−2i/E). Queries and keys of a packed qkv row turn, values do not.

import { at } from '../../base/assert.ts'
import type { AttentionShape } from '../kernels.ts'

/** angles [positions, E]: E/2 cosines, then E/2 sines. */
export function rotaryAngles(positions: number, headWidth: number, theta: number): Float64Array {
  const half = headWidth / 2
  const angles = new Float64Array(positions * headWidth)
  for (let position = 0; position < positions; position++) {
    for (let i = 0; i < half; i++) {
      const angle = position * theta ** ((-2 * i) / headWidth)
      angles[position * headWidth + i] = Math.cos(angle)
      angles[position * headWidth + half + i] = Math.sin(angle)
    }
  }
  return angles
}

function turn(shape: AttentionShape, qkv: Float64Array, positions: Uint32Array, angles: Float64Array, direction: 1 | -1): Float64Array {
  const { heads, kvHeads, headWidth } = shape
  const half = headWidth / 2
  const out = qkv.slice()
  positions.forEach((position, row) => {
    for (let part = 0; part < heads + kvHeads; part++) {
      const start = (row * (heads + 2 * kvHeads) + part) * headWidth
      for (let i = 0; i < half; i++) {
        const cosine = at(angles, position * headWidth + i)
        const sine = direction * at(angles, position * headWidth + half + i)
        const a = at(qkv, start + i)
        const b = at(qkv, start + half + i)
        out[start + i] = a * cosine - b * sine
        out[start + half + i] = b * cosine + a * sine
      }
    }
  })
  return out
}

/** qkv [T, (H+2G)·E] with queries and keys turned by their row's position. */
export function rope(shape: AttentionShape, qkv: Float64Array, positions: Uint32Array, angles: Float64Array): Float64Array {
  return turn(shape, qkv, positions, angles, 1)
}

/** Gradients turn back: a rotation's transpose is its inverse. */
export function ropeBackward(shape: AttentionShape, gradQkv: Float64Array, positions: Uint32Array, angles: Float64Array): Float64Array {
  return turn(shape, gradQkv, positions, angles, -1)
}
