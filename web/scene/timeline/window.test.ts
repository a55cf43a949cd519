import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { panned, ticks, within, zoomed } from './window.ts'

const length = 10_000
const window = fc
  .tuple(fc.double({ min: 0, max: length, noNaN: true }), fc.double({ min: 1, max: length, noNaN: true }))
  .map(([from, span]) => within({ from, to: from + span }, length))

describe('the window of a timeline', () => {
  it('never leaves the run, however it is moved', () => {
    fc.assert(
      fc.property(window, fc.double({ min: -3, max: 3, noNaN: true }), fc.double({ min: 0.01, max: 100, noNaN: true }), (shown, share, factor) => {
        for (const moved of [panned(shown, share, length), zoomed(shown, factor, 0.5, length)]) {
          expect(moved.from).toBeGreaterThanOrEqual(0)
          expect(moved.to).toBeLessThanOrEqual(length + 1e-6)
          expect(moved.to).toBeGreaterThan(moved.from)
        }
      }),
    )
  })

  it('keeps the time under the pointer in its place while it comes closer', () => {
    const shown = { from: 2000, to: 6000 }
    const closer = zoomed(shown, 0.25, 0.3, length)
    expect(closer.from + 0.3 * (closer.to - closer.from)).toBeCloseTo(3200, 6)
    expect(closer.to - closer.from).toBeCloseTo(1000, 6)
  })

  it('labels round times only', () => {
    expect(ticks({ from: 130, to: 1130 }, 5)).toEqual([200, 400, 600, 800, 1000])
  })
})
