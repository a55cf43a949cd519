// Evaluation on held-out problems: every problem sampled once at temperature 1 and once greedily, with the same
// problems and the same random numbers at every evaluation of a run, so that a difference is a difference of policies. Learners
// are measured together, or one by one against somebody fixed, as the spec says.

import { assert, at } from '../base/assert.ts'
import type { AgentId } from '../environments/contract.ts'
import type { Trajectory } from '../episode/trajectory.ts'
import type { AgentEvaluation, Evaluation, PartEvaluation } from '../record/events.ts'
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
  const all = sampled.values.flat()
  const evaluation = {
    arm: arm.name,
    step,
    sampled: meanOf(all),
    sampledError: errorOf(all),
    problems: spec.evaluation.problems,
    greedy: meanOf(greedy.values.flat()),
    ...partsOf(sampled.parts, greedy.parts),
  }
  if (cast.learners.length < 2) return evaluation
  const agents = cast.learners.map((name, index): AgentEvaluation => {
    const own = at(sampled.values, index)
    return { name, sampled: meanOf(own), sampledError: errorOf(own), greedy: meanOf(at(greedy.values, index)) }
  })
  return { ...evaluation, agents }
}

interface Measured {
  /** By learner, in the order of the cast: what every problem gave it. */
  readonly values: readonly (readonly number[])[]
  /** By the name of a part: what its problems gave. */
  readonly parts: ReadonlyMap<string, readonly number[]>
}

async function measure(setting: RunSetting, arm: RunArm, options: SamplerOptions): Promise<Measured> {
  const { spec, cast } = setting
  const { metric } = spec.evaluation
  const together: readonly (readonly AgentId[])[] = spec.evaluation.others === 'self' ? [cast.learners] : cast.learners.map((agent) => [agent])
  const values = new Map<AgentId, number[]>(cast.learners.map((agent) => [agent, []]))
  const parts = new Map<string, number[]>()
  for (const measured of together) {
    const { trajectories } = await playEpisodes(setting, evaluationPlans(spec), 'heldOut', evaluationSeating(setting, arm, measured, options))
    for (const trajectory of trajectories.filter(({ agent }) => measured.includes(agent))) {
      values.get(trajectory.agent)?.push(measuredOf(trajectory, metric))
      for (const [name, value] of Object.entries(trajectory.metrics)) {
        if (!name.startsWith(`${metric}:`)) continue
        const part = name.slice(metric.length + 1)
        parts.set(part, [...(parts.get(part) ?? []), value])
      }
    }
  }
  return { values: cast.learners.map((agent) => values.get(agent) ?? []), parts }
}

/** Problems of the same parts in both: they are the same problems. */
function partsOf(sampled: Measured['parts'], greedy: Measured['parts']): { readonly parts?: readonly PartEvaluation[] } {
  if (sampled.size < 2) return {}
  const names = [...sampled.keys()].sort()
  const parts = names.map((name) => {
    const own = sampled.get(name) ?? []
    return { name, problems: own.length, sampled: meanOf(own), greedy: meanOf(greedy.get(name) ?? []) }
  })
  return { parts }
}

/**
 * The reward, or a metric that the environment told: for this agent (`winX`), else for all (`win`). What was not told is 0. A metric
 * behind a colon (`right:circle`) is that of a part of the problems.
 */
function measuredOf({ agent, totalReward, metrics }: Trajectory, metric: string): number {
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
