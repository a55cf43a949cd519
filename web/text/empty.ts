// What empty places say: what will come, and how to make it come.

import { whole } from './numbers.ts'

const TOKENS_TO_COME =
  'Every token that the policy samples will appear here: who wrote it, whether it was trained on, and what it was worth. Press Train to begin.'

const TOKENS_READING = 'The tokens of this step are being read.'

const TOKENS_GONE = 'The tokens of this step were not kept. Choose another step, or run the same spec again: it samples the same tokens.'

/** By why there are none (tokensAbsent). */
export const NO_TOKENS = { toCome: TOKENS_TO_COME, reading: TOKENS_READING, gone: TOKENS_GONE } as const

/** Whose episodes are counted; a run that ends in the middle of a step leaves them where they were. */
export const episodesOf = (step: number, leftOpen: boolean): string => `step ${whole(step)}${leftOpen ? ', as the run left it when it ended' : ''}`
