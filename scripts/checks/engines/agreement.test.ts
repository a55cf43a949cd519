import { expect, test } from 'vitest'
import { agreementOf, type Curve, curvesAgree, hasLearned } from './agreement.ts'

const curve = (seed: number, sampled: readonly number[], error = 0.02): Curve => ({ seed, sampled, errors: sampled.map(() => error) })

test('means that lie apart by less than seeds do agree', () => {
  const { difference, spread, bound, agrees } = agreementOf([0.95, 0.96, 0.94], [0.96, 0.95, 0.97], 0.001)
  expect({ difference: difference.toFixed(3), spread: spread.toFixed(3), bound: bound.toFixed(4), agrees }).toEqual({
    difference: '-0.010',
    spread: '0.010',
    bound: '0.0227',
    agrees: true,
  })
})

test('an engine that learns worse by more than the noise is found', () => {
  expect(agreementOf([0.95, 0.96, 0.94], [0.91, 0.9, 0.92], 0.001).agrees).toBe(false)
})

test('seeds that lie together by chance do not make the measurement finer than it is', () => {
  expect(agreementOf([0.95, 0.95, 0.95], [0.93, 0.93, 0.93], 0.015)).toMatchObject({ spread: 0.015, agrees: true })
})

test('an engine that gets to the same end much later disagrees over the course', () => {
  const soon = [1, 2, 3].map((seed) => curve(seed, [0.5, 0.9, 0.95, 0.95], 0.01))
  const late = [1, 2, 3].map((seed) => curve(seed, [0.5, 0.5, 0.6, 0.95], 0.01))
  const { end, course } = curvesAgree(soon, late)
  expect({ end: end.agrees, course: course.agrees }).toEqual({ end: true, course: false })
})

test('one seed, or unequal numbers of seeds, cannot be compared', () => {
  expect(() => agreementOf([0.9], [0.9], 0.01)).toThrow(expect.objectContaining({ code: 'ARGUMENT_INVALID' }))
  expect(() => agreementOf([0.9, 0.9], [0.9, 0.9, 0.9], 0.01)).toThrow(expect.objectContaining({ code: 'ARGUMENT_INVALID' }))
})

test('a run that stays where it was has not learned', () => {
  expect(hasLearned(curve(1, [0.48, 0.7, 0.95]))).toBe(true)
  expect(hasLearned(curve(1, [0.48, 0.6, 0.5]))).toBe(false)
})
