// A whole game by scripted players, as the text that each agent reads and writes: what its episode will be, character
// by character, and therefore what a base is pretrained on. Goes through play.ts, so that only what the operator would
// accept becomes text. Knows no tokens.

import { assert } from '../base/assert.ts'
import type { Json } from '../base/json.ts'
import { createRng, type Rng } from '../base/random.ts'
import type { AgentId, EnvironmentDefinition } from './contract.ts'
import { createPlay } from './play.ts'

export interface Scripted<State extends Json, Action extends Json, Config extends Json> {
  readonly config: Config
  readonly rng: Rng
  /** What a player does; `rng` is the agent's own for the whole game. */
  act(state: State, agent: AgentId, rng: Rng): Action
}

/** Plays on the train split to the end; the text of every agent that had a turn, by agent. Spends two numbers of `rng`. */
export function transcripts<State extends Json, Action extends Json, Observation extends Json, Config extends Json>(
  definition: EnvironmentDefinition<State, Action, Observation, Config>,
  { config, rng, act }: Scripted<State, Action, Config>,
): Readonly<Record<AgentId, string>> {
  const game = createRng([rng.uint32(), rng.uint32()])
  const play = createPlay(definition, { config, split: 'train', start: game.split(0), chance: game.split(1) })
  const players = new Map(definition.spec.possibleAgents.map((agent, index) => [agent, game.split(2 + index)]))
  const texts: Record<AgentId, string> = {}
  while (play.stop() === undefined) {
    const awaited = play.waiting()
    assert(awaited.length > 0, 'a game that is not over waits for somebody')
    const moves = Object.fromEntries(
      awaited.map((agent) => {
        // The state is of this very definition.
        const action = act(play.state() as State, agent, players.get(agent) ?? game)
        return [agent, definition.format(action)]
      }),
    )
    for (const agent of awaited) texts[agent] = (texts[agent] ?? '') + play.prompt(agent) + (moves[agent] ?? '')
    play.submit(moves)
  }
  return texts
}
