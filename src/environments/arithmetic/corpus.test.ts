import { describe, expect, it } from 'vitest'
import { createRng } from '../../base/random.ts'
import { CLEAN_CORPUS, corpusLine } from './corpus.ts'
import {
  type ArithmeticConfig,
  answerOf,
  DEFAULT_ARITHMETIC,
  drawProblem,
  HELD_OUT_SHARE,
  type Operation,
  type Problem,
  splitOf,
  VALIDATION_SHARE,
} from './problem.ts'

const rng = (item = 0) => createRng([7, 11], item)

function problemIn(line: string): { problem: Problem; answer: number } | null {
  const match = /^\n(\d+)([+-])(\d+)=(\d+)\n$/.exec(line)
  if (match === null) return null
  const op: Operation = match[2] === '+' ? '+' : '-'
  return { problem: { a: Number(match[1]), op, b: Number(match[3]) }, answer: Number(match[4]) }
}

const lines = (count: number, noise: number) => {
  const source = rng()
  return Array.from({ length: count }, () => corpusLine(source, { ...CLEAN_CORPUS, noise }))
}

describe('the corpus', () => {
  it('is a pure function of its generator', () => {
    expect(lines(50, 0.5)).toEqual(lines(50, 0.5))
  })

  it('holds no problem of the validation or the held-out split', () => {
    const problems = lines(4000, 0.5).flatMap((line) => problemIn(line) ?? [])
    expect(problems.every(({ problem }) => splitOf(problem) === 'train')).toBe(true)
  })

  it('has the stated share of sums and differences, and 1 to 20 characters of printable ASCII between newlines', () => {
    const all = lines(4000, 0)
    expect(all.filter((line) => problemIn(line) !== null).length / all.length).toBeCloseTo(CLEAN_CORPUS.arithmeticShare, 1)
    expect(all.every((line) => /^\n[ -~]{1,20}\n$/.test(line))).toBe(true)
  })

  it('is right without noise and wrong at the stated rate with it', () => {
    const wrongShare = (noise: number) => {
      const problems = lines(4000, noise).flatMap((line) => problemIn(line) ?? [])
      return problems.filter(({ problem, answer }) => answer !== answerOf(problem)).length / problems.length
    }
    expect(wrongShare(0)).toBe(0)
    expect(wrongShare(1)).toBe(1)
    expect(wrongShare(0.5)).toBeCloseTo(0.5, 1)
  })
})

describe('the split', () => {
  it('holds out the stated shares of all two-digit problems', () => {
    const counts = { train: 0, validation: 0, heldOut: 0 }
    for (let a = 10; a < 100; a++) for (let b = 10; b <= a; b++) for (const op of ['+', '-'] as const) counts[splitOf({ a, op, b })]++
    const total = counts.train + counts.validation + counts.heldOut
    expect(counts.heldOut / total).toBeCloseTo(HELD_OUT_SHARE, 1)
    expect(counts.validation / total).toBeCloseTo(VALIDATION_SHARE, 1)
  })

  it('puts a sum and its mirror image into the same part', () => {
    for (let a = 0; a < 100; a++) for (let b = 0; b < a; b++) expect(splitOf({ a, op: '+', b })).toBe(splitOf({ a: b, op: '+', b: a }))
  })

  it('has problems in every part at every level', () => {
    for (const digits of [1, 2, 3])
      for (const operations of ['add', 'subtract', 'both'] as const) {
        const config: ArithmeticConfig = { ...DEFAULT_ARITHMETIC, digits, operations }
        for (const split of ['train', 'validation', 'heldOut'] as const) expect(splitOf(drawProblem(rng(2), config, split))).toBe(split)
      }
  })
})
