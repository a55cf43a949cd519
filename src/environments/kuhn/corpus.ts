// The text that a base for Kuhn poker is pretrained on: games of players of every temper, each with a chance of its own
// to bet with each card. The base knows how the game is told and prefers nothing.

import { at } from '../../base/assert.ts'
import type { Rng } from '../../base/random.ts'
import { transcripts } from '../transcript.ts'
import { CARDS, kuhn } from './kuhn.ts'

export function kuhnLine(rng: Rng): string {
  const tempers = kuhn.spec.possibleAgents.map(() => CARDS.map(() => rng.float()))
  const texts = transcripts(kuhn, {
    config: {},
    rng,
    act({ cards }, agent, own) {
      const player = kuhn.spec.possibleAgents.indexOf(agent)
      const card = cards[player === 0 ? 0 : 1]
      return own.float() < at(at(tempers, player), CARDS.indexOf(card)) ? 'b' : 'p'
    },
  })
  return at(Object.values(texts), rng.integer(2))
}
