// Update during rollout: the phase barrier is told that the episodes are over, and the weights change under them.

import { type Conduct, soundConduct } from '../conduct.ts'
import type { FaultSetting } from './fault.ts'

export function updateDuringRollout({ taken, manifested, update }: FaultSetting): Conduct {
  let moment = 0
  let updating = false
  return {
    ...soundConduct,
    async between(open) {
      const [first] = open
      if (update === null || first === undefined || updating || taken(first, moment++) === null) return
      updating = true
      await update()
      updating = false
      for (const episode of open) manifested(episode)
    },
  }
}
