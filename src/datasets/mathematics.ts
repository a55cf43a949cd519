// Whether a written answer is the right one: by value for numbers in simple forms, by a computer algebra library for fractions,
// radicals, LaTeX and expressions, by text for the rest. The library (@cortex-js/compute-engine) is heavy and loads when a judge is
// made. What it may not be asked, because it could think for ever, is compared as text.

import type { BoxedExpression, ComputeEngine } from '@cortex-js/compute-engine'
import { readQuantity, sameQuantity } from '../environments/geometry/quantity.ts'
import { lastBoxed } from './boxed.ts'
import { asLatex, bareAnswer, isSafe, LONGEST_ANSWER } from './written-answer.ts'

export interface Judge {
  /** Null, or why this cannot be an answer, as a sentence. */
  complaint(answer: string): string | null
  isRight(written: string, right: string): boolean
}

const KEPT = 8192
const EXACT = 1e-9
/** Where expressions with unknowns are compared. */
const POINTS = [0.37, 1.73, -2.41]

export async function createJudge(): Promise<Judge> {
  const { ComputeEngine: Engine } = await import('@cortex-js/compute-engine')
  return judgeWith(new Engine())
}

function judgeWith(engine: ComputeEngine): Judge {
  const verdicts = new Map<string, boolean>()
  const parsed = new Map<string, BoxedExpression | null>()
  const read = (bare: string): BoxedExpression | null => {
    const known = parsed.get(bare)
    if (known !== undefined) return known
    const found = parse(engine, bare)
    if (parsed.size >= KEPT) parsed.clear()
    parsed.set(bare, found)
    return found
  }
  const decide = (written: string, right: string): boolean => {
    const [said, meant] = [bareAnswer(lastBoxed(written) ?? written), bareAnswer(right)]
    if (said === '') return false
    if (withoutSpace(said) === withoutSpace(meant)) return true
    const [saidNumber, meantNumber] = [readQuantity(said), readQuantity(meant)]
    if (saidNumber !== null && meantNumber !== null) return sameQuantity(saidNumber, { ...meantNumber, unit: meantNumber.unit ?? saidNumber.unit ?? 'cm' })
    const [a, b] = [read(said), read(meant)]
    return a !== null && b !== null && sameExpression(a, b, decimalsOf(said))
  }
  return {
    complaint(answer) {
      const bare = bareAnswer(answer)
      if (bare === '') return 'The answer is empty.'
      if (answer.length > LONGEST_ANSWER) return `The answer is longer than ${LONGEST_ANSWER} signs.`
      if (readQuantity(bare) !== null || /^[\p{L} ]+$/u.test(bare)) return null
      // What is not safe to be read is compared as text.
      if (!isSafe(asLatex(bare))) return /^[^\\{}^_]*$/.test(bare) ? null : 'The answer holds signs or commands that are not read as mathematics.'
      return read(bare) === null ? 'The answer cannot be read as mathematics.' : null
    },
    isRight(written, right) {
      const key = `${written}\n\n${right}`
      const known = verdicts.get(key)
      if (known !== undefined) return known
      if (verdicts.size >= KEPT) verdicts.clear()
      const verdict = written.length <= 4 * LONGEST_ANSWER && decide(written, right)
      verdicts.set(key, verdict)
      return verdict
    },
  }
}

function parse(engine: ComputeEngine, bare: string): BoxedExpression | null {
  const latex = asLatex(bare)
  if (!isSafe(latex)) return null
  try {
    const expression = engine.parse(latex)
    return expression.isValid && expression.json !== 'Nothing' ? expression : null
  } catch {
    return null
  }
}

function sameExpression(a: BoxedExpression, b: BoxedExpression, decimals: number): boolean {
  try {
    if (a.isSame(b) || a.isEqual(b) === true) return true
    const unknowns = [...new Set([...a.unknowns, ...b.unknowns])]
    if (unknowns.length > 0) return unknowns.length <= 4 && POINTS.every((point) => agree(at(a, unknowns, point), at(b, unknowns, point), 0))
    return agree(a.N().re, b.N().re, decimals)
  } catch {
    return false
  }
}

const at = (expression: BoxedExpression, unknowns: readonly string[], point: number): number =>
  expression.subs(Object.fromEntries(unknowns.map((name, place) => [name, point + 0.59 * place]))).N().re

/** Equal, or a decimal of two places or more that the other one rounds to. */
function agree(a: number, b: number, decimals: number): boolean {
  if (!Number.isFinite(a) || !Number.isFinite(b)) return false
  const exact = EXACT * Math.max(1, Math.abs(b))
  return Math.abs(a - b) <= exact || (decimals >= 2 && Math.abs(a - b) <= 0.5 / 10 ** decimals + exact)
}

const decimalsOf = (text: string): number => /^-?\d+\.(\d+)$/.exec(text)?.[1]?.length ?? 0
const withoutSpace = (text: string): string => text.replaceAll(/\s+/g, '')
