// Rewards compared: as the rules pay them, as states account for them, and as they were handed out. An agent that is not
// named got nothing.

import type { Json } from '../../base/json.ts'
import type { AgentId, EnvironmentDefinition } from '../../environments/contract.ts'

export type Rewards = Readonly<Record<AgentId, number>>

/** Sums of rewards may be added in another order than they were paid. */
const TOLERANCE = 1e-9

const close = (a: number, b: number): boolean => Math.abs(a - b) <= TOLERANCE * Math.max(1, Math.abs(a), Math.abs(b))

export function sameRewards(a: Rewards, b: Rewards): boolean {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((agent) => close(a[agent] ?? 0, b[agent] ?? 0))
}

/** The environment's own account of a step; null where it offers none or nothing was stepped. */
export function accountOf(definition: EnvironmentDefinition, before: Json, after: Json): Rewards | null {
  return before === after ? null : (definition.accountRewards?.(before, after) ?? null)
}

/** Null: everybody got what it had earned. */
export function judgeCredit(earned: Rewards, credited: Rewards, acted: readonly AgentId[]): 'reward_to_last_mover' | 'reward_misattributed' | null {
  if (sameRewards(earned, credited)) return null
  const mover = acted.at(-1)
  const total = Object.values(earned).reduce((sum, reward) => sum + reward, 0)
  return mover !== undefined && sameRewards({ [mover]: total }, credited) ? 'reward_to_last_mover' : 'reward_misattributed'
}
