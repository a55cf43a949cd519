// The text that a base for the calculator is pretrained on: agents that call as they should, and, with noise, slip: a digit
// of a call or of an answer is off, the last step is left out, or a number is said without asking.

import { at } from '../../base/assert.ts'
import type { Rng } from '../../base/random.ts'
import { transcripts } from '../transcript.ts'
import { type CalculatorState, calculator, nextLine } from './calculator.ts'

export function lineOf(state: CalculatorState, slips: number, rng: Rng): string {
  const right = nextLine(state)
  if (rng.float() >= slips) return right
  const last = state.results.at(-1)
  switch (rng.integer(3)) {
    case 0:
      return oneDigitOff(right, rng)
    case 1:
      // The product alone, as if nothing were left to do.
      return last === undefined ? oneDigitOff(right, rng) : String(Math.abs(last))
    default:
      return String(1 + rng.integer(9999))
  }
}

function oneDigitOff(line: string, rng: Rng): string {
  const places = [...line].flatMap((character, index) => (/\d/.test(character) ? [index] : []))
  const index = at(places, rng.integer(places.length))
  return `${line.slice(0, index)}${(Number(line[index]) + 1 + rng.integer(8)) % 10}${line.slice(index + 1)}`
}

/** A third of the games are of one step. `slips`: how often a line is not the one of the shortest way. */
export function calculatorLine(rng: Rng, slips: number): string {
  const config = { steps: rng.integer(3) === 0 ? 1 : 2, calls: 4, callCost: 0 }
  return transcripts(calculator, { config, rng, act: (state, _agent, own) => lineOf(state, slips, own) })['solver'] ?? ''
}

const OPERATORS = ['+', '-', '*'] as const

/**
 * Three operands by their operators, and the same again in another order: `-96+17*45:+17*45-96`. A second call needs the
 * operand that stood behind an operator some way back, at no fixed distance; games ask that once in forty characters.
 */
export function recallLine(rng: Rng): string {
  const pairs = OPERATORS.map((operator) => `${operator}${10 + rng.integer(90)}`)
  return `\n${shuffled(pairs, rng).join('')}:${shuffled(pairs, rng).join('')}\n`
}

function shuffled<Item>(items: readonly Item[], rng: Rng): Item[] {
  const left = [...items]
  return items.flatMap(() => left.splice(rng.integer(left.length), 1))
}
