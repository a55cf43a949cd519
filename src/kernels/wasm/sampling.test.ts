// Whoever wins a draw wins it in every bit as if the noise of every column had been computed: the bounds that spare words and
// logarithms rule out nobody who could win.

import { expect, test } from 'vitest'
import { at } from '../../base/assert.ts'
import { createRng, philox } from '../../base/random.ts'
import { WasmMemory } from './memory.ts'
import { openModule } from './module.ts'

const ROWS = 2000
const KEY = [0x243f6a88, 0x85a308d3] as const

test.each([
  [112, 0, 4, 0],
  [37, 64, 30, 0],
  // Most columns are so far below the best that no words are drawn for them.
  [300, 0, 90, 0],
  // f32 tells only every second number apart here, so that many scores are equal: the lowest column wins.
  [112, 0, 8, 2e7],
])('%i columns from column %i on, logits within %i above %i', async (vocabulary, chunkStart, spread, least) => {
  const module = await openModule()
  const memory = new WasmMemory(module.memory, module.calls.heapBase())
  const rng = createRng([7, vocabulary])
  const logits = Float32Array.from({ length: ROWS * vocabulary }, () => least + spread * rng.float())
  const counters = Uint32Array.from({ length: ROWS * 4 }, () => rng.integer(1 << 30))
  const words = new Uint32Array(Math.ceil((ROWS * vocabulary) / 4) * 4)
  for (let i = 0; i < ROWS * vocabulary; i++) {
    const [row, column] = [Math.floor(i / vocabulary), i % vocabulary]
    const [episode, agent, index] = [at(counters, 4 * row), at(counters, 4 * row + 1), at(counters, 4 * row + 2)]
    words[i] = at(philox(KEY, [Math.floor((chunkStart + column) / 4), episode, agent, index]), column % 4)
  }
  const place = (numbers: Float32Array | Uint32Array): number => {
    const address = memory.allocate(numbers.byteLength)
    memory.u32.set(new Uint32Array(numbers.buffer), address / 4)
    return address
  }
  const logarithms = (numbers: Float32Array): Float32Array => {
    const [from, to] = [place(numbers), memory.allocate(numbers.byteLength)]
    module.calls.logarithms(from, to, numbers.length)
    return memory.f32.slice(to / 4, to / 4 + numbers.length)
  }
  const uniform = Float32Array.from(words, (word) => Math.min(Math.fround(Math.fround(word) + 0.5) * 2 ** -32, 0.99999994))
  const noise = logarithms(logarithms(uniform).map((value) => -value)).map((value) => -value)

  const rows = [place(new Float32Array(ROWS).fill(1)), place(counters), place(new Float32Array(ROWS).fill(-3.4e38))] as const
  const candidates = memory.allocate(ROWS * 16)
  module.calls.sampleCandidates(place(logits), ROWS, chunkStart, vocabulary, ...rows, ...KEY, 0, candidates, 1)
  const scores = memory.f32.slice(candidates / 4, candidates / 4 + ROWS * 4)
  const tokens = new Uint32Array(scores.buffer)
  for (let row = 0; row < ROWS; row++) {
    let best = -1
    const scoreOf = (column: number): number => Math.fround(at(logits, row * vocabulary + column) + at(noise, row * vocabulary + column))
    for (let column = 0; column < vocabulary; column++) if (best < 0 || scoreOf(column) > scoreOf(best)) best = column
    expect([at(tokens, 4 * row + 2), at(scores, 4 * row)]).toEqual([chunkStart + best, scoreOf(best)])
  }
})
