// The deliberately faulty coordinators, by name. They are lessons for people and tests for the auditor, which is never
// told which one runs.

import { createRng } from '../../base/random.ts'
import type { Conduct } from '../conduct.ts'
import { doubleMove } from './double-move.ts'
import type { FaultName, FaultRequest, FaultSetting } from './fault.ts'
import { leakedObservation } from './leaked-observation.ts'
import { noTurnBarrier } from './no-turn-barrier.ts'
import { rewardToLastMover } from './reward-to-last-mover.ts'
import { shuffledOrder } from './shuffled-order.ts'
import { updateDuringRollout } from './update-during-rollout.ts'

const FAULTS: Readonly<Record<FaultName, (setting: FaultSetting) => Conduct>> = {
  no_turn_barrier: noTurnBarrier,
  shuffled_order: shuffledOrder,
  double_move: doubleMove,
  update_during_rollout: updateDuringRollout,
  reward_to_last_mover: rewardToLastMover,
  leaked_observation: leakedObservation,
}

/** `ajar` runs work while the phase barrier believes that no episode is open. */
export function faultyConduct(request: FaultRequest, ajar: (work: () => Promise<void>) => Promise<void>): Conduct {
  const { name, key, share = 0.5, update, manifested = () => undefined } = request
  return FAULTS[name]({
    taken(episode, moment) {
      const rng = createRng(key, episode, moment)
      return rng.float() < share ? rng : null
    },
    manifested,
    update: update === undefined ? null : () => ajar(update),
  })
}
