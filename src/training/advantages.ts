// Rewards into advantages, one number an episode: how much better it was than those it is compared with. A comparison whose
// rewards are all equal says nothing and is dropped; the caller counts it. Knows rewards alone, no turns and no tokens.

import { unreachable } from '../base/assert.ts'
import type { AdvantageName } from '../record/spec.ts'

/** Those that compare whole episodes; reinforce_plus_plus compares tokens (turn-advantages.ts). */
export type GroupAdvantage = Exclude<AdvantageName, 'reinforce_plus_plus'>

/** The advantages of one group, in the order of its rewards; null when the rewards have no spread. */
export function groupAdvantages(name: GroupAdvantage, rewards: readonly number[]): number[] | null {
  const first = rewards[0]
  if (first === undefined || rewards.every((reward) => reward === first)) return null
  const count = rewards.length
  const mean = rewards.reduce((sum, reward) => sum + reward, 0) / count
  switch (name) {
    case 'grpo': {
      // The spread of the group itself (divided by n), positive because equal rewards were dropped above.
      const std = Math.sqrt(rewards.reduce((sum, reward) => sum + (reward - mean) ** 2, 0) / count)
      return rewards.map((reward) => (reward - mean) / std)
    }
    case 'grpo_no_std':
      return rewards.map((reward) => reward - mean)
    case 'rloo':
      // The reward minus the mean of the others.
      return rewards.map((reward) => ((reward - mean) * count) / (count - 1))
    default:
      return unreachable(name)
  }
}
