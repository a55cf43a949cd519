import { describe, expect, it } from 'vitest'
import { createRng } from '../../base/random.ts'
import { createPlay } from '../play.ts'
import { checkEnvironment } from '../suite/check-environment.ts'
import { type CalculatorState, calculate, calculator } from './calculator.ts'
import { calculatorLine, lineOf, recallLine } from './corpus.ts'
import { answerOf, questionOf, readProblem, splitOf } from './problem.ts'

const config = { steps: 2, calls: 2, callCost: 0.05 }
const playOf = (item: number, overrides = {}) => {
  const rng = createRng([8, 1], item)
  return createPlay(calculator, { config: { ...config, ...overrides }, split: 'train', start: rng.split(0), chance: rng.split(1) })
}

describe('calculator-v1', () => {
  it('keeps the contract', () => {
    const report = checkEnvironment(calculator, { plays: 30, sampler: (state, _agent, rng) => lineOf(state as CalculatorState, 0.4, rng) })
    expect(report.checks.filter((check) => check.verdict !== 'valid')).toEqual([])
  })

  it('answers calls with results that are read next, and pays for the answer alone', () => {
    const play = playOf(1)
    const { problem } = play.state() as CalculatorState
    expect(play.prompt('solver')).toBe(`\ntask ${questionOf(problem)}:`)
    const product = problem.a * problem.b
    expect(play.submit({ solver: `${problem.a}*${problem.b}=\n` }).rewards).toEqual({ solver: -0.05 })
    expect(play.prompt('solver')).toBe(`${product}:`)
    play.submit({ solver: `${product}${problem.op}${problem.c}=\n` })
    expect(play.prompt('solver')).toBe(`${answerOf(problem)}:`)
    expect(play.submit({ solver: `${answerOf(problem)}\n` })).toMatchObject({ rewards: { solver: 1 }, stop: 'completed', metrics: { right: 1, calls: 2 } })
  })

  it('ends at a wrong answer, at a call too many, and at what is neither call nor answer', () => {
    const wrong = playOf(2)
    expect(wrong.submit({ solver: '1\n' })).toMatchObject({ rewards: { solver: 0 }, stop: 'completed' })
    const calling = playOf(3, { callCost: 0 })
    for (let call = 0; call < 2; call++) expect(calling.submit({ solver: '2*3=\n' }).stop).toBeUndefined()
    expect(calling.submit({ solver: '2*3=\n' })).toMatchObject({ rewards: { solver: 0 }, stop: 'completed', metrics: { calls: 2 } })
    for (const text of ['2*=\n', '=\n', '2**3=\n', '2/3=\n', '12 \n', '-4\n', '7']) expect(playOf(4).submit({ solver: text }).stop).toBe('parse_error')
  })

  it('calculates as asked, below zero too', () => {
    expect([calculate('17*45='), calculate('765+12='), calculate('3-10='), calculate('765'), calculate('1+2+3=')]).toEqual([765, 777, -7, null, null])
  })

  it('reads tasks as people write them, and knows their part', () => {
    expect(readProblem(' 17 × 45 + 12 =')).toEqual({ a: 17, b: 45, op: '+', c: 12 })
    expect(readProblem('17*45')).toEqual({ a: 17, b: 45, op: null, c: 0 })
    for (const text of ['', '7*45', '17+45', '07*45', '17*45+123', '17*45+2']) expect(readProblem(text)).toBeUndefined()
    expect(splitOf({ a: 17, b: 45, op: '+', c: 12 })).toBe(splitOf({ a: 45, b: 17, op: '+', c: 12 }))
  })
})

describe('the text of the calculator', () => {
  const rng = createRng([4, 5])
  const lines = Array.from({ length: 600 }, () => calculatorLine(rng, 0.2))

  it('is calls, results and an answer, of train problems alone', () => {
    for (const line of lines) {
      const [, question] = /^\ntask ([\d*+-]+):(?:\d+[*+-]\d+=\n-?\d+:)*(?:\d+[*+-]\d+=|\d+)\n$/.exec(line) ?? expect.fail(line)
      expect(splitOf(readProblem(question ?? '') ?? expect.fail(line))).toBe('train')
    }
  })

  it('ends in the right answer always without slips, and less often with them', () => {
    const rightShare = (slips: number) => {
      const texts = Array.from({ length: 400 }, () => calculatorLine(rng, slips))
      const right = texts.filter((text) => {
        const problem = readProblem(/task (.*?):/.exec(text)?.[1] ?? '')
        return problem !== undefined && text.endsWith(`:${answerOf(problem)}\n`)
      })
      return right.length / texts.length
    }
    expect(rightShare(0)).toBe(1)
    expect(rightShare(0.3)).toBeGreaterThan(0.3)
    expect(rightShare(0.3)).toBeLessThan(0.6)
  })

  it('asks for operands by their operators: the same three in another order', () => {
    let moved = 0
    for (let i = 0; i < 100; i++) {
      const [, first, second] = /^\n((?:[-+*]\d\d){3}):((?:[-+*]\d\d){3})\n$/.exec(recallLine(rng)) ?? expect.fail()
      const pairs = (text = '') => text.match(/.../g) ?? []
      expect([...pairs(first)].sort()).toEqual([...pairs(second)].sort())
      expect(new Set(pairs(first).map(([operator]) => operator)).size).toBe(3)
      if (first !== second) moved++
    }
    expect(moved).toBeGreaterThan(70)
  })
})
