// One task, several policies: every player goes through the episode machine of training, from the same start state,
// with the same random numbers. Adapters are loaded for the moment and freed. Nothing is trained and nothing is kept.

import { tokenloomError } from '../base/errors.ts'
import type { Json } from '../base/json.ts'
import { createRng, streamKey } from '../base/random.ts'
import { unwrap } from '../base/result.ts'
import { createPhaseBarrier } from '../coordinator/phase-barrier.ts'
import { solePolicy } from '../coordinator/player.ts'
import { runEpisodes } from '../coordinator/run-episodes.ts'
import type { Sampler } from '../coordinator/sampler.ts'
import type { EnvironmentDefinition } from '../environments/contract.ts'
import { createTrieCompiler } from '../episode/action-trie.ts'
import { encodeTokens } from '../record/token-blob.ts'
import type { SnapshotId, TrainingService } from '../service/index.ts'
import { drawnScene } from './drawn-scene.ts'
import { environmentOf } from './environment-of.ts'
import type { ModelText } from './load-tokenizer.ts'
import { sourceVersion } from './rules-of-run.ts'
import { seatPolicy } from './seat-policy.ts'
import { startOfTask } from './start-of-task.ts'
import { askToken, type TokenAnswer } from './token-alternatives.ts'
import type { AlternativesRequest, TryAnswer, TryRequest } from './try-api.ts'

export async function tryEpisodes(request: TryRequest, service: TrainingService, { config, tokenizer }: ModelText): Promise<TryAnswer> {
  const { definition, foresight } = await rulesOfTask(request)
  const settled = async <T>(work: () => T): Promise<T> => (foresight === undefined ? work() : foresight.settle(work))
  const settings = unwrap(definition.parseConfig(request.environment.config))
  const state = await settled(() => startOfTask(definition, settings, request.task))
  // Everybody starts from this state: what is drawn is the answers. Rules that live elsewhere begin with it from its own key.
  const fixed: EnvironmentDefinition = foresight === undefined ? { ...definition, init: () => state } : definition
  const start = () => createRng(streamKey(foresight !== undefined && request.task.kind === 'heldOut' ? request.task.number : request.seed, 'environment'))
  const { base } = await service.describe()
  // A policy chooses among legal actions here as it does in training, unless its run went without the mask.
  const masks = request.actionMask === false ? undefined : createTrieCompiler(tokenizer)
  const answers: Uint8Array<ArrayBuffer>[] = []
  for (const [place, player] of request.players.entries()) {
    const seated = await seatPolicy(service, player, config)
    try {
      const sampler = samplerOf(request, service, seated.snapshot.id, tokenizer.stopTokens(definition.stopText))
      const episodes = Array.from({ length: request.temperature === 0 ? 1 : request.samples }, (_, episode) => ({
        episode,
        group: place,
        start: start(),
        chance: createRng(streamKey(request.seed, 'environment'), episode, 1),
      }))
      const { maxTokensPerTurn, maxTokensPerEpisode } = request
      const budget = { maxTokensPerTurn, maxTokensPerEpisode, contextTokens: base.contextTokens }
      const host = { definition: fixed, foresight, config: settings, split: 'heldOut', tokenizer, budget, masks } as const
      const { trajectories } = await runEpisodes({
        ...host,
        episodes,
        players: solePolicy(sampler),
        barrier: createPhaseBarrier(),
        now: () => performance.now(),
      })
      const played = trajectories.map((trajectory) => ({ trajectory, advantages: new Float32Array(trajectory.tokens.length), trained: false }))
      answers.push(encodeTokens({ step: 0, arm: 'policy', episodes: played }))
    } finally {
      await seated.release()
    }
  }
  const facts = await settled(() => factsOfTask(definition, state))
  return { ...facts, vocabulary: Array.from({ length: base.vocabulary }, (_, id) => tokenizer.tokenText(id)), blobs: answers }
}

async function rulesOfTask({ environment, authored, dataSet, task }: TryRequest) {
  if (authored === undefined) return { definition: await environmentOf(environment, dataSet), foresight: undefined }
  if (task.kind === 'written') {
    const message = `Tasks of one’s own are not written for ${environment.id}: its states are drawn by its own source.`
    throw tokenloomError('ENVIRONMENT_INVALID', message, 'Take a held-out problem, or play it in the editor.', 'task')
  }
  const { environment: definition, foresight } = await sourceVersion({ environment }, authored)
  return { definition, foresight }
}

function factsOfTask(definition: EnvironmentDefinition, state: Json): Pick<TryAnswer, 'prompt' | 'expected' | 'split' | 'scene'> {
  const [agent] = definition.turn(state)
  return {
    prompt: agent === undefined ? '' : definition.prompt(definition.observe(state, agent), agent),
    expected: agent === undefined || definition.demonstrate === undefined ? null : definition.format(definition.demonstrate(state, agent)),
    split: definition.splitOf?.(state) ?? null,
    scene: drawnScene(definition, state),
  }
}

/** The same seat answers what a recorded token could have been. */
export async function tryAlternatives({ player, question }: AlternativesRequest, service: TrainingService, { config }: ModelText): Promise<TokenAnswer> {
  const seated = await seatPolicy(service, player, config)
  try {
    return await askToken(service, seated.snapshot.id, question)
  } finally {
    await seated.release()
  }
}

function samplerOf({ temperature, seed }: TryRequest, service: TrainingService, snapshot: SnapshotId, stopTokens: readonly number[]): Sampler {
  return async (prompts, maxTokens) => {
    const params = { maxTokens, temperature, stopTokens }
    const { sequences, stamp } = await service.sample({ snapshot, prompts, params, key: streamKey(seed, 'sampling') }).result
    return { sequences, version: stamp.version, snapshotHash: stamp.snapshotHash }
  }
}
