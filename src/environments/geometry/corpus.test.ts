import { describe, expect, it } from 'vitest'
import { PICTURE_MARK } from '../../base/picture-mark.ts'
import { createRng } from '../../base/random.ts'
import { figureLine, numbersLine, spelledLine, TINY_MIX } from './corpus.ts'

const lines = (noise: number, mix = TINY_MIX, count = 400) => Array.from({ length: count }, (_, item) => figureLine(createRng([2, 7], item), noise, mix))

describe('the text of geometry', () => {
  it('is figures with answers, and sums that are right', () => {
    for (const { text, pictures } of lines(0)) {
      const sum = /^\n(180-)?(\d\d)([+-])(\d\d)=(\d+)\n$/.exec(text)
      expect(text.split(PICTURE_MARK).length - 1).toBe(pictures.length)
      if (pictures.length === 1) expect(text).toMatch(new RegExp(`^${PICTURE_MARK}\\n(angle|length):\\d{1,3}\\n$`))
      else expect(Number(sum?.[5])).toBe(sum?.[1] === undefined ? Number(sum?.[2]) + Number(sum?.[4]) : 180 - Number(sum[2]) - Number(sum[4]))
    }
  })

  it('has its shares, and slips as often as it is told', () => {
    const clean = lines(0)
    expect(clean.filter(({ pictures }) => pictures.length === 0).length / clean.length).toBeCloseTo(0.25, 1)
    const pairs = lines(0.5).map((line, index) => [line.text, clean[index]?.text])
    const figures = pairs.filter(([text]) => text?.startsWith(PICTURE_MARK))
    expect(figures.filter(([text, right]) => text !== right).length / figures.length).toBeCloseTo(0.5, 1)
  })

  it('can go on after a wrong answer', () => {
    for (const { text } of lines(0, { ...TINY_MIX, againShare: 1, textShare: 0 }, 60)) expect(text).toMatch(/:(\d+)\n\1 no:\d+\n$/)
  })
})

describe('lines that help a base to see', () => {
  it('read the numbers off a figure', () => {
    for (let item = 0; item < 40; item++) {
      const { text, pictures } = numbersLine(createRng([2, 8], item))
      expect(text).toMatch(new RegExp(`^${PICTURE_MARK}\\nnumbers:\\d\\d,\\d\\d\\n$`))
      expect(pictures).toHaveLength(1)
    }
  })

  it('spell the figure out, a sign a row, with the right answer', () => {
    for (let item = 0; item < 40; item++) {
      const text = spelledLine(createRng([2, 9], item))
      const [, first, second, answer] = /^ {12}(\d\d)(\d\d)\nangle:(\d+)\n$/.exec(text) ?? expect.fail(text)
      expect(Number(answer)).toBe(180 - Number(first) - Number(second))
    }
  })
})
