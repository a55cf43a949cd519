// The words of the lesson that reads the attention shader beside its reference.

import type { Facts } from '../../../src/lessons/step-code.ts'
import { figure, type LessonWords, told } from './words.ts'

const where = (facts: Facts): string => (facts['device'] === undefined ? '' : `on ${told(facts, 'device')}`)

export const ATTENTION_WORDS: LessonWords = {
  title: 'Reading attention',
  summary: 'The shader that runs, beside the float64 loops that it must equal. Passage by passage, and both at work on this device.',
  steps: {
    sees: {
      title: 'Which keys does a row see?',
      text: [
        'Left the shader, right its reference. A pass packs the tokens of many sequences as rows. A row sees the keys of what came before it in its own sequence, and nothing else. Siblings share their prompt: it is computed once.',
        'Here five rows of a shared prefix are followed by three rows of sequence A and three of sequence B. Rows are counted from 0.',
      ],
      question: 'Row 9 is the second of B. Which keys does it see?',
      options: { own: 'Those of B alone, up to itself', prefix: 'Those of the prefix, then B’s up to itself', all: 'All rows before it, A’s among them' },
      seen: (facts) => [
        `Row ${told(facts, 'row')} sees ${told(facts, 'count')} keys: ${told(facts, 'seen')}. The reference lists them; the shader walks the same ranges with a cursor and never writes them down.`,
      ],
    },
    highest: {
      title: 'Why subtract the highest score?',
      text: [
        'Softmax divides exp(score) by the sum of all of them. Both texts first subtract the highest score, which changes nothing on paper. Take scores of 100, 99 and 98, in float32.',
      ],
      question: 'What comes out without the subtraction?',
      options: { same: 'The same weights', coarse: 'The same, a little less exact', broken: 'No number at all' },
      seen: (facts) => [
        `The first weight is ${told(facts, 'plain')} without the subtraction and ${told(facts, 'shifted')} with it. In float32 exp(${told(facts, 'score')}) is ${told(facts, 'exponential')}; the greatest number there is about 3.4 · 10³⁸.${facts['exponential'] === 'infinity' ? ' Infinity divided by infinity is no number (NaN).' : ''}`,
        'Lower the scores, and both agree: it is the range of the numbers that breaks, not the formula.',
      ],
    },
    tiles: {
      title: 'Sixteen keys at a time',
      text: [
        'The reference knows all scores before it divides. The shader reads keys in tiles of sixteen, keeps the highest score so far, and shrinks what it has summed whenever a higher one comes.',
        'A sequence of 37 rows is attended in one piece, and in three pieces, as when a prefix is cached.',
      ],
      question: 'In how many numbers do the two differ?',
      options: { none: 'In none', some: 'In some, by rounding' },
      seen: (facts) => [
        `${told(facts, 'differing')} of ${told(facts, 'compared')} differ, ${where(facts)}.`,
        'Tiles are counted from the beginning of the sequence, not of the piece, so the sums meet the same numbers in the same order. That is why a sampled token has the same logprob in training.',
      ],
    },
    future: {
      title: 'No look ahead',
      text: [
        'Scores of keys after a row are replaced by a number so low that their weight is exactly 0. In a sequence of 24 rows the keys from row 20 on are changed.',
      ],
      question: 'How many numbers of the rows before row 20 change?',
      options: { none: 'None', some: 'Some, a little' },
      seen: (facts) => [
        `${told(facts, 'earlier')} of ${told(facts, 'earlierCompared')} before row ${told(facts, 'changed')}, and ${told(facts, 'later')} of ${told(facts, 'laterCompared')} from there on.`,
        'Exactly none, since a weight of exactly 0 times anything finite is 0.',
      ],
    },
    compare: {
      title: 'Is it right?',
      text: [
        'The same input through both: the reference in float64, the kernel in float32 on this device. The error is the length of the difference, divided by the length of what is wanted.',
      ],
      question: 'How large is it?',
      options: { three: 'About a thousandth: 3 digits agree', seven: 'About a ten-millionth: 6 to 7 digits agree', exact: '0: every bit agrees' },
      seen: (facts) => [
        `${told(facts, 'error')}, over ${told(facts, 'numbers')} numbers of ${told(facts, 'rows')} rows, ${where(facts)}. float32 holds about seven digits.`,
        figure(facts, 'digits') > 5
          ? 'More cannot be expected of it, and the device check holds every operation to that.'
          : 'That is less than float32 can give: please run the device check and report what it says.',
      ],
    },
  },
}
