// Episodes of many turns in two forms with the same meaning: one sequence an episode, and one sample a turn that reads again
// all that was said before. Numbers from a seed; knows no engine.

import { at } from '../../../src/base/assert.ts'
import { createRng } from '../../../src/base/random.ts'
import type { Datum } from '../../../src/service/index.ts'

export interface TurnShape {
  readonly episodes: number
  readonly turns: number
  /** Tokens before the first turn. */
  readonly prompt: number
  /** Tokens that a turn reads, and that it writes. */
  readonly observed: number
  readonly written: number
}

/** Tokens of an episode in one sequence: P + c·T. */
export const packedTokens = ({ turns, prompt, observed, written }: TurnShape): number => prompt + turns * (observed + written)

/** Tokens of an episode by turns, each with everything before it: T·P + c·T(T+1)/2. */
export const apartTokens = ({ turns, prompt, observed, written }: TurnShape): number => turns * prompt + ((observed + written) * turns * (turns + 1)) / 2

/** One datum an episode; every turn has its own advantage on what it wrote. Logprobs at sampling are to be filled in. */
export function packedEpisodes(shape: TurnShape, vocabulary: number): readonly Datum[] {
  const { episodes, turns, prompt, observed, written } = shape
  const length = packedTokens(shape)
  return Array.from({ length: episodes }, (_, episode): Datum => {
    const rng = createRng([0x7475726e, 1], episode, turns)
    const lossMask = new Uint8Array(length)
    const coefficients = new Float32Array(length)
    for (let turn = 0; turn < turns; turn++) {
      const start = prompt + turn * (observed + written) + observed
      lossMask.fill(1, start, start + written)
      coefficients.fill(rng.normal(), start, start + written)
    }
    return { id: `${episode}`, tokens: Uint32Array.from({ length }, () => rng.integer(vocabulary)), lossMask, coefficients }
  })
}

/** The same episodes, one datum a turn: it ends where its turn ends and trains on that turn alone. */
export function turnsApart(episodes: readonly Datum[], { turns, prompt, observed, written }: TurnShape): readonly Datum[] {
  return episodes.flatMap(({ id, tokens, lossMask, coefficients, samplingLogprobs }) =>
    Array.from({ length: turns }, (_, turn): Datum => {
      const end = prompt + (turn + 1) * (observed + written)
      return {
        id: `${id}/${turn}`,
        tokens: tokens.slice(0, end),
        lossMask: lossMask.slice(0, end).fill(0, 0, end - written),
        coefficients: coefficients.slice(0, end),
        ...(samplingLogprobs === undefined ? {} : { samplingLogprobs: samplingLogprobs.slice(0, end) }),
      }
    }),
  )
}

/** |a - b| / |b| over all numbers. */
export function relativeDifference(a: Float32Array, b: Float32Array): number {
  let [difference, size] = [0, 0]
  b.forEach((value, index) => {
    difference += (at(a, index) - value) ** 2
    size += value ** 2
  })
  return Math.sqrt(difference / size)
}
