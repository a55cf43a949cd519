// In what signs a drill is written: words of an alphabet, what stands between them, what asks, what a number looks like. All printable
// characters come up, so that a base which has read many can tell any two of them apart. Pure; knows no tasks.

import { at } from '../../base/assert.ts'
import { permutation, type Rng } from '../../base/random.ts'

export interface Notation {
  /** Characters that words are made of. */
  readonly alphabet: string
  readonly least: number
  readonly most: number
  /** Stand before, between and behind what is told. Never of the alphabet alone, so that words end somewhere. */
  readonly open: string
  readonly between: string
  readonly beside: string
  readonly ask: string
}

const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const UPPER = LOWER.toUpperCase()
const DIGITS = '0123456789'
const SIGNS = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'
const ALPHABETS = [LOWER, LOWER, LOWER, UPPER, UPPER, LOWER + UPPER, DIGITS, SIGNS, LOWER + UPPER + DIGITS + SIGNS] as const

/** One to three signs, a space before or behind them or not; one space; a word and a space. */
function drawMark(rng: Rng, alphabet: string): string {
  const signs = alphabet.includes(',') ? SIGNS : SIGNS + (alphabet === DIGITS ? LOWER : '')
  switch (rng.integer(5)) {
    case 0:
      return ' '
    case 1:
      return `${drawText(rng, LOWER, 1, 5)} `
    case 2:
      return ` ${at(signs, rng.integer(signs.length))} `
    case 3:
      return `${at(signs, rng.integer(signs.length))} `
    default:
      return drawText(rng, signs, 1, 2)
  }
}

export const drawText = (rng: Rng, alphabet: string, least: number, most: number): string =>
  Array.from({ length: least + rng.integer(most - least + 1) }, () => at(alphabet, rng.integer(alphabet.length))).join('')

export function drawNotation(rng: Rng): Notation {
  const alphabet = at(ALPHABETS, rng.integer(ALPHABETS.length))
  const least = 1 + (rng.integer(2) === 0 ? 0 : rng.integer(3))
  const mark = (): string => drawMark(rng, alphabet)
  return {
    ...{ alphabet, least, most: least + rng.integer(2) },
    ...{ open: rng.integer(2) === 0 ? '' : ` ${drawText(rng, LOWER, 1, 6)} `.slice(rng.integer(2)), between: mark(), beside: mark(), ask: mark() },
  }
}

/** So many different words. */
export function drawWords({ alphabet, least, most }: Notation, count: number, rng: Rng): readonly string[] {
  const words = new Set<string>()
  for (let longer = 0; words.size < count; longer++) words.add(drawText(rng, alphabet, least, most + Math.floor(longer / 40)))
  return [...words]
}

export function shuffled<Item>(items: readonly Item[], rng: Rng): readonly Item[] {
  return permutation(items.length, rng).map((index) => at(items, index))
}
