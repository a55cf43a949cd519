// Drills: what an environment that somebody writes tomorrow may ask of a base, in a notation that nobody knows today. Several questions of one
// kind in one notation make a line; an answer stands at the end of its row. No format of a built-in environment or of a template is among them.

import { at } from '../../base/assert.ts'
import type { Rng } from '../../base/random.ts'
import { drawNotation, drawText, drawWords, type Notation, shuffled } from './notation.ts'

/** Rows of one line; the longest that a base reads is 512 characters, a row at most a fifth of it. */
const MOST_CHARACTERS = 480

type Row = () => string
/** A kind of question: what is drawn once for the line, then row by row. */
type Drill = (notation: Notation, rng: Rng) => Row

/** Words that go with words, the same throughout the line: after its first time an answer is known. */
const pairs: Drill = (notation, rng) => {
  const keys = drawWords(notation, 2 + rng.integer(7), rng)
  const values = rng.integer(2) === 0 ? drawWords(drawNotation(rng), keys.length, rng) : shuffled(keys, rng)
  return () => {
    const one = rng.integer(keys.length)
    return `${notation.open}${at(keys, one)}${notation.ask}${at(values, one)}`
  }
}

/** Of words with something beside them, what stands beside the one that is asked about; drawn anew in every row. */
const lists: Drill = (notation, rng) => {
  const count = 2 + rng.integer(4)
  const digits = rng.integer(2) === 0
  const values = digits ? null : drawNotation(rng)
  const keys = drawWords({ ...notation, most: Math.min(notation.most, 4) }, count, rng)
  const mixed = rng.integer(2) === 0
  const backwards = rng.integer(4) === 0
  return () => {
    const own = mixed ? shuffled(keys, rng) : keys
    const beside = values === null ? own.map(() => String(rng.integer(10))) : drawWords({ ...values, least: 1, most: 2 }, count, rng)
    const one = rng.integer(count)
    const told = own.map((key, index) => `${key}${notation.beside}${at(beside, index)}`).join(notation.between)
    const [asked, answer] = backwards && new Set(beside).size === count ? [at(beside, one), at(own, one)] : [at(own, one), at(beside, one)]
    return `${notation.open}${told}${notation.ask}${asked}${notation.beside}${answer}`
  }
}

/** A word again: as it is, backwards, its first or last sign, in the order of the alphabet, or each sign moved by the same number of places. */
const words: Drill = (notation, rng) => {
  const { alphabet } = notation
  const by = 1 + rng.integer(3)
  const order = [...alphabet]
  const change = at(
    [
      (word: string) => word,
      (word: string) => [...word].reverse().join(''),
      (word: string) => at(word, 0),
      (word: string) => at(word, word.length - 1),
      (word: string) => [...word].sort((a, b) => order.indexOf(a) - order.indexOf(b)).join(''),
      (word: string) => [...word].map((sign) => at(order, (order.indexOf(sign) + by) % order.length)).join(''),
    ],
    rng.integer(6),
  )
  return () => {
    const word = drawText(rng, alphabet, notation.least, notation.most + 2)
    return `${notation.open}${word}${notation.ask}${change(word)}`
  }
}

/** A long word and the same again: nothing makes a base tell signs apart as soon as having to say each of them. */
const copies: Drill = ({ alphabet, ask }, rng) => {
  const backwards = rng.integer(5) === 0
  return () => {
    const word = drawText(rng, alphabet, 4, 16)
    return `${word}${ask}${backwards ? [...word].reverse().join('') : word}`
  }
}

/** Words in a ring that is told first: which one comes so many places later. */
const rings: Drill = (notation, rng) => {
  const ring = drawWords({ ...notation, most: Math.min(notation.most, 3) }, 3 + rng.integer(6), rng)
  const farthest = 1 + rng.integer(ring.length)
  const told = rng.integer(2) === 0
  let first = true
  return () => {
    const [from, by] = [rng.integer(ring.length), 1 + rng.integer(farthest)]
    const head = told || first ? `${ring.join(notation.between)}${notation.open}` : notation.open
    first = false
    return `${head}${at(ring, from)}${farthest === 1 ? '' : `${notation.beside}${by}`}${notation.ask}${at(ring, (from + by) % ring.length)}`
  }
}

const SMALL = 10
const LARGE = 100

/** Two numbers: their sum, difference, greater or smaller one, which it is, the sum around a clock, or the rest of the first by the second. */
const numbers: Drill = (notation, rng) => {
  const most = rng.integer(3) === 0 ? LARGE : SMALL
  const around = 2 + rng.integer(11)
  const [less, more, same] = [0, 1, 2].map((index) => at(drawWords(drawNotation(rng), 3, rng), index))
  const answer = at(
    [
      (a: number, b: number) => String(a + b),
      (a: number, b: number) => String(a - b),
      (a: number, b: number) => String(Math.max(a, b)),
      (a: number, b: number) => String(Math.min(a, b)),
      (a: number, b: number) => (a < b ? less : a > b ? more : same),
      (a: number, b: number) => ((a + b) % around < around / 2 ? less : more),
      (a: number, b: number) => String((a + b) % around),
      (a: number, b: number) => String(a % (b + 1)),
    ],
    rng.integer(8),
  )
  return () => {
    const [a, b] = [rng.integer(most), rng.integer(most)]
    return `${notation.open}${a}${notation.beside}${b}${notation.ask}${answer(a, b)}`
  }
}

/** How often a sign stands in a word, whether evenly often, or which of two stands there more often. */
const counts: Drill = (notation, rng) => {
  const [one, other] = drawWords({ ...notation, least: 1, most: 1 }, 2, rng)
  const [yes, no] = drawWords(drawNotation(rng), 2, rng)
  const kind = rng.integer(3)
  return () => {
    const signs = Array.from({ length: 2 + rng.integer(6) }, () => (rng.integer(2) === 0 ? one : other))
    const count = signs.filter((sign) => sign === one).length
    const answer = kind === 0 ? String(count) : kind === 1 ? (count % 2 === 0 ? yes : no) : count * 2 > signs.length ? one : other
    return `${notation.open}${signs.join('')}${notation.ask}${answer}`
  }
}

const DRILLS: readonly Drill[] = [copies, copies, pairs, pairs, lists, lists, words, rings, numbers, numbers, counts]

export function drillLine(rng: Rng): string {
  const row = at(DRILLS, rng.integer(DRILLS.length))(drawNotation(rng), rng)
  const rounds = 1 + rng.integer(12)
  let line = '\n'
  for (let round = 0; round < rounds; round++) {
    const next = `${row()}\n`
    if (line.length + next.length > MOST_CHARACTERS) break
    line += next
  }
  return line
}
