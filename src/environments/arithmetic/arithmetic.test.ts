import { describe, expect, it } from 'vitest'
import { createMessageFace } from '../faces/message-face.ts'
import { findEnvironment } from '../registry.ts'
import { checkEnvironment } from '../suite/check-environment.ts'
import { type ArithmeticState, arithmetic } from './arithmetic.ts'
import { answerOf, DEFAULT_ARITHMETIC } from './problem.ts'

describe('arithmetic-v1', () => {
  it('keeps the contract', () => {
    const report = checkEnvironment(arithmetic, {
      plays: 40,
      sampler: (state, _agent, rng) => {
        // The suite hands over states of this definition alone.
        const { problem } = state as ArithmeticState
        return String(answerOf(problem) + rng.integer(2))
      },
    })
    expect(report.checks.filter((check) => check.verdict !== 'valid')).toEqual([])
    expect(report.valid).toBe(true)
  })

  it('rewards the exact answer with its newline and nothing else', () => {
    const answers: [string, number, string | undefined][] = [
      ['right\n', 1, 'completed'],
      ['right', 0, 'parse_error'],
      ['right \n', 0, 'parse_error'],
      ['0right\n', 0, 'completed'],
      ['999\n', 0, 'completed'],
      ['\n', 0, 'parse_error'],
    ]
    for (const [text, reward, stop] of answers) {
      const face = createMessageFace(arithmetic, DEFAULT_ARITHMETIC, 5)
      const [, a, op, b] = /^\n(\d+)([+-])(\d+)=$/.exec(face.initialObservation()) ?? []
      const right = op === '+' ? Number(a) + Number(b) : Number(a) - Number(b)
      const step = face.step(text.replace('right', String(right)))
      expect([text, step.reward, step.stopReason]).toEqual([text, reward, stop])
    }
  })

  it('refuses levels that do not exist', () => {
    for (const config of [{ digits: 4 }, { digits: 1.5 }, { operations: 'divide' }, { level: 1 }, 'hard']) {
      const parsed = arithmetic.parseConfig(config)
      expect(!parsed.ok && parsed.error.code).toBe('SPEC_INVALID')
    }
  })

  it('is found by its id, and others are not', () => {
    expect(findEnvironment('arithmetic-v1').ok).toBe(true)
    const missing = findEnvironment('arithmetic-v0')
    expect(!missing.ok && missing.error.code).toBe('ENVIRONMENT_UNKNOWN')
  })
})
