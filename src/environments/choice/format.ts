// How a small choice game is told: words, marks and a rule, all drawn at random. A base that has read many of them has
// met the like of a game that somebody writes tomorrow: options in some notation, a question mark of some kind, an
// answer that some rule makes right. Pure; knows no rounds and no rewards.

import { at } from '../../base/assert.ts'
import { permutation, type Rng } from '../../base/random.ts'

/** What makes an option right. `any`: nothing does, every option is as good. */
export const RULES = ['first', 'last', 'most', 'least', 'named', 'odd', 'any'] as const
export type Rule = (typeof RULES)[number]

export type Format = {
  readonly word: string
  readonly open: string
  readonly between: string
  readonly ask: string
  /** What follows an answer that was right, and one that was wrong; empty where the game keeps silent. */
  readonly right: string
  readonly wrong: string
  readonly options: number
  readonly labels: 'letters' | 'digits' | 'words'
}

/** One question: what is read, the options, and those that are right. */
export type Question = {
  readonly text: string
  readonly options: readonly string[]
  readonly right: readonly string[]
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const DIGITS = '0123456789'
const VERDICTS: readonly (readonly [string, string])[] = [
  ['', ''],
  ['+', '-'],
  ['ok', 'no'],
  ['y', 'n'],
  ['right', 'wrong'],
  ['1', '0'],
]

const word = (rng: Rng, least: number, most: number): string =>
  Array.from({ length: least + rng.integer(most - least + 1) }, () => at(LETTERS, rng.integer(LETTERS.length))).join('')

export function drawFormat(rng: Rng): Format {
  const [right, wrong] = at(VERDICTS, rng.integer(VERDICTS.length))
  return {
    word: word(rng, 1, 6),
    open: at([' ', ':', ': ', '(', '[', ' - '], rng.integer(6)),
    between: at([',', ' ', '|', ';', '/', ', '], rng.integer(6)),
    ask: at(['?', '>', '=', '!', ')', ']', ' >', ' ?'], rng.integer(8)),
    right,
    wrong,
    options: 2 + rng.integer(3),
    labels: at(['letters', 'digits', 'words'] as const, rng.integer(3)),
  }
}

function drawLabels(format: Format, rng: Rng): readonly string[] {
  if (format.labels !== 'words') {
    const characters = format.labels === 'letters' ? LETTERS : DIGITS
    return permutation(characters.length, rng)
      .slice(0, format.options)
      .map((index) => at(characters, index))
  }
  const words = new Set<string>()
  while (words.size < format.options) words.add(word(rng, 2, 4))
  return [...words]
}

/** Values stand beside the options where the rule is about them; a digit after a digit is set off by a dot. */
export function drawQuestion(format: Format, rule: Rule, rng: Rng): Question {
  const options = drawLabels(format, rng)
  const told = (texts: readonly string[], head = ''): string => `${format.word}${head}${format.open}${texts.join(format.between)}${format.ask}`
  const withValues = (values: readonly number[]): readonly string[] =>
    options.map((option, i) => `${option}${format.labels === 'digits' ? '.' : ''}${values[i] ?? 0}`)
  switch (rule) {
    case 'first':
      return { text: told(options), options, right: [at(options, 0)] }
    case 'last':
      return { text: told(options), options, right: [at(options, options.length - 1)] }
    case 'most':
    case 'least': {
      const values = permutation(10, rng).slice(0, options.length)
      const best = rule === 'most' ? Math.max(...values) : Math.min(...values)
      return { text: told(withValues(values)), options, right: [at(options, values.indexOf(best))] }
    }
    case 'odd': {
      const [usual, odd] = permutation(10, rng)
      const place = rng.integer(options.length)
      // Of two options neither is the odd one: the second value then stands for it.
      const values = options.map((_, i) => (i === place ? (odd ?? 0) : (usual ?? 0)))
      return { text: told(withValues(values)), options, right: options.length === 2 ? options : [at(options, place)] }
    }
    case 'named': {
      const name = at(options, rng.integer(options.length))
      return { text: told(options, ` ${name}`), options, right: [name] }
    }
    case 'any':
      return { text: told(options), options, right: options }
  }
}
