import { expect, test } from 'vitest'
import { createRng } from '../../base/random.ts'
import { drillLine } from './corpus.ts'

const lines = Array.from({ length: 3000 }, (_, index) => drillLine(createRng([7, 7], index)))

test('a line is whole rows of printable characters, and fits the context of the base', () => {
  for (const line of lines) {
    expect(line).toMatch(/^\n([ -~]+\n)*$/)
    expect(line.length).toBeLessThanOrEqual(480)
  }
  expect(lines.filter((line) => line.length > 2).length).toBeGreaterThan(2900)
})

test('every printable character comes up often, so that none is left alike to another', () => {
  const counts = new Map<string, number>()
  for (const character of lines.join('')) counts.set(character, (counts.get(character) ?? 0) + 1)
  for (let code = 32; code < 127; code++) expect({ code, often: (counts.get(String.fromCharCode(code)) ?? 0) > 100 }).toEqual({ code, often: true })
})

test('lines differ, and one is a function of its generator', () => {
  expect(new Set(lines).size).toBeGreaterThan(2900)
  expect(drillLine(createRng([7, 7], 5))).toBe(lines[5])
})

test('no template of the gallery and no environment of the bench has its format among them', () => {
  for (const format of [/o'clock/, /price of/, /h on: /, /to the right/, /stones, take/]) expect(lines.some((line) => format.test(line))).toBe(false)
})
