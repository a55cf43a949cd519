// From what the libraries give to the pictures of a lesson: a trajectory as a row of tokens, numbers as they are read.

import { at } from '../base/assert.ts'
import type { Tokenizer } from '../episode/tokenizer.ts'
import { EPISODE_STATES, type Trajectory } from '../episode/trajectory.ts'
import type { PictureToken } from './step-code.ts'

/** `values`: one a token, 0 left out; `lossMask` where another than the trajectory's own is spoken of. */
export function tokensOf(trajectory: Trajectory, tokenizer: Tokenizer, values?: ArrayLike<number>, lossMask = trajectory.lossMask): readonly PictureToken[] {
  return Array.from(trajectory.tokens, (token, i) => {
    const value = values?.[i] ?? 0
    return {
      text: tokenizer.tokenText(token),
      state: at(EPISODE_STATES, at(trajectory.states, i)),
      lossMask: lossMask[i] === 1 ? (1 as const) : (0 as const),
      ...(value === 0 ? {} : { value }),
    }
  })
}

/** Three digits behind the point; −0 is 0. */
export const rounded = (value: number): number => Math.round(value * 1000) / 1000 + 0

/** Names of siblings: A, B, C, … */
export const letter = (index: number): string => String.fromCharCode(65 + index)
