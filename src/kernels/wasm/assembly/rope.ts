// Rotary positions in place, pairs (i, i + E/2), and the copy of turned keys and values into the rows that attention reads.
// angles [positions, E] hold E/2 cosines, then E/2 sines. Shapes and tables as in kernels.ts.

import { copyRow } from './rows'

/** Heads side by side: turned forwards, or back when direction is −1. Four angles at a time through all heads. */
function turn(row: usize, heads: usize, angles: usize, width: usize, direction: f32): void {
  const half = width / 2
  const fours = half & ~3
  const sign = f32x4.splat(direction)
  const end = row + heads * width * 4
  let i: usize = 0
  for (; i < fours; i += 4) {
    const cosine = v128.load(angles + 4 * i)
    const sine = f32x4.mul(sign, v128.load(angles + 4 * (half + i)))
    for (let head = row + 4 * i; head < end; head += width * 4) {
      const other = head + 4 * half
      const a = v128.load(head)
      const b = v128.load(other)
      v128.store(head, f32x4.sub(f32x4.mul(a, cosine), f32x4.mul(b, sine)))
      v128.store(other, f32x4.add(f32x4.mul(b, cosine), f32x4.mul(a, sine)))
    }
  }
  for (; i < half; i++) {
    const cosine = load<f32>(angles + 4 * i)
    const sine = direction * load<f32>(angles + 4 * (half + i))
    for (let head = row + 4 * i; head < end; head += width * 4) {
      const other = head + 4 * half
      const a = load<f32>(head)
      const b = load<f32>(other)
      store<f32>(head, a * cosine - b * sine)
      store<f32>(other, b * cosine + a * sine)
    }
  }
}

export function rope(
  positions: usize,
  segmentOf: usize,
  segments: usize,
  angles: usize,
  qkv: usize,
  keys: usize,
  values: usize,
  rows: usize,
  heads: usize,
  kvHeads: usize,
  width: usize,
): void {
  const cached = kvHeads * width
  for (let row: usize = 0; row < rows; row++) {
    const position = <usize>load<u32>(positions + 4 * row)
    const at = qkv + row * (heads + 2 * kvHeads) * width * 4
    turn(at, heads + kvHeads, angles + position * width * 4, width, 1)
    const segment = segments + <usize>load<u32>(segmentOf + 4 * row) * 32
    // In unsigned arithmetic that wraps: a decoding row's segment begins above row 0.
    const keyRow = <usize>load<u32>(segment, 12) + row - <usize>load<u32>(segment)
    copyRow(keys + keyRow * cached * 4, at + heads * width * 4, cached)
    copyRow(values + keyRow * cached * 4, at + (heads + kvHeads) * width * 4, cached)
  }
}

export function ropeBackward(positions: usize, angles: usize, gradQkv: usize, rows: usize, heads: usize, kvHeads: usize, width: usize): void {
  for (let row: usize = 0; row < rows; row++) {
    const position = <usize>load<u32>(positions + 4 * row)
    const at = gradQkv + row * (heads + 2 * kvHeads) * width * 4
    turn(at, heads + kvHeads, angles + position * width * 4, width, -1)
  }
}
