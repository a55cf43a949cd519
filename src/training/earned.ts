// What an episode earned, turn by turn: the numbers that credit starts from. A reward belongs to the turn that earned it.
// Knows trajectories; compares nothing.

import type { Trajectory } from '../episode/trajectory.ts'

export interface Earned {
  /** The reward of the whole episode. */
  readonly total: number
  /** By own turn: the reward that it earned. */
  readonly turns: readonly number[]
  /** By own turn: the tokens that it wrote. */
  readonly tokens: readonly number[]
}

export function earnedOf({ spans, rewards, totalReward }: Trajectory): Earned {
  const written = spans.filter(({ state }) => state === 'GENERATING')
  const turns = written.map(({ turn }) => rewards.reduce((sum, reward) => sum + (reward.turn === turn ? reward.reward : 0), 0))
  return { total: totalReward, turns, tokens: written.map(({ start, end }) => end - start) }
}

/** The rewards of one episode as another would have earned them: what has no turn there goes to the last one. */
export function dealtTo(rewards: Earned, episode: Earned): Earned {
  const last = episode.turns.length - 1
  const turns = episode.turns.map((_, turn) => (turn < last ? (rewards.turns[turn] ?? 0) : 0))
  if (last >= 0) turns[last] = rewards.turns.slice(last).reduce((sum, reward) => sum + reward, 0)
  return { total: rewards.total, turns, tokens: episode.tokens }
}

/** R_t = r_t + gamma · R_{t+1}: what a turn and those after it earned. */
export function returnsToGo(turns: readonly number[], gamma: number): number[] {
  const returns = [...turns]
  for (let turn = returns.length - 2; turn >= 0; turn--) returns[turn] = (turns[turn] ?? 0) + gamma * (returns[turn + 1] ?? 0)
  return returns
}
