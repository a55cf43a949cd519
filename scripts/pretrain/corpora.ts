// The texts that bases are pretrained on, by name: each a generator of lines that lives beside its environment. A line
// is a sequence of its own when packed, and one token a character. Knows no shares and no recipes.

import { createRng, type Rng } from '../../src/base/random.ts'
import { corpusLine } from '../../src/environments/arithmetic/corpus.ts'
import { calculatorLine, recallLine } from '../../src/environments/calculator/corpus.ts'
import { choiceLine } from '../../src/environments/choice/corpus.ts'
import { drillLine } from '../../src/environments/drills/corpus.ts'
import { type FigureChoice, type FigureMix, figureLine, numbersLine, spelledLine, TINY_MIX } from '../../src/environments/geometry/corpus.ts'
import { type FigureStyle, TINY_STYLE } from '../../src/environments/geometry/figure-style.ts'
import { gomokuLine } from '../../src/environments/gomoku/corpus.ts'
import { guessLine } from '../../src/environments/guess/corpus.ts'
import { harvestByWaysLine, harvestForEightLine, harvestLine } from '../../src/environments/harvest/corpus.ts'
import { kuhnLine } from '../../src/environments/kuhn/corpus.ts'
import type { Shown } from '../../src/environments/play.ts'
import { tictactoeLine } from '../../src/environments/tictactoe/corpus.ts'
import type { PatchShape } from '../../src/service/index.ts'
import { withSlips } from './noise.ts'

/** One line with its leading and its closing newline. `noise`: the share of answers that slip, where a corpus has slips. */
export type Corpus = (rng: Rng, noise: number) => CorpusLine

/** A line that shows pictures has a mark where each stands. */
export type CorpusLine = string | Shown

export const CORPORA = {
  arithmetic: (rng, noise) => withSlips(corpusLine(rng), noise, rng),
  gomoku: (rng) => gomokuLine(rng),
  harvest: harvestLine,
  'harvest-8': harvestForEightLine,
  'harvest-ways': harvestByWaysLine,
  guess: guessLine,
  calculator: calculatorLine,
  recall: (rng) => recallLine(rng),
  tictactoe: (rng) => tictactoeLine(rng),
  kuhn: kuhnLine,
  choice: choiceLine,
  drills: drillLine,
  figures: (rng, noise) => figureLine(rng, noise, SHIPPED_MIX),
  'figures-again': (rng, noise) => figureLine(rng, noise, { ...TINY_MIX, textShare: 0, againShare: 1 }),
  'figure-numbers': (rng) => numbersLine(rng),
  'figure-sums': (rng) => figureLine(rng, 0, { ...TINY_MIX, textShare: 1 }),
  'figures-spelled': (rng) => spelledLine(rng),
  'kind-figures': (rng, noise) => figureLine(rng, noise, KINDS_MIX),
  'kind-numbers': (rng) => numbersLine(rng, KINDS_MIX),
  'kind-spelled': (rng) => spelledLine(rng, KINDS_WORDS),
  'wide-figures': (rng, noise) => figureLine(rng, noise, WIDE_MIX),
  'wide-numbers': (rng) => numbersLine(rng, WIDE_MIX),
  'wide-spelled': (rng) => spelledLine(rng, WIDE_WORDS),
} as const satisfies Readonly<Record<string, Corpus>>

export type CorpusName = keyof typeof CORPORA

/** Angles are what takes long to learn; lengths come early. */
const SHIPPED_MIX: FigureMix = {
  ...TINY_MIX,
  kinds: [...Array.from({ length: 5 }, () => ['triangle', 2] as const), ['ruler', 2]],
  textShare: 0.15,
}

/** Larger pictures, and figures that stand anywhere in them. */
const WIDE_STYLES: readonly FigureStyle[] = [TINY_STYLE, TINY_STYLE, { ...TINY_STYLE, size: 48 }, { ...TINY_STYLE, size: 48, placement: 'moved' }]

/** What follows from numbers and question alone, so that it can be learned in words. */
const WIDE_WORDS: FigureChoice = {
  kinds: [
    ['triangle', 2],
    ['triangle', 2],
    ['triangle', 2],
    ['circle', 1],
    ['circle', 2],
    ['rectangle', 1],
    ['rectangle', 2],
    ['right', 1],
    ['parallel', 1],
  ],
  styles: WIDE_STYLES,
}

/** At the second level of parallel lines the outline decides between two answers. */
const WIDE_MIX: FigureMix = { ...WIDE_WORDS, kinds: [...WIDE_WORDS.kinds, ['parallel', 2]], textShare: 0.1, againShare: 0 }

/** Two numbers that are put together take longest; one number comes early. */
const KINDS_WORDS: FigureChoice = {
  kinds: [
    ['triangle', 2],
    ['triangle', 2],
    ['triangle', 2],
    ['circle', 1],
    ['circle', 2],
    ['circle', 2],
    ['parallel', 1],
  ],
  styles: [TINY_STYLE],
}
const KINDS_MIX: FigureMix = { ...KINDS_WORDS, kinds: [...KINDS_WORDS.kinds, ['parallel', 2], ['parallel', 2]], textShare: 0.1, againShare: 0.05 }

const MEASURED_LINES = 128
const lengths = new Map<CorpusName, number>()

/** The mean length of a corpus' lines in tokens, over some lines that are always the same. `patch`: how the base cuts pictures. */
export function meanLength(name: CorpusName, patch?: PatchShape): number {
  const known = lengths.get(name)
  if (known !== undefined) return known
  const corpus: Corpus = CORPORA[name]
  let sum = 0
  for (let i = 0; i < MEASURED_LINES; i++) sum += lengthOf(corpus(createRng([0x6c656e67, 0x7468], i), 0), patch)
  lengths.set(name, sum / MEASURED_LINES)
  return sum / MEASURED_LINES
}

function lengthOf(line: CorpusLine, patch: PatchShape | undefined): number {
  if (typeof line === 'string') return line.length
  const rows = line.pictures.reduce((sum, { width, height }) => sum + (width * height) / (patch?.size ?? 1) ** 2, 0)
  return line.text.length - line.pictures.length + rows
}
