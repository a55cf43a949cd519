// A task that a person writes: `triangle 40 60`, `circle 7`. Refused where no figure has these numbers.

import { fail, ok, type Result } from '../../base/result.ts'
import type { ParseFailure } from '../contract.ts'
import { TINY_STYLE } from './figure-style.ts'
import { type GeometryProblem, KIND_NAMES } from './problem.ts'
import type { GeometryState } from './task.ts'

const TASK = new RegExp(`^\\s*(${KIND_NAMES.join('|')})\\s+(\\d{1,3})(?:[\\s,]+(\\d{1,3}))?(?:\\s*/(\\d{1,2}))?\\s*$`)

/** A kind and its numbers, a form after a slash where a kind has several. */
export function readTask(text: string): Result<GeometryState, ParseFailure> {
  const [, kind, a, b, variant] = TASK.exec(text) ?? []
  const name = KIND_NAMES.find((one) => one === kind)
  const refused = fail({ reason: `a task is a kind and its numbers, such as triangle 40 60 or circle 7; kinds are ${KIND_NAMES.join(', ')}` })
  if (name === undefined || a === undefined) return refused
  const problem: GeometryProblem = { kind: name, a: Number(a), b: Number(b ?? 0), variant: Number(variant ?? 0), drawing: 1 }
  return isSound(problem) ? ok({ problem, style: TINY_STYLE, answers: [], over: false }) : fail({ reason: `there is no ${name} with these numbers` })
}

/** Whether the numbers make a figure and a right answer. */
function isSound({ kind, a, b, variant }: GeometryProblem): boolean {
  if (a < 1 || a > 180) return false
  switch (kind) {
    case 'triangle':
      return variant === 0 ? b >= 1 && a + b < 180 : b === 0 && (variant === 1 ? a < 180 && a % 2 === 0 : variant === 2 && a < 90)
    case 'ruler':
      return a <= 14 && b === 0 && variant <= 1
    case 'right':
      return b >= 1 && b < 100 && a < 100 && (variant === 1 ? a < b && Number.isInteger(Math.sqrt(b * b - a * a)) : variant === 0 || variant === 2)
    case 'parallel':
      return a + b < 180 && variant < 16
    case 'rectangle':
      return b >= 1 && a < 100 && (variant < 2 || (variant === 2 && b % a === 0))
    case 'circle':
      return b === 0 && a < 100 && variant < 6
  }
}
