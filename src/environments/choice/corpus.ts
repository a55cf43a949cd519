// The share of every corpus that is no shipped environment: games of choices in notations drawn at random, by players
// that know the rule and err now and then. It keeps a base from knowing the built-in formats alone.

import { at } from '../../base/assert.ts'
import type { Rng } from '../../base/random.ts'
import { transcripts } from '../transcript.ts'
import { choice } from './choice.ts'

export function choiceLine(rng: Rng): string {
  const rounds = 1 + rng.integer(5)
  const slips = 0.4 * rng.float()
  const texts = transcripts(choice, {
    config: { rounds, rule: 'drawn' },
    rng,
    act(state, _agent, own) {
      const { options, right } = at(state.questions, state.round)
      const from = own.float() < slips ? options : right
      return at(from, own.integer(from.length))
    },
  })
  return texts['player'] ?? ''
}
