// Rows picked by number, and gradients added back by number: embedding, gather, scatter. Rows are whole; knows no chains.
// Rows are short: a copy of the host's costs a call each, more than the numbers.

/** to [width] = from [width]. */
export function copyRow(to: usize, from: usize, width: usize): void {
  const fours = width & ~3
  let i: usize = 0
  for (; i < fours; i += 4) v128.store(to + 4 * i, v128.load(from + 4 * i))
  for (; i < width; i++) store<u32>(to + 4 * i, load<u32>(from + 4 * i))
}

/** out [count, width] = table[rows]. */
export function gather(rows: usize, table: usize, out: usize, count: usize, width: usize): void {
  for (let i: usize = 0; i < count; i++) copyRow(out + i * width * 4, table + <usize>load<u32>(rows + 4 * i) * width * 4, width)
}

/** table[rows] = from. */
export function scatter(from: usize, rows: usize, table: usize, count: usize, width: usize): void {
  for (let i: usize = 0; i < count; i++) copyRow(table + <usize>load<u32>(rows + 4 * i) * width * 4, from + i * width * 4, width)
}

/** table[v] += the rows of gradient that order names between starts[v] and starts[v + 1], one after the other. */
export function addByRow(order: usize, starts: usize, gradient: usize, table: usize, vocabulary: usize, width: usize): void {
  for (let v: usize = 0; v < vocabulary; v++) {
    const to = table + v * width * 4
    const end = <usize>load<u32>(starts + 4 * v, 4)
    for (let i = <usize>load<u32>(starts + 4 * v); i < end; i++) addRow(to, gradient + <usize>load<u32>(order + 4 * i) * width * 4, width)
  }
}

/** to [width] += from [width]. */
export function addRow(to: usize, from: usize, width: usize): void {
  const fours = width & ~3
  let i: usize = 0
  for (; i < fours; i += 4) v128.store(to + 4 * i, f32x4.add(v128.load(to + 4 * i), v128.load(from + 4 * i)))
  for (; i < width; i++) store<f32>(to + 4 * i, load<f32>(to + 4 * i) + load<f32>(from + 4 * i))
}
