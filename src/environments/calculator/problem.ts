// A problem for the calculator: a product of two two-digit numbers, and a third one added to it or taken from it. Too much
// to know by heart, two calls for who asks. Every operand has two digits: small bases copy by distance. The part of the problem set comes from a hash of the problem alone.

import { philox, type Rng } from '../../base/random.ts'
import type { Split } from '../contract.ts'

export type CalculatorProblem = {
  readonly a: number
  readonly b: number
  /** Null: the product alone. */
  readonly op: '+' | '-' | null
  readonly c: number
}

export const questionOf = ({ a, b, op, c }: CalculatorProblem): string => (op === null ? `${a}*${b}` : `${a}*${b}${op}${c}`)
export const answerOf = ({ a, b, op, c }: CalculatorProblem): number => (op === null ? a * b : op === '+' ? a * b + c : a * b - c)

/** The key spells "calculat"; changing it changes every split. 17*45 and 45*17 fall into the same part. */
export function splitOf({ a, b, op, c }: CalculatorProblem): Split {
  const [word] = philox([0x63616c63, 0x756c6174], [Math.max(a, b), Math.min(a, b), op === null ? 0 : op === '+' ? 1 : 2, c])
  const share = word / 0x1_0000_0000
  return share < 0.2 ? 'heldOut' : share < 0.3 ? 'validation' : 'train'
}

/** `steps`: 1 asks for products alone, 2 for a product and what is added or taken. */
export function drawProblem(rng: Rng, steps: number, split: Split): CalculatorProblem {
  for (;;) {
    const [a, b, c] = [10 + rng.integer(90), 10 + rng.integer(90), 10 + rng.integer(90)]
    const op = rng.integer(2) === 0 ? '+' : '-'
    const problem: CalculatorProblem = steps === 1 ? { a, b, op: null, c: 0 } : { a, b, op, c }
    if (splitOf(problem) === split) return problem
  }
}

/** A problem as people write it; undefined when it is none. */
export function readProblem(text: string): CalculatorProblem | undefined {
  const found = /^\s*(\d{2})\s*[*×]\s*(\d{2})\s*(?:([+\-−])\s*([1-9]\d)\s*)?=?\s*$/.exec(text)
  if (found === null) return undefined
  const [a, b] = [Number(found[1]), Number(found[2])]
  if (a < 10 || b < 10) return undefined
  return { a, b, op: found[3] === undefined ? null : found[3] === '+' ? '+' : '-', c: Number(found[4] ?? 0) }
}
