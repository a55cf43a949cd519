import { describe, expect, it } from 'vitest'
import type { ErrorCode } from '../../src/base/errors.ts'
import type { RunEvent, RunEventBody } from '../../src/record/events.ts'
import { canContinue } from './can-continue.ts'
import { replayRun } from './run-view.ts'
import { sampleRun } from './testing/sample-run.ts'

const { events } = sampleRun({ run: 'r', steps: 3, groups: 2, unfinished: true })
const replayed = (...bodies: RunEventBody[]) =>
  replayRun('r', [...events, ...bodies.map((body, index): RunEvent => ({ ...body, run: 'r', seq: events.length + index }))])
const KEPT: RunEventBody = { kind: 'checkpointed', step: 3, hash: '' }
const failed = (code: ErrorCode): RunEventBody => ({ kind: 'failed', error: { code, message: 'It fell.', nextStep: 'Start again.' } })

describe('a run that is over for now', () => {
  it('can go on when it was kept and the page was closed, somebody stopped it, or the machine failed it', () => {
    expect(canContinue(replayed(KEPT))).toBe(true)
    expect(canContinue(replayed(KEPT, { kind: 'stopped', step: 3 }))).toBe(true)
    expect(canContinue(replayed(KEPT, { kind: 'paused', step: 3 }))).toBe(true)
    expect(canContinue(replayed(KEPT, failed('WORKER_DEAD')))).toBe(true)
  })

  it('cannot when nothing was kept, when it finished, or when it would only fail again', () => {
    expect(canContinue(replayed())).toBe(false)
    expect(canContinue(replayed(KEPT, failed('NOT_FINITE')))).toBe(false)
    const whole = sampleRun({ run: 'r', steps: 3, groups: 2 }).events
    expect(canContinue(replayRun('r', whole))).toBe(false)
  })

  it('is interrupted again when the page closes after it went on', () => {
    const view = replayed(KEPT, { kind: 'continued', step: 3 }, { kind: 'checkpointed', step: 4, hash: '' })
    expect([view.status, view.checkpoint, canContinue(view)]).toEqual(['interrupted', 4, true])
  })
})
