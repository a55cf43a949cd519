// What every agent did in a step's rollout, and what it cost: reward, turns, tokens, and its share of the time of sampling. Pure
// sums over the batch.

import type { BatchResult } from '../coordinator/run-episodes.ts'
import type { Trajectory } from '../episode/trajectory.ts'
import type { AgentStep } from '../record/events.ts'
import type { Cast } from './cast.ts'
import { writtenTokens } from './metrics.ts'
import type { RunArm } from './setting.ts'

/** In the order of the cast. Episodes in which somebody else learnt in an agent's seat are left out for who learns. */
export function agentSteps(cast: Cast, arm: RunArm, { trajectories, milliseconds }: BatchResult, learns: (trajectory: Trajectory) => boolean): AgentStep[] {
  const tokensOfAll = trajectories.reduce((sum, trajectory) => sum + writtenTokens(trajectory), 0)
  return cast.agents.map((name): AgentStep => {
    const learner = arm.learners.find(({ agents }) => agents.includes(name))
    const own = trajectories.filter((trajectory) => trajectory.agent === name && (learns(trajectory) || !cast.learners.includes(name)))
    const sampledTokens = own.reduce((sum, trajectory) => sum + writtenTokens(trajectory), 0)
    return {
      name,
      adapter: learner?.name ?? null,
      version: learner?.snapshot?.version ?? 0,
      episodes: own.length,
      reward: own.reduce((sum, { totalReward }) => sum + totalReward, 0),
      turns: own.reduce((sum, { spans }) => sum + spans.filter(({ state }) => state === 'GENERATING').length, 0),
      sampledTokens,
      milliseconds: tokensOfAll === 0 ? 0 : (milliseconds.sampling * sampledTokens) / tokensOfAll,
    }
  })
}
