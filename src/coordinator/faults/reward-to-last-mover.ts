// Reward to the last mover: whatever a step pays goes to who acted last, whoever earned it.

import { type Conduct, soundConduct } from '../conduct.ts'
import type { FaultSetting } from './fault.ts'

export function rewardToLastMover({ taken, manifested }: FaultSetting): Conduct {
  return {
    ...soundConduct,
    credited(view, rewards, acted) {
      const mover = acted.at(-1)
      if (mover === undefined || taken(view.episode, view.turns()) === null) return rewards
      const total = Object.values(rewards).reduce((sum, reward) => sum + reward, 0)
      if (Object.entries(rewards).some(([agent, reward]) => reward !== (agent === mover ? total : 0))) manifested(view.episode)
      return { [mover]: total }
    },
  }
}
