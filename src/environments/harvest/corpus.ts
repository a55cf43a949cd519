// The text that a base for harvest is pretrained on: what one agent reads and writes in a game whose players each follow
// a colour, drawn at random, with a share of random moves. The base learns to walk to any colour and to prefer none.

import { at } from '../../base/assert.ts'
import type { Rng } from '../../base/random.ts'
import type { AgentId } from '../contract.ts'
import { transcripts } from '../transcript.ts'
import { towards } from './face.ts'
import { DIRECTIONS, type Direction, type Offset, sights } from './grid.ts'
import { type Harvest, type HarvestConfig, type HarvestState, harvest, harvestForEight, harvestForEightByWays } from './harvest.ts'

/** The share of moves that go anywhere. */
const RANDOM_MOVES = 0.3

/** Which step is taken towards an item. */
type Leg = (offset: Offset, rng: Rng) => Direction

/** A player that walks to the nearest item of a colour where it sees one, and anywhere else with `randomMoves` and where not. */
export function followColour(state: HarvestState, agent: number, colour: number, randomMoves: number, rng: Rng, leg: Leg = eitherLeg): Direction {
  const anywhere = at(DIRECTIONS, rng.integer(DIRECTIONS.length))
  if (rng.float() < randomMoves) return anywhere
  const seen = sights(state.board, agent, state.seen).find((sight) => sight.colour === colour)
  return seen === undefined ? anywhere : leg(seen, rng)
}

/** A step along one of the two legs, at random where both are left: whoever stands in the way is passed sooner or later. */
function eitherLeg({ dx, dy }: Offset, rng: Rng): Direction {
  const alongX = dy === 0 || (dx !== 0 && rng.integer(2) === 0)
  if (alongX) return dx >= 0 ? 'e' : 'w'
  return dy > 0 ? 's' : 'n'
}

function line(environment: Harvest, rng: Rng, leg: Leg = eitherLeg): string {
  const agents: readonly AgentId[] = environment.spec.possibleAgents
  const config = environment.parseConfig({})
  if (!config.ok) throw config.error
  const colours = agents.map(() => rng.integer(agents.length))
  const texts = transcripts<HarvestState, Direction, ReturnType<Harvest['observe']>, HarvestConfig>(environment, {
    config: config.value,
    rng,
    act: (state, agent, own) => followColour(state, agents.indexOf(agent), at(colours, agents.indexOf(agent)), RANDOM_MOVES, own, leg),
  })
  return texts[at(agents, rng.integer(agents.length))] ?? ''
}

/** One agent's game among three: 217 characters with the default settings. */
export const harvestLine = (rng: Rng): string => line(harvest, rng)

/** One agent's game among eight: 369 characters with the default settings. */
export const harvestForEightLine = (rng: Rng): string => line(harvestForEight, rng)

/** One agent's game among eight that are told ways, and go them: 305 characters with the default settings. */
export const harvestByWaysLine = (rng: Rng): string => line(harvestForEightByWays, rng, towards)
