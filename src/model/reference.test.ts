import { describe, expect, test } from 'vitest'
import { at } from '../base/assert.ts'
import { createRng } from '../base/random.ts'
import type { FactorData } from '../kernels/reference/adapter.ts'
import { PROJECTIONS } from '../service/index.ts'
import type { ModelConfig } from './config.ts'
import { type ReferenceHead, type ReferenceModel, type ReferenceRows, referenceForward, referenceLogprobs } from './reference.ts'
import { referenceBackward } from './reference-backward.ts'
import { packRows } from './rows.ts'
import { projectionShape, weightShapes } from './weights.ts'

const CONFIG: ModelConfig = {
  layers: 2,
  width: 12,
  heads: 4,
  kvHeads: 2,
  headWidth: 4,
  mlpWidth: 16,
  vocabulary: 11,
  contextTokens: 32,
  ropeTheta: 10000,
  normEpsilon: 1e-5,
  tiedHead: true,
}

const rng = createRng([5, 6])
const normal = (length: number, scale: number): Float64Array<ArrayBuffer> => Float64Array.from({ length }, () => scale * rng.normal())

/** Slot 1 of rank 4 on every projection; slot 0 is the base. */
function factorsFor(config: ModelConfig): FactorData {
  const entries = config.layers * PROJECTIONS.length
  const table = new Uint32Array(2 * entries * 4)
  let length = 0
  for (let entry = 0; entry < entries; entry++) {
    const [out, input] = projectionShape(config, at(PROJECTIONS, entry % PROJECTIONS.length))
    table.set([4, length, length + 4 * input, at(new Uint32Array(Float32Array.of(2).buffer), 0)], (entries + entry) * 4)
    length += 4 * (input + out)
  }
  return { arena: normal(length, 0.2), table, entries, maxRank: 4 }
}

function modelFor(config: ModelConfig): ReferenceModel {
  const weights = new Map(
    weightShapes(config).map(({ name, shape }) => [
      name,
      normal(
        shape.reduce((product, size) => product * size, 1),
        name.endsWith('norm.weight') ? 1 : 0.3,
      ),
    ]),
  )
  return { config, weights, factors: factorsFor(config) }
}

const tokens = (...ids: number[]): Uint32Array => Uint32Array.from(ids)

/** One base sequence, and two of slot 1 that share a prefix. */
function rowsFor(): ReferenceRows {
  const packing = packRows([
    { slot: 0, tokens: tokens(1, 2, 3) },
    { slot: 1, tokens: tokens(4, 5, 6, 7, 8), group: 'g', sharedPrefix: 3 },
    { slot: 1, tokens: tokens(4, 5, 6, 9), group: 'g', sharedPrefix: 3 },
  ])
  const slotOf = new Uint32Array(packing.rows)
  for (let tile = 0; tile < packing.tiles.length; tile += 4) {
    const start = at(packing.tiles, tile)
    slotOf.fill(at(packing.tiles, tile + 2), start, start + at(packing.tiles, tile + 1))
  }
  return { ...packing, slotOf }
}

const ROWS = rowsFor()
const HEAD: ReferenceHead = {
  rows: tokens(0, 2, 3, 5, 6, 8),
  targets: tokens(2, 0, 5, 7, 8, 10),
  inverseTemperature: Float64Array.of(1, 1, 0.8, 1.25, 1, 1),
  weights: Float64Array.of(1, -0.5, 0.7, 1.3, -1, 0.4),
}

const lossOf = (model: ReferenceModel): number =>
  referenceLogprobs(model, referenceForward(model, ROWS), HEAD).logprobs.reduce((sum, logprob, m) => sum + logprob * at(HEAD.weights, m), 0)

/** The derivative of the loss at values[index], by central differences; values are put back. */
function slope(model: ReferenceModel, values: Float64Array, index: number): number {
  const step = 1e-5
  const held = at(values, index)
  values[index] = held + step
  const above = lossOf(model)
  values[index] = held - step
  const below = lossOf(model)
  values[index] = held
  return (above - below) / (2 * step)
}

/** Compares a few elements of a gradient with slopes, the greatest among them. */
function expectSlopes(model: ReferenceModel, values: Float64Array, gradient: Float64Array, label: string): void {
  expect(gradient.length, label).toBe(values.length)
  const greatest = gradient.reduce((best, value, index) => (Math.abs(value) > Math.abs(at(gradient, best)) ? index : best), 0)
  for (const index of new Set([0, greatest, Math.floor(values.length / 2), values.length - 1])) {
    expect(Math.abs(at(gradient, index) - slope(model, values, index)), `${label}[${index}]`).toBeLessThan(1e-7 * (1 + Math.abs(at(gradient, index))))
  }
}

describe('the gradient of the float64 decoder agrees with central differences', () => {
  test.each([true, false])('every base weight, head tied: %s', (tiedHead) => {
    const model = modelFor({ ...CONFIG, tiedHead })
    const { weights } = referenceBackward(model, ROWS, referenceForward(model, ROWS), HEAD)
    for (const [name, values] of model.weights) expectSlopes(model, values, weights.get(name) ?? new Float64Array(0), name)
  })

  test('A and B of every projection', () => {
    const model = modelFor(CONFIG)
    const { arena } = referenceBackward(model, ROWS, referenceForward(model, ROWS), HEAD)
    const factors = model.factors
    if (factors === undefined) throw new Error('the model has factors')
    expect(arena.length).toBe(factors.arena.length)
    for (let entry = 0; entry < factors.entries; entry++) {
      const [, a = 0, b = 0] = factors.table.subarray((factors.entries + entry) * 4)
      for (const index of [a, a + 7, b, b + 5]) {
        expect(Math.abs(at(arena, index) - slope(model, factors.arena, index)), `entry ${entry}, element ${index}`).toBeLessThan(1e-7)
      }
    }
  })
})

test('a shared prefix gives the logprobs of its copy', () => {
  const model = modelFor(CONFIG)
  const whole = packRows([{ slot: 1, tokens: tokens(4, 5, 6, 9) }])
  const alone = referenceForward(model, { ...whole, slotOf: Uint32Array.of(1, 1, 1, 1) })
  const shared = referenceForward(model, ROWS)
  const { width } = CONFIG
  // Row 8 of the packing is the fourth token of the second sibling.
  const gap = shared.outputNormed.subarray(8 * width, 9 * width).map((value, i) => Math.abs(value - at(alone.outputNormed, 3 * width + i)))
  expect(Math.max(...gap)).toBeLessThan(1e-12)
})
