// A reader that learns which of some choices goes with a text: a softmax over choices whose scores are sums of weights, one for every
// pair of a choice and a word at its place, and some that choices share: standing in the text at some place, or beside a word of its end.
// Knows no environment.

import { at } from '../../base/assert.ts'
import { permutation, type Rng } from '../../base/random.ts'

export interface ReadTurn {
  /** All that was read and written before. */
  readonly told: string
  readonly choices: readonly string[]
  readonly chosen: string
}

export interface Reader {
  learn(turns: readonly ReadTurn[], rng: Rng): void
  choose(turn: ReadTurn): string
}

/** Words that are read, counted from the end. */
const FAR = 24
/** Of these some are what is asked about. */
const NEAR = 6
const ROUNDS = 12
const RATE = 0.3

/** Words, numbers and single signs, the last first. */
function wordsOf(text: string): readonly string[] {
  return (text.match(/\p{L}+|\d+|[^\s\p{L}\d]/gu) ?? []).slice(-FAR).reverse()
}

/** `reads`: false sees nothing but the choices. */
export function createReader(reads: boolean): Reader {
  const weights: number[] = []
  const squares: number[] = []
  const places = new Map<string, number>()
  const place = (name: string): number => {
    const known = places.get(name)
    if (known !== undefined) return known
    places.set(name, weights.length)
    squares.push(0)
    return weights.push(0) - 1
  }

  /** The weights that a choice is scored by. */
  const featuresOf = (words: readonly string[], choice: string): readonly number[] => {
    const features = [place(`=${choice}`)]
    if (!reads) return features
    const own = wordsOf(choice)
    for (const [distance, word] of words.entries()) {
      features.push(place(`${distance} ${word}=${choice}`), place(`${word}=${choice}`))
      // Digits of equal value are told apart by their places.
      if (/^\d\d/.test(word)) for (let digit = 1; digit <= word.length; digit++) features.push(place(`${distance}.${digit} ${word.at(-digit)}=${choice}`))
    }
    const name = own.at(-1)
    if (name === undefined) return features
    for (const [distance, word] of words.entries()) {
      if (word !== name) continue
      features.push(place(`stands ${distance}`))
      for (let beside = -3; beside <= 3; beside++) {
        const other = words[distance + beside]
        if (beside === 0 || other === undefined || !/[\p{L}\d]/u.test(other)) continue
        // The word beside it is asked about elsewhere.
        for (let near = 0; near < NEAR; near++)
          if (near !== distance + beside && words[near] === other) features.push(place(`beside ${beside} ${near}`), place(`beside ${beside}`))
      }
    }
    return features
  }
  const featuresIn = ({ told, choices }: ReadTurn): readonly (readonly number[])[] => {
    const words = wordsOf(told)
    return choices.map((choice) => featuresOf(words, choice))
  }
  const scoresOf = (features: readonly (readonly number[])[]): readonly number[] => features.map((own) => own.reduce((sum, one) => sum + at(weights, one), 0))
  const learnOne = ({ choices, chosen }: ReadTurn, features: readonly (readonly number[])[]): void => {
    const scores = scoresOf(features)
    const greatest = Math.max(...scores)
    const powers = scores.map((score) => Math.exp(score - greatest))
    const sum = powers.reduce((a, b) => a + b, 0)
    for (const [index, choice] of choices.entries()) {
      const gradient = (choice === chosen ? 1 : 0) - at(powers, index) / sum
      for (const one of at(features, index)) {
        const square = at(squares, one) + gradient * gradient
        squares[one] = square
        weights[one] = at(weights, one) + (RATE * gradient) / (1e-3 + Math.sqrt(square))
      }
    }
  }
  return {
    learn(turns, rng) {
      const features = turns.map(featuresIn)
      for (let round = 0; round < ROUNDS; round++) for (const index of permutation(turns.length, rng)) learnOne(at(turns, index), at(features, index))
    },
    choose(turn) {
      const scores = scoresOf(featuresIn(turn))
      return at(turn.choices, scores.indexOf(Math.max(...scores)))
    },
  }
}
