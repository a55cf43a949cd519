// A policy that can be read at a glance, for lessons without an engine: it guesses a number evenly among those that are left, with the
// exact probability of every token that it writes. The environment, the machine and the masks are those of any run.

import { at } from '../base/assert.ts'
import { createRng, type Key } from '../base/random.ts'
import { unwrap } from '../base/result.ts'
import { createPhaseBarrier } from '../coordinator/phase-barrier.ts'
import { solePolicy } from '../coordinator/player.ts'
import { runEpisodes } from '../coordinator/run-episodes.ts'
import type { Sampler } from '../coordinator/sampler.ts'
import type { EnvironmentDefinition } from '../environments/contract.ts'
import { guess } from '../environments/guess/guess.ts'
import type { Tokenizer } from '../episode/tokenizer.ts'
import type { Trajectory } from '../episode/trajectory.ts'

/** One token a character, by its code. */
export const characters: Tokenizer = {
  encode: (text) => Uint32Array.from(text, (character) => character.charCodeAt(0)),
  decode: (ids) => String.fromCharCode(...Array.from(ids)),
  stopTokens: (text) => [text.charCodeAt(0)],
  tokenText: (id) => String.fromCharCode(id),
}

export interface EvenWriting {
  readonly logprobs: Float32Array
  readonly entropies: Float32Array
}

/** Log p of every character of a number and its newline, and the entropy there, when all numbers of the range are equally likely. */
function evenWriting(from: number, to: number, written: string): EvenWriting {
  const texts = Array.from({ length: to - from + 1 }, (_, i) => `${from + i}\n`)
  const nexts = Array.from(written, (_, i) => texts.filter((text) => text.startsWith(written.slice(0, i))).map((text) => text[i] ?? ''))
  const share = (next: readonly string[], character: string): number => next.filter((one) => one === character).length / next.length
  return {
    logprobs: Float32Array.from(nexts, (next, i) => Math.log(share(next, written[i] ?? ''))),
    entropies: Float32Array.from(nexts, (next) => -[...new Set(next)].reduce((sum, one) => sum + share(next, one) * Math.log(share(next, one)), 0)),
  }
}

function guessingSampler(key: Key): Sampler {
  return async (prompts) => ({
    version: 1,
    snapshotHash: 'guesses evenly',
    sequences: prompts.map(({ tokens, stream }) => {
      const [, from = '1', to = '1'] = /(\d+)-(\d+):$/.exec(characters.decode(tokens)) ?? []
      const rng = createRng(key, stream[0], stream[1], tokens.length)
      const text = `${Number(from) + rng.integer(Number(to) - Number(from) + 1)}\n`
      return { tokens: characters.encode(text), ...evenWriting(Number(from), Number(to), text), stop: 'stop_token' as const }
    }),
  })
}

/** Siblings that look for the same number. */
export async function playGuessing(seed: number, siblings: number, guesses = 3): Promise<readonly Trajectory[]> {
  const definition: EnvironmentDefinition = guess
  const { trajectories } = await runEpisodes({
    definition,
    config: unwrap(definition.parseConfig({ greatest: 15, guesses })),
    split: 'train',
    tokenizer: characters,
    budget: { maxTokensPerTurn: 4, maxTokensPerEpisode: 128, contextTokens: 128 },
    masks: undefined,
    episodes: Array.from({ length: siblings }, (_, episode) => ({ episode, group: 0, start: createRng([seed, 1]), chance: createRng([seed, 2], episode) })),
    players: solePolicy(guessingSampler([seed, 3])),
    barrier: createPhaseBarrier(),
    now: () => 0,
  })
  return trajectories
}

/** The first seed from `seed` on whose siblings did not all earn the same. */
export async function playUnequal(seed: number, siblings: number): Promise<readonly Trajectory[]> {
  for (let tried = seed; ; tried++) {
    const played = await playGuessing(tried, siblings)
    if (played.some(({ totalReward }) => totalReward !== at(played, 0).totalReward)) return played
  }
}
