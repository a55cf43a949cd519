// Shuffled order: turns go to whoever chance names. The action of one agent is played as that of another.

import { at } from '../../base/assert.ts'
import { permutation } from '../../base/random.ts'
import { type Conduct, soundConduct } from '../conduct.ts'
import type { FaultSetting } from './fault.ts'

export function shuffledOrder({ taken, manifested }: FaultSetting): Conduct {
  return {
    ...soundConduct,
    rounds(view) {
      const due = view.due()
      const rng = taken(view.episode, view.turns())
      if (rng === null) return soundConduct.rounds(view)
      const live = view.live()
      const writers = permutation(live.length, rng).map((index) => at(live, index))
      return [due.map((place, index) => ({ writer: at(writers, index), place, granted: true }))]
    },
    submitted(view, actions) {
      // Where all move at once, equal words in another order are the same move.
      const own = new Map(actions.map(({ writer, text }) => [writer, text]))
      if (actions.some(({ writer, place, text, played }) => played && writer !== place && own.get(place) !== text)) manifested(view.episode)
    },
  }
}
