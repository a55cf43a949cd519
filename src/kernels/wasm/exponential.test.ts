// The engine's own exp and log against float64, over their whole range and near the points where digits get lost.

import { beforeAll, expect, test } from 'vitest'
import { at } from '../../base/assert.ts'
import { createRng } from '../../base/random.ts'
import { WasmMemory } from './memory.ts'
import { type ModuleCalls, openModule } from './module.ts'

let calls: ModuleCalls
let memory: WasmMemory

beforeAll(async () => {
  const module = await openModule()
  calls = module.calls
  memory = new WasmMemory(module.memory, calls.heapBase())
})

function run(name: 'exponentials' | 'logarithms', values: Float32Array): Float32Array {
  const from = memory.allocate(values.length * 4)
  const to = memory.allocate(values.length * 4)
  memory.f32.set(values, from / 4)
  calls[name](from, to, values.length)
  return memory.f32.slice(to / 4, to / 4 + values.length)
}

/** The distance to the neighbour of |x| in f32. */
const unit = (x: number): number => 2 ** (Math.max(-126, Math.floor(Math.log2(Math.abs(x)))) - 23)

test('exp is within 2 units in the last place from -87 to 88', () => {
  const rng = createRng([1, 2])
  const values = Float32Array.from({ length: 40_000 }, () => rng.float() * 175.3 - 87.2)
  const worst = run('exponentials', values).reduce((most, got, i) => {
    const want = Math.exp(at(values, i))
    return Math.max(most, Math.abs(got - want) / unit(want))
  }, 0)
  expect(worst).toBeLessThan(2)
})

test('exp is exactly 1 at 0, 0 far below, infinite far above, and keeps NaN', () => {
  const [one, none, nothing, infinite, same] = run('exponentials', Float32Array.of(0, -200, Number.NEGATIVE_INFINITY, 100, Number.NaN, 0, 0, 0))
  expect([one, none, nothing, infinite]).toEqual([1, 0, 0, Number.POSITIVE_INFINITY])
  expect(same).toBeNaN()
})

test('log is within 2 units in the last place for every magnitude and close to 1', () => {
  const rng = createRng([3, 4])
  const wide = Array.from({ length: 20_000 }, () => 2 ** (rng.float() * 250 - 125))
  const near = Array.from({ length: 20_000 }, () => 1 + (rng.float() - 0.5) * 2 ** (-22 * rng.float()))
  const values = Float32Array.from([...wide, ...near])
  const worst = run('logarithms', values).reduce((most, got, i) => {
    const want = Math.log(at(values, i))
    return Math.max(most, want === 0 ? Math.abs(got) : Math.abs(got - want) / unit(want))
  }, 0)
  expect(worst).toBeLessThan(2)
})
