// What a seed decides of a single game: its start and its chances. The numbers are those of the first episode of a run with this
// seed, so a game that is kept as a run of one step can be played again like any other.

import { createRng, streamKey } from '../base/random.ts'
import type { EpisodePlan } from '../coordinator/episode-plan.ts'

const START = 0
const CHANCE = 1

/** Episode 0 of group 0. Generators are used up: ask for a new plan whenever the game begins anew. */
export function gamePlan(seed: number): EpisodePlan {
  const key = streamKey(seed, 'environment')
  return { episode: 0, group: 0, start: createRng(key, 0, START), chance: createRng(key, 0, CHANCE) }
}
