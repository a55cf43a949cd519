import { describe, expect, it } from 'vitest'
import { createRng } from '../../base/random.ts'
import { checkEnvironment } from '../suite/check-environment.ts'
import { choice } from './choice.ts'
import { choiceLine } from './corpus.ts'
import { drawFormat, drawQuestion, RULES } from './format.ts'

describe('choice-v1', () => {
  it('keeps the contract, with every rule', () => {
    for (const rule of ['drawn', ...RULES]) {
      const report = checkEnvironment(choice, { plays: rule === 'drawn' ? 25 : 3, config: { rule } })
      expect(report.checks.filter((check) => check.verdict !== 'valid')).toEqual([])
    }
  })

  it('has options that can be told apart, at least one of them right, and never two notations alike', () => {
    const formats = new Set<string>()
    for (let item = 0; item < 400; item++) {
      const rng = createRng([6, 7], item)
      const format = drawFormat(rng)
      formats.add(JSON.stringify(format))
      for (const rule of RULES) {
        const { options, right, text } = drawQuestion(format, rule, rng)
        expect(new Set(options).size).toBe(format.options)
        expect(right.length).toBeGreaterThan(0)
        for (const option of right) expect(options).toContain(option)
        for (const option of options) expect(text).toContain(option)
      }
    }
    expect(formats.size).toBe(400)
  })

  it('decides as its rule says', () => {
    const format = { word: 'zug', open: ': ', between: ',', ask: '?', right: 'ok', wrong: 'no', options: 3, labels: 'letters' } as const
    for (let item = 0; item < 50; item++) {
      const of = (rule: (typeof RULES)[number]) => drawQuestion(format, rule, createRng([1, 9], item))
      const digitOf = (text: string, option: string) => Number(new RegExp(`[ ,]${option}(\\d)`).exec(text)?.[1])
      const most = of('most')
      expect(most.right).toEqual([[...most.options].sort((a, b) => digitOf(most.text, b) - digitOf(most.text, a))[0]])
      const least = of('least')
      expect(least.right).toEqual([[...least.options].sort((a, b) => digitOf(least.text, a) - digitOf(least.text, b))[0]])
      const odd = of('odd')
      expect(odd.options.filter((option) => digitOf(odd.text, option) === digitOf(odd.text, odd.right[0] ?? ''))).toEqual(odd.right)
      expect(of('named').text).toBe(`zug ${of('named').right[0]}: ${of('named').options.join(',')}?`)
      expect(of('first').right).toEqual([of('first').options[0]])
      expect(of('last').right).toEqual([of('last').options[2]])
    }
  })

  it('tells whether the last answer was right, where the notation does', () => {
    for (let item = 0; item < 30; item++) {
      const state = choice.init({ rounds: 3, rule: 'first' }, 'train', createRng([2, 2], item))
      const answered = (answer: string) => choice.observe(choice.step(state, { player: answer }, createRng([1, 1])).state, 'player').verdict
      const [first, second] = state.questions[0]?.options ?? []
      expect([answered(first ?? ''), answered(second ?? '')]).toEqual([state.format.right, state.format.wrong])
    }
  })
})

describe('the text of choices', () => {
  it('is short, printable, and seldom the same twice', () => {
    const rng = createRng([4, 5])
    const lines = Array.from({ length: 500 }, () => choiceLine(rng))
    for (const line of lines) expect(line).toMatch(/^\n([ -~]+\n){1,5}$/)
    expect(new Set(lines).size).toBeGreaterThan(495)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(256)
  })
})
