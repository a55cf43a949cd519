// No turn barrier: another agent is asked for its next action before the actions of this turn have been played. It
// writes from a state that will be gone by the time its words count.

import { at } from '../../base/assert.ts'
import { type Conduct, soundConduct } from '../conduct.ts'
import type { FaultSetting } from './fault.ts'

export function noTurnBarrier({ taken, manifested }: FaultSetting): Conduct {
  return {
    ...soundConduct,
    rounds(view) {
      const due = view.due().filter((agent) => !view.kept(agent))
      const now = due.map((agent) => ({ writer: agent, place: agent, granted: true }))
      const rng = taken(view.episode, view.turns())
      const others = view.live().filter((agent) => !view.kept(agent) && !due.includes(agent))
      // Where all move at once, one of them is asked for its move after this one.
      const hasty = others.length > 0 ? others : due.length > 1 ? due : []
      if (rng === null || hasty.length === 0) return [now]
      const writer = at(hasty, rng.integer(hasty.length))
      return [now, [{ writer, place: null, granted: true }]]
    },
    submitted(view, actions) {
      if (actions.some(({ early }) => early) || view.definition.spec.possibleAgents.some((agent) => view.kept(agent))) manifested(view.episode)
    },
  }
}
