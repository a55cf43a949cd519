// The text that a base for arithmetic is pretrained on: short lines "\n17+45=62\n", somewhat more than half of
// them sums and differences of the train split, the rest small chores that keep the model from knowing nothing
// else. Label noise makes a base that knows the answer but does not always say it. A pure function of an Rng;
// problems of the validation and held-out splits never appear. Knows nothing of tokens.

import { at } from '../../base/assert.ts'
import type { Rng } from '../../base/random.ts'
import { type ArithmeticConfig, answerOf, DEFAULT_ARITHMETIC, drawProblem, type Problem, questionOf } from './problem.ts'

export interface CorpusOptions {
  /** The share of sums and differences whose answer is wrong: 0 for clean text. */
  readonly noise: number
  /** The share of lines that are sums and differences. */
  readonly arithmeticShare: number
  readonly config: ArithmeticConfig
}

export const CLEAN_CORPUS: CorpusOptions = { noise: 0, arithmeticShare: 0.6, config: DEFAULT_ARITHMETIC }

/** One line with its leading and its closing newline: a sequence of its own when packed. */
export function corpusLine(rng: Rng, options: CorpusOptions = CLEAN_CORPUS): string {
  if (rng.float() >= options.arithmeticShare) return `\n${fillerLine(rng)}\n`
  const problem = drawProblem(rng, options.config, 'train')
  const answer = rng.float() < options.noise ? wrongAnswer(problem, options.config, rng) : answerOf(problem)
  return `\n${questionOf(problem)}${answer}\n`
}

/** A third of the errors are off by ten (a carry), a third by one (a slip), a third are anything else. */
function wrongAnswer(problem: Problem, config: ArithmeticConfig, rng: Rng): number {
  const answer = answerOf(problem)
  const kind = rng.integer(3)
  if (kind < 2) {
    const offset = kind === 0 ? 10 : 1
    return rng.integer(2) === 0 || answer < offset ? answer + offset : answer - offset
  }
  // Any answer that the level can have, except the right one.
  const draw = rng.integer(2 * 10 ** config.digits - 2)
  return draw < answer ? draw : draw + 1
}

const FILLERS: readonly ((rng: Rng) => string)[] = [
  (rng) => {
    const [a, b] = [rng.integer(100), rng.integer(100)]
    return `${a}?${b}=${a < b ? '<' : a > b ? '>' : '='}`
  },
  (rng) => {
    const text = letters(rng, 2 + rng.integer(5), 3)
    const letter = at(text, rng.integer(text.length))
    return `n${letter}:${text}=${[...text].filter((other) => other === letter).length}`
  },
  (rng) => {
    const text = letters(rng, 2 + rng.integer(4), 26)
    return `c:${text}=${text}`
  },
  (rng) => {
    const text = letters(rng, 2 + rng.integer(4), 26)
    return `r:${text}=${[...text].reverse().join('')}`
  },
  (rng) => {
    const [a, b] = [rng.integer(10), rng.integer(10)]
    return `${a}*${b}=${a * b}`
  },
  (rng) => {
    const [a, b] = [rng.integer(100), rng.integer(100)]
    return `m:${a},${b}=${Math.max(a, b)}`
  },
  (rng) => {
    const a = rng.integer(100)
    return `o:${a}=${a % 2 === 0 ? 'even' : 'odd'}`
  },
]

/** Compare, count, copy, reverse, one-digit product, maximum, odd or even. */
function fillerLine(rng: Rng): string {
  return at(FILLERS, rng.integer(FILLERS.length))(rng)
}

function letters(rng: Rng, length: number, kinds: number): string {
  let text = ''
  for (let i = 0; i < length; i++) text += String.fromCharCode(97 + rng.integer(kinds))
  return text
}
