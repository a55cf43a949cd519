import { expect, test } from 'vitest'
import type { AuditViolation, StepAudit } from '../../src/record/step-audit.ts'
import { withAudit } from './audit-view.ts'

const violation: AuditViolation = {
  check: 'order',
  name: 'wrong_turn',
  episode: 3,
  turn: 1,
  agent: 'a',
  expected: 'b',
  found: 'a',
  sentence: 'a acted in place of b.',
}
const audit = (episode: number, change: Partial<StepAudit> = {}): StepAudit => ({
  ...{ episodes: 8, checksHeld: 10, held: { order: 6, rewards: 4 }, violationCount: 0, violations: [], turns: { episode, turns: [], waits: [] } },
  ...change,
})

test('an audit adds up over steps, and keeps the first violation with its episode', () => {
  const first = withAudit(withAudit(null, 1, audit(0)), 2, audit(8))
  expect(first).toMatchObject({
    steps: 2,
    checksHeld: 20,
    violations: 0,
    held: { order: 12, rewards: 8 },
    first: null,
    turns: { step: 2, episode: { episode: 8 } },
  })
  const broken = withAudit(first, 3, audit(3, { violationCount: 2, violations: [violation] }))
  expect(withAudit(broken, 4, audit(40))).toMatchObject({ violations: 2, first: { step: 3, violation }, turns: { step: 3, episode: { episode: 3 } } })
})
