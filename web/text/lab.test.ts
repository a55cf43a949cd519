import { expect, test } from 'vitest'
import type { LabReport } from '../state/lab.ts'
import { findingsOf, verdictOf } from './lab.ts'

const none = { compared: 100, differing: 0 }
const REPORT: LabReport = {
  ...{ engine: 'cpu', device: 'processor', steps: 4, bitEqual: true, baseHash: 'a'.repeat(64), baseHashUnchanged: true, held: true },
  policies: [{ name: 'one', rank: 4, targets: ['q_proj'], state: none, sampled: none, trained: none, equalHashes: 4 }],
  sharedBatches: { sample: 4, forwardBackward: 4, optimStep: 4 },
  gradient: { nonZero: 0, looked: 50, ownNonZero: 20, besideOtherData: none },
}
const broken = (change: Partial<LabReport>): number => findingsOf({ ...REPORT, ...change }).filter(({ held }) => !held).length

test('what held is said for every fact, and each that broke is said to have', () => {
  expect(broken({})).toBe(0)
  expect(broken({ policies: REPORT.policies.map((one) => ({ ...one, trained: { compared: 100, differing: 1 } })) })).toBe(1)
  expect(broken({ sharedBatches: { sample: 4, forwardBackward: 0, optimStep: 4 } })).toBe(1)
  expect(broken({ gradient: { ...REPORT.gradient, nonZero: 1 } })).toBe(1)
  expect(broken({ gradient: { ...REPORT.gradient, ownNonZero: 0 } })).toBe(1)
  expect(broken({ gradient: { ...REPORT.gradient, besideOtherData: { compared: 9, differing: 2 } } })).toBe(1)
  expect(broken({ baseHashUnchanged: false })).toBe(1)
  expect(verdictOf({ ...REPORT, held: false })).toContain('did not hold')
})
