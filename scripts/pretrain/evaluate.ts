// How well weights do at tasks, played through the environments themselves on the validation split, sampled at
// temperature 1 and greedily. Starts and random numbers depend on the episode's number alone, the same for every recipe
// and seed, so that bases compare. Held-out problems are never looked at here: choosing a base by them would spoil what
// the runs report.

import { assert } from '../../src/base/assert.ts'
import { createRng, streamKey } from '../../src/base/random.ts'
import { unwrap } from '../../src/base/result.ts'
import { createPhaseBarrier } from '../../src/coordinator/phase-barrier.ts'
import { solePolicy } from '../../src/coordinator/player.ts'
import { runEpisodes } from '../../src/coordinator/run-episodes.ts'
import { findEnvironment } from '../../src/environments/registry.ts'
import type { EpisodeBudget } from '../../src/episode/machine.ts'
import type { ManifestEvaluation, TaskEvaluation } from '../../src/model/manifest.ts'
import type { Tokenizer } from '../../src/model/tokenizer.ts'
import { BASE_SNAPSHOT } from '../../src/service/index.ts'
import type { EvaluationPlan, Recipe } from './recipe.ts'
import type { Sampler } from './trainer.ts'

/** The figures of the recipe's first task, which decide when a stage ends; those of all tasks where there are several. */
export type BaseEvaluation = ManifestEvaluation

const KEY = streamKey(0, 'evaluation')

export async function evaluateBase(sampler: Sampler, tokenizer: Tokenizer, recipe: Recipe): Promise<BaseEvaluation> {
  const { contextTokens } = recipe.config
  const tasks: TaskEvaluation[] = []
  for (const plan of recipe.evaluations) {
    const budget = { maxTokensPerTurn: plan.tokensPerTurn, maxTokensPerEpisode: contextTokens, contextTokens }
    const play = (temperature: number) => playTask(sampler, tokenizer, plan, budget, temperature)
    tasks.push({
      task: plan.task,
      environment: plan.environment,
      measure: plan.measure,
      problems: plan.episodes,
      sampled: await play(1),
      greedy: await play(0),
    })
  }
  const [first] = tasks
  assert(first !== undefined, 'a recipe has at least one evaluation')
  const { problems, sampled, greedy } = first
  return { split: 'validation', problems, sampled, greedy, ...(tasks.length === 1 && first.measure === 'reward' ? {} : { tasks }) }
}

/** The mean over all agents of all episodes. */
async function playTask(sampler: Sampler, tokenizer: Tokenizer, plan: EvaluationPlan, budget: EpisodeBudget, temperature: number): Promise<number> {
  const definition = unwrap(findEnvironment(plan.environment))
  const stopTokens = tokenizer.stopTokens(definition.stopText)
  const { trajectories, faults } = await runEpisodes({
    definition,
    config: unwrap(definition.parseConfig(plan.config)),
    split: 'validation',
    tokenizer,
    budget,
    barrier: createPhaseBarrier(),
    now: () => 0,
    episodes: Array.from({ length: plan.episodes }, (_, episode) => ({
      episode,
      group: episode,
      start: createRng(KEY, episode),
      chance: createRng(KEY, episode, 1),
    })),
    players: solePolicy(async (prompts, maxTokens) => {
      const { sequences, stamp } = await sampler.sample({ snapshot: BASE_SNAPSHOT, prompts, params: { maxTokens, temperature, stopTokens }, key: KEY }).result
      return { sequences, version: stamp.version, snapshotHash: stamp.snapshotHash }
    }),
  })
  const [fault] = faults
  assert(fault === undefined, `${plan.environment} threw: ${fault?.fault}`)
  const values = trajectories.map(({ totalReward, metrics }) => (plan.measure === 'reward' ? totalReward : (metrics[plan.measure] ?? 0)))
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
