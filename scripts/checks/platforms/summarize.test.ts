import { expect, test } from 'vitest'
import type { CaseOutcome, SuiteReport } from './suite.ts'
import { figuresOf } from './summarize.ts'

const outcome = (change: Partial<CaseOutcome> = {}): CaseOutcome => ({ suite: 'kernels', subject: 'embed', name: '3', passed: true, error: 1e-7, ...change })
const report = (outcomes: readonly CaseOutcome[], uncaptured: readonly string[] = []): SuiteReport => ({
  engine: 'wgsl',
  device: 'd',
  variants: {},
  shaderHash: 'h',
  outcomes,
  uncaptured,
})

test('the worst error by subject, and who failed by name', () => {
  const figures = figuresOf(report([outcome(), outcome({ error: 3e-7 }), outcome({ subject: 'rope', passed: false, error: Number.POSITIVE_INFINITY })]))
  expect(figures).toMatchObject({ ok: false, cases: 3, failed: ['rope: 3 (Infinity)'], worst: { embed: 3e-7, rope: Number.MAX_VALUE } })
})

test('nothing tested is nothing proved, and a device that complains has not passed', () => {
  expect(figuresOf(report([outcome()])).ok).toBe(true)
  expect(figuresOf(report([])).ok).toBe(false)
  expect(figuresOf(report([outcome()], ['out of range'])).ok).toBe(false)
})
