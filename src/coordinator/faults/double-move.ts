// Double move: who has just acted acts once more in the same turn, and the next agent loses its own.

import type { AgentId } from '../../environments/contract.ts'
import { type Conduct, soundConduct } from '../conduct.ts'
import type { FaultSetting } from './fault.ts'

export function doubleMove({ taken, manifested }: FaultSetting): Conduct {
  /** Who acted last, by episode. */
  const last = new Map<number, AgentId>()
  return {
    ...soundConduct,
    rounds(view) {
      const due = view.due()
      const sound = due.map((agent) => ({ writer: agent, place: agent, granted: true }))
      if (taken(view.episode, view.turns()) === null) return [sound]
      const [first, second] = due
      if (first !== undefined && second !== undefined) {
        // All move at once: the first moves for the second too.
        return [sound.filter(({ place }) => place !== second), [{ writer: first, place: second, granted: false }]]
      }
      const mover = last.get(view.episode)
      if (first === undefined || mover === undefined || mover === first || !view.live().includes(mover)) return [sound]
      return [[{ writer: mover, place: first, granted: false }]]
    },
    submitted(view, actions) {
      const mover = actions.at(-1)?.writer
      if (mover !== undefined) last.set(view.episode, mover)
      if (actions.some(({ writer, place, played }) => played && writer !== place)) manifested(view.episode)
    },
  }
}
