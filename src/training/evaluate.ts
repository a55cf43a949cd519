// Evaluation on held-out problems: every problem sampled once at temperature 1 and once greedily, with the same
// problems and the same random numbers at every evaluation of a run, so that a difference is a difference of policies. Learners
// are measured together, or one by one against somebody fixed, as the spec says.

import { assert, at } from '../base/assert.ts'
import type { AgentId } from '../environments/contract.ts'
import type { Trajectory } from '../episode/trajectory.ts'
import type { AgentEvaluation, Evaluation } from '../record/events.ts'
import { meanOf } from './metrics.ts'
import { evaluationPlans, playEpisodes } from './rollout.ts'
import type { SamplerOptions } from './samplers.ts'
import { evaluationSeating } from './seating.ts'
import { keyOf, type Learner, type RunArm, type RunSetting, settingOf } from './setting.ts'

export async function evaluateArm(run: RunSetting, arm: RunArm, step: number): Promise<Evaluation> {
  const setting = settingOf(run, arm)
  const { spec, cast } = setting
  const key = keyOf(spec, 'evaluation')
  const sampled = await measure(setting, arm, { key, temperature: 1 })
  // A uniform policy has no most probable token: its greedy value is that of sampling.
  const greedy = arm.learners.length === 0 ? sampled : await measure(setting, arm, { key, temperature: 0 })
  const all = cast.learners.flatMap((agent) => at(sampled, cast.learners.indexOf(agent)))
  const evaluation = {
    arm: arm.name,
    step,
    sampled: meanOf(all),
    sampledError: errorOf(all),
    problems: spec.evaluation.problems,
    greedy: meanOf(greedy.flat()),
  }
  if (cast.learners.length < 2) return evaluation
  const agents = cast.learners.map((name, index): AgentEvaluation => {
    const own = at(sampled, index)
    return { name, sampled: meanOf(own), sampledError: errorOf(own), greedy: meanOf(at(greedy, index)) }
  })
  return { ...evaluation, agents }
}

/** By learner, in the order of the cast: what every problem gave it. */
async function measure(setting: RunSetting, arm: RunArm, options: SamplerOptions): Promise<readonly (readonly number[])[]> {
  const { spec, cast } = setting
  const together: readonly (readonly AgentId[])[] = spec.evaluation.others === 'self' ? [cast.learners] : cast.learners.map((agent) => [agent])
  const values = new Map<AgentId, number[]>(cast.learners.map((agent) => [agent, []]))
  for (const measured of together) {
    const { trajectories } = await playEpisodes(setting, evaluationPlans(spec), 'heldOut', evaluationSeating(setting, arm, measured, options))
    for (const trajectory of trajectories)
      if (measured.includes(trajectory.agent)) values.get(trajectory.agent)?.push(measuredOf(trajectory, spec.evaluation.metric))
  }
  return cast.learners.map((agent) => values.get(agent) ?? [])
}

/** The reward, or a metric that the environment told: for this agent (`winX`), else for all (`win`). What was not told is 0. */
export function measuredOf({ agent, totalReward, metrics }: Trajectory, metric: string): number {
  return metric === 'reward' ? totalReward : (metrics[`${metric}${agent}`] ?? metrics[metric] ?? 0)
}

/** Every agent with the adapter of the next one. */
export function swappedArm(policy: RunArm | undefined): RunArm {
  assert(policy !== undefined, 'the policy is the first arm')
  const { learners } = policy
  return {
    name: 'swapped',
    spent: new Map(),
    learners: learners.map(({ agents }, index): Learner => ({ ...at(learners, (index + 1) % learners.length), agents })),
  }
}

/** The standard error of the mean. */
function errorOf(values: readonly number[]): number {
  const mean = meanOf(values)
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(values.length - 1, 1)
  return Math.sqrt(variance / values.length)
}
