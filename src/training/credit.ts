// Who gets how much credit for a step: advantages by comparison and turn, spread over the tokens that each turn
// wrote. What is not trained on is counted, never dropped in silence.

import { assert, at } from '../base/assert.ts'
import type { StopReason, Trajectory } from '../episode/trajectory.ts'
import { type Earned, earnedOf } from './earned.ts'
import { type CreditRule, turnAdvantages } from './turn-advantages.ts'

export interface CreditedTrajectory {
  readonly trajectory: Trajectory
  /** The coefficient of each token: 0 where the loss mask is 0 or nothing is trained. */
  readonly coefficients: Float32Array
  readonly trained: boolean
}

export interface Credit {
  readonly episodes: readonly CreditedTrajectory[]
  /** Comparisons with spread and without: groups, or agents where a whole step is compared. */
  readonly groups: number
  readonly droppedGroups: number
}

const BROKEN_OFF: readonly StopReason[] = ['environment_error', 'silent_agent', 'deadlock', 'cancelled']

/** An episode that the environment, a player or the user broke off has no reward to learn from. */
export const isWhole = (trajectory: Trajectory): boolean => !BROKEN_OFF.includes(trajectory.stop)

/**
 * `earned` stands beside `trajectories`: usually what they earned themselves, permuted for the shuffled control. `learns` leaves
 * out the agents that somebody else played.
 */
export function assignCredit(
  rule: CreditRule,
  trajectories: readonly Trajectory[],
  earned: readonly Earned[] = trajectories.map(earnedOf),
  learns: (trajectory: Trajectory) => boolean = () => true,
): Credit {
  assert(earned.length === trajectories.length, 'earnings for every trajectory')
  const members = new Map<string, number[]>()
  trajectories.forEach((trajectory, index) => {
    if (!isWhole(trajectory) || !learns(trajectory)) return
    const key = comparisonOf(rule, trajectory)
    const group = members.get(key)
    if (group === undefined) members.set(key, [index])
    else group.push(index)
  })
  const advantages = new Map<number, readonly number[]>()
  let droppedGroups = 0
  for (const group of members.values()) {
    const values = turnAdvantages(
      rule,
      group.map((index) => at(earned, index)),
    )
    if (values === null) droppedGroups++
    else for (const [place, index] of group.entries()) advantages.set(index, at(values, place))
  }
  const episodes = trajectories.map((trajectory, index) => spreadTurns(trajectory, advantages.get(index)))
  return { episodes, groups: members.size, droppedGroups }
}

/** Agents are never compared with each other: an opponent is no sibling. */
function comparisonOf({ advantage, compare }: CreditRule, { group, agent }: Trajectory): string {
  return compare === 'step' || advantage === 'reinforce_plus_plus' ? agent : `${group}/${agent}`
}

/** The same coefficient on every token with loss mask 1. Undefined: not trained. */
export function spread(trajectory: Trajectory, coefficient: number | undefined): CreditedTrajectory {
  const coefficients = Float32Array.from(trajectory.lossMask, (bit) => (bit === 1 ? (coefficient ?? 0) : 0))
  return { trajectory, coefficients, trained: coefficient !== undefined && trajectory.lossMask.includes(1) }
}

/** Every own turn's coefficient on its tokens with loss mask 1. */
function spreadTurns(trajectory: Trajectory, turns: readonly number[] | undefined): CreditedTrajectory {
  const coefficients = new Float32Array(trajectory.tokens.length)
  if (turns !== undefined) {
    const written = trajectory.spans.filter(({ state }) => state === 'GENERATING')
    for (const [turn, { start, end }] of written.entries()) {
      for (let token = start; token < end; token++) if (trajectory.lossMask[token] === 1) coefficients[token] = at(turns, turn)
    }
  }
  return { trajectory, coefficients, trained: turns !== undefined && trajectory.lossMask.includes(1) }
}
