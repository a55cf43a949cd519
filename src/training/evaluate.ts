// Evaluation on held-out problems: every problem sampled once at temperature 1 and once greedily, with the same
// problems and the same random numbers at every evaluation of a run, so that a difference is a difference of policies.

import type { Sampler } from '../coordinator/sampler.ts'
import type { Evaluation } from '../record/events.ts'
import { meanOf } from './metrics.ts'
import { evaluationPlans, playEpisodes } from './rollout.ts'
import { randomSampler, snapshotSampler } from './samplers.ts'
import { keyOf, type RunArm, type RunSetting } from './setting.ts'

export async function evaluateArm(setting: RunSetting, arm: RunArm, step: number): Promise<Evaluation> {
  const { spec, tokenizer, environment } = setting
  const key = keyOf(spec, 'evaluation')
  const play = async (sampler: Sampler): Promise<number[]> => {
    const { trajectories } = await playEpisodes(setting, evaluationPlans(spec), 'heldOut', sampler)
    return trajectories.map(({ totalReward }) => totalReward)
  }
  const { snapshot } = arm
  if (snapshot === null) {
    const rewards = await play(randomSampler(tokenizer, environment, key))
    // A uniform policy has no most probable token: its greedy value is that of sampling.
    return { ...summary(arm, step, rewards), greedy: meanOf(rewards) }
  }
  const rewards = await play(snapshotSampler(setting, snapshot, { key, temperature: 1 }))
  const greedy = await play(snapshotSampler(setting, snapshot, { key, temperature: 0 }))
  return { ...summary(arm, step, rewards), greedy: meanOf(greedy) }
}

function summary({ name }: RunArm, step: number, rewards: readonly number[]): Omit<Evaluation, 'greedy'> {
  const mean = meanOf(rewards)
  const variance = rewards.reduce((sum, reward) => sum + (reward - mean) ** 2, 0) / Math.max(rewards.length - 1, 1)
  return { arm: name, step, sampled: mean, sampledError: Math.sqrt(variance / rewards.length), problems: rewards.length }
}
