import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { axisText, chartColumns, valueRange } from './chart-options.ts'
import { spread } from './edge-labels.ts'

describe('labels at the edge of a chart', () => {
  it('never cover each other while there is room, and keep their order', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 200, noNaN: true }), { maxLength: 8 }), (ys) => {
        const placed = spread(
          ys.map((y, index) => ({ text: String(index), y, color: '' })),
          0,
          200,
          13,
        )
        for (let index = 1; index < placed.length; index++) expect((placed[index]?.y ?? 0) - (placed[index - 1]?.y ?? 0)).toBeGreaterThanOrEqual(13 - 1e-9)
      }),
    )
  })
})

describe('the range of values', () => {
  it('keeps rewards in one frame and gives everything else air', () => {
    expect(valueRange(0.3, 0.9, true)).toEqual([0, 1])
    expect(valueRange(null, null, false)).toEqual([0, 1])
    const [low, high] = valueRange(-2, 6, true)
    expect(low).toBeLessThan(-2)
    expect(high).toBeGreaterThan(6)
    expect(valueRange(0, 0.001, false)[0]).toBe(0)
    // What differs in its last bits alone has an axis all the same.
    const [bottom, top] = valueRange(0.1, 0.1 + 2 ** -56, false)
    expect(top - bottom).toBeGreaterThan(0.01)
  })
})

describe('the columns of a chart', () => {
  it('carry the base to the end of the chart, and bands beside their line', () => {
    const columns = chartColumns({
      steps: [0, 10],
      until: 40,
      lines: [
        { label: 'Sampled', style: 'policy', values: [0.4, 0.6], errors: [0.1, 0.1] },
        { label: 'Base', style: 'base', values: [0.4, 0.4] },
      ],
    })
    expect(columns).toEqual([
      [0, 10, 40],
      [0.4, 0.6, null],
      [0.5, 0.7, null],
      [0.30000000000000004, 0.5, null],
      [0.4, 0.4, 0.4],
    ])
  })
})

describe('the numbers at an axis', () => {
  it('are written as everywhere on the page', () => {
    expect([0, 0.30000000000000004, 999, 1000, 50_000, -0.1, -2000].map(axisText)).toEqual([
      '0',
      '0.3',
      '999',
      '1\u00a0000',
      '50\u00a0000',
      '−0.1',
      '−2\u00a0000',
    ])
  })
})
