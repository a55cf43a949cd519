import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountOf, formatQuantity, quantity, readQuantity, rootOf, sameQuantity } from './quantity.ts'

const says = (text: string, right: Parameters<typeof sameQuantity>[1]): boolean | null => {
  const written = readQuantity(text)
  return written === null ? null : sameQuantity(written, right)
}

describe('a written quantity', () => {
  it('counts by its value, in any simple form', () => {
    for (const text of ['62', '62°', '62 degrees', '62.0', '124/2', ' 62 ', '62 deg']) expect([text, says(text, quantity(62, '°'))]).toEqual([text, true])
    for (const text of ['9pi', '9π', '9*pi', '9 pi cm^2', '18pi/2', '28.27', '28.274'])
      expect([text, says(text, quantity(9, 'cm²', { pi: true }))]).toEqual([text, true])
    for (const text of ['6*sqrt(5)', '6√5', '6 sqrt 5', '13.42', 'sqrt(180)', '13.416 cm']) expect([text, says(text, rootOf(180, 'cm'))]).toEqual([text, true])
  })

  it('is wrong with another value, another unit, or too few places', () => {
    for (const text of ['61', '62 cm', '-62', '62.4']) expect([text, says(text, quantity(62, '°'))]).toEqual([text, false])
    for (const text of ['9', '28', '28.3', '28.28', '9pi cm', '9pi°']) expect([text, says(text, quantity(9, 'cm²', { pi: true }))]).toEqual([text, false])
  })

  it('is none when it is no number', () => {
    for (const text of ['', ' ', 'cm', '°', '-', '/2', '1/0', 'pi/0', '62 apples', '6 2', '1e5', 'sqrt()', '62\n62', '√', '9'.repeat(400)])
      expect(readQuantity(text)).toBeNull()
  })

  it('never throws, whatever the text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[-0-9./ *√()sqrtpiπ°cmdeg²^]*$/)), (text) => {
        const written = readQuantity(text)
        expect(written === null || Number.isFinite(amountOf(written))).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('is read back as what it was written from', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 1, max: 400 }), fc.boolean(), fc.boolean(), (factor, under, pi, plain) => {
        const { root, factor: lead } = rootOf(under, 'cm')
        const right = quantity(factor * lead, 'cm', { root, pi })
        expect(says(formatQuantity(right, plain), right)).toBe(true)
        expect(says(formatQuantity({ ...right, factor: right.factor + 1 }, plain), right)).toBe(false)
      }),
    )
  })
})
