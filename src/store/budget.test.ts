import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rowsToDrop } from './budget.ts'
import type { TokenRow } from './schema.ts'

const row = (step: number, bytes = 10): TokenRow => ({ run: 'r', arm: 'policy', step, bytes, hash: '' })

describe('the budget of token detail', () => {
  it('drops nothing that fits', () => {
    expect(rowsToDrop([row(1), row(2)], 20)).toEqual([])
  })

  it('keeps the first step and the newest, and thins what lies between evenly', () => {
    const rows = Array.from({ length: 100 }, (_, index) => row(index + 1))
    const dropped = new Set(rowsToDrop(rows, 500).map((one) => one.step))
    const kept = rows.map((one) => one.step).filter((step) => !dropped.has(step))
    expect(kept.length).toBe(50)
    expect(kept[0]).toBe(1)
    expect(kept.slice(-8)).toEqual([93, 94, 95, 96, 97, 98, 99, 100])
    const gaps = kept.slice(1).map((step, index) => step - (kept[index] ?? 0))
    expect(Math.max(...gaps)).toBeLessThanOrEqual(4)
  })

  it('always ends within the budget, but for a single step that exceeds it alone', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 60 }), fc.integer({ min: 0, max: 20_000 }), (sizes, budget) => {
        const rows = sizes.map((bytes, index) => row(index, bytes))
        const dropped = rowsToDrop(rows, budget)
        const kept = rows.filter((one) => !dropped.includes(one))
        const total = kept.reduce((sum, one) => sum + one.bytes, 0)
        expect(total <= budget || kept.length === 1).toBe(true)
        expect(kept.at(-1)).toBe(rows.at(-1))
      }),
    )
  })
})
