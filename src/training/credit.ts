// Who gets how much credit for a step: advantages by group and agent, spread over the tokens that each episode
// wrote. What is not trained on is counted, never dropped in silence.

import { assert } from '../base/assert.ts'
import type { Trajectory } from '../episode/trajectory.ts'
import type { AdvantageName } from '../record/spec.ts'
import { groupAdvantages } from './advantages.ts'

export interface CreditedTrajectory {
  readonly trajectory: Trajectory
  /** The coefficient of each token: 0 where the loss mask is 0 or nothing is trained. */
  readonly coefficients: Float32Array
  readonly trained: boolean
}

export interface Credit {
  readonly episodes: readonly CreditedTrajectory[]
  /** Groups with spread and without. */
  readonly groups: number
  readonly droppedGroups: number
}

/** An episode that the environment or the user broke off has no reward to learn from. */
export const isWhole = (trajectory: Trajectory): boolean => trajectory.stop !== 'environment_error' && trajectory.stop !== 'cancelled'

/** `rewards` stands beside `trajectories`: usually their own, permuted for the shuffled control. */
export function assignCredit(name: AdvantageName, trajectories: readonly Trajectory[], rewards: readonly number[]): Credit {
  assert(rewards.length === trajectories.length, 'a reward for every trajectory')
  const members = new Map<string, number[]>()
  trajectories.forEach((trajectory, index) => {
    if (!isWhole(trajectory)) return
    const key = `${trajectory.group}/${trajectory.agent}`
    const group = members.get(key)
    if (group === undefined) members.set(key, [index])
    else group.push(index)
  })
  const advantages = new Map<number, number>()
  let droppedGroups = 0
  for (const group of members.values()) {
    const values = groupAdvantages(
      name,
      group.map((index) => rewards[index] ?? 0),
    )
    if (values === null) droppedGroups++
    else for (const [place, index] of group.entries()) advantages.set(index, values[place] ?? 0)
  }
  const episodes = trajectories.map((trajectory, index) => spread(trajectory, advantages.get(index)))
  return { episodes, groups: members.size, droppedGroups }
}

/** The same coefficient on every token with loss mask 1. Undefined: not trained. */
export function spread(trajectory: Trajectory, coefficient: number | undefined): CreditedTrajectory {
  const coefficients = Float32Array.from(trajectory.lossMask, (bit) => (bit === 1 ? (coefficient ?? 0) : 0))
  return { trajectory, coefficients, trained: coefficient !== undefined && trajectory.lossMask.includes(1) }
}
