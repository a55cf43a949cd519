// The short products of adapters have the bits of the long ones, whatever rows stand beside a row.

import { expect, test } from 'vitest'
import { createRng } from '../../base/random.ts'
import { MODE } from './column-product.ts'
import { WasmMemory } from './memory.ts'
import { openModule } from './module.ts'

test.each([
  [1, 8, 4],
  [2, 48, 8],
  [3, 24, 16],
  [8, 144, 8],
  [13, 40, 64],
  [5, 16, 68],
  [6, 20, 8],
])('%i rows of %i columns at rank %i', async (m, n, rank) => {
  const module = await openModule()
  const memory = new WasmMemory(module.memory, module.calls.heapBase())
  const rng = createRng([m * 1000 + n, rank])
  const place = (length: number): number => {
    const address = memory.allocate(length * 4)
    for (let i = 0; i < length; i++) memory.f32[address / 4 + i] = rng.float() - 0.5
    return address
  }
  const hidden = place(m * rank)
  const panels = place(Math.ceil(n / 8) * 8 * rank)
  const [short, long] = [place(m * n), memory.allocate(m * n * 4)]
  memory.f32.copyWithin(long / 4, short / 4, short / 4 + m * n)
  const records = memory.allocate(9 * 4)
  memory.u32.set([0, panels, rank * 32, 32, 0, m, n, rank], records / 4)
  memory.f32[records / 4 + 8] = 1
  module.calls.multiplyEach(records, 1, hidden, rank * 4, short, n * 4, MODE.add)
  module.calls.multiplyRows(hidden, rank * 4, panels, rank * 32, 32, long, n * 4, m, n, rank, MODE.add, 1)
  const bits = (address: number): readonly number[] => [...memory.u32.slice(address / 4, address / 4 + m * n)]
  expect(bits(short)).toEqual(bits(long))
})
