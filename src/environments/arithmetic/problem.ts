// One arithmetic problem: two operands and an operation, its answer, and the part of the problem set that it
// belongs to. The part is decided by a hash of the problem alone, so that pretraining, training and evaluation
// agree on it without sharing a list. Knows nothing of prompts, rewards or tokens.

import { philox, type Rng } from '../../base/random.ts'
import type { Split } from '../contract.ts'

export type Operation = '+' | '-'

export type Problem = {
  readonly a: number
  readonly op: Operation
  readonly b: number
}

export type ArithmeticConfig = {
  /** The greatest number of digits of an operand. */
  readonly digits: number
  /** The share of operands that have all `digits` digits; the rest are shorter. */
  readonly longShare: number
  readonly operations: 'add' | 'subtract' | 'both'
}

/** The level of the shipped base and of the `arithmetic` presets. */
export const DEFAULT_ARITHMETIC: ArithmeticConfig = { digits: 2, longShare: 0.8, operations: 'both' }

export const HELD_OUT_SHARE = 0.2
export const VALIDATION_SHARE = 0.1

export const answerOf = (problem: Problem): number => (problem.op === '+' ? problem.a + problem.b : problem.a - problem.b)

export const questionOf = (problem: Problem): string => `${problem.a}${problem.op}${problem.b}=`

/**
 * The part of the problem set. 17+45 and 45+17 fall into the same part: knowing one would give the other away.
 * The key spells "arithmet"; changing it changes every split, and with it the environment's version.
 */
export function splitOf(problem: Problem): Split {
  const swap = problem.op === '+' && problem.a < problem.b
  const first = swap ? problem.b : problem.a
  const second = swap ? problem.a : problem.b
  const [word] = philox([0x61726974, 0x686d6574], [first, second, problem.op === '+' ? 1 : 2, 0])
  const share = word / 0x1_0000_0000
  if (share < HELD_OUT_SHARE) return 'heldOut'
  return share < HELD_OUT_SHARE + VALIDATION_SHARE ? 'validation' : 'train'
}

/** A problem as people write it, with or without the equals sign; undefined when it is none that an answer of digits fits. */
export function readProblem(text: string): Problem | undefined {
  const found = /^\s*(\d{1,3})\s*([+\-−])\s*(\d{1,3})\s*=?\s*$/.exec(text)
  if (found === null) return undefined
  const [a, b] = [Number(found[1]), Number(found[3])]
  const op: Operation = found[2] === '+' ? '+' : '-'
  return op === '-' && a < b ? undefined : { a, op, b }
}

function drawOperand(rng: Rng, config: ArithmeticConfig): number {
  const least = config.digits === 1 ? 0 : 10 ** (config.digits - 1)
  if (config.digits === 1 || rng.float() < config.longShare) return least + rng.integer(10 ** config.digits - least)
  return rng.integer(least)
}

/** A problem of one part, by rejection: the distribution within a part is that of the level. */
export function drawProblem(rng: Rng, config: ArithmeticConfig, split: Split): Problem {
  for (;;) {
    const op: Operation = config.operations === 'both' ? (rng.integer(2) === 0 ? '+' : '-') : config.operations === 'add' ? '+' : '-'
    const x = drawOperand(rng, config)
    const y = drawOperand(rng, config)
    // Answers are never negative, so that an answer is digits alone.
    const problem: Problem = op === '-' && x < y ? { a: y, op, b: x } : { a: x, op, b: y }
    if (splitOf(problem) === split) return problem
  }
}
