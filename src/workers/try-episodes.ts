// One task, several policies: every player goes through the episode machine of training, from the same start state,
// with the same random numbers. Adapters are loaded for the moment and freed. Nothing is trained and nothing is kept.

import { PEFT_CONFIG_FILE, PEFT_WEIGHTS_FILE, readPeft } from '../adapters/peft.ts'
import { tokenloomError } from '../base/errors.ts'
import type { Json } from '../base/json.ts'
import { createRng, streamKey } from '../base/random.ts'
import { unwrap } from '../base/result.ts'
import { createPhaseBarrier } from '../coordinator/phase-barrier.ts'
import { runEpisodes } from '../coordinator/run-episodes.ts'
import type { Sampler } from '../coordinator/sampler.ts'
import type { EnvironmentDefinition } from '../environments/contract.ts'
import { findEnvironment } from '../environments/registry.ts'
import { encodeTokens } from '../record/token-blob.ts'
import { type AdapterId, BASE_SNAPSHOT, type SnapshotId, type TrainingService } from '../service/index.ts'
import type { ModelText } from './load-tokenizer.ts'
import type { TryAnswer, TryPlayer, TryRequest, TryTask } from './try-api.ts'

type Seated = { readonly snapshot: SnapshotId; readonly adapter: AdapterId | null }

export async function tryEpisodes(request: TryRequest, service: TrainingService, { config, tokenizer }: ModelText): Promise<TryAnswer> {
  const definition = unwrap(findEnvironment(request.environment.id))
  const settings = unwrap(definition.parseConfig(request.environment.config))
  const state = startOf(definition, settings, request.task)
  // Everybody starts from this state: what is drawn is the answers.
  const fixed: EnvironmentDefinition = { ...definition, init: () => state }
  const { base } = await service.describe()
  const [agent] = definition.turn(state)
  const answers: Uint8Array<ArrayBuffer>[] = []
  for (const [place, player] of request.players.entries()) {
    const seated = await seat(service, player, config)
    try {
      const sampler = samplerOf(request, service, seated.snapshot, tokenizer.stopTokens(definition.stopText))
      const episodes = Array.from({ length: request.temperature === 0 ? 1 : request.samples }, (_, episode) => ({
        episode,
        group: place,
        start: createRng(streamKey(request.seed, 'environment')),
        chance: createRng(streamKey(request.seed, 'environment'), episode, 1),
      }))
      const { maxTokensPerTurn, maxTokensPerEpisode } = request
      const budget = { maxTokensPerTurn, maxTokensPerEpisode, contextTokens: base.contextTokens }
      const host = { definition: fixed, config: settings, split: 'heldOut', tokenizer, budget } as const
      const { trajectories } = await runEpisodes({ ...host, episodes, sampler, barrier: createPhaseBarrier(), now: () => performance.now() })
      const played = trajectories.map((trajectory) => ({ trajectory, advantages: new Float32Array(trajectory.tokens.length), trained: false }))
      answers.push(encodeTokens({ step: 0, arm: 'policy', episodes: played }))
    } finally {
      if (seated.adapter !== null) {
        await service.releaseSnapshot(seated.snapshot)
        await service.freeAdapter(seated.adapter)
      }
    }
  }
  return {
    prompt: agent === undefined ? '' : definition.prompt(definition.observe(state, agent), agent),
    expected: agent === undefined || definition.demonstrate === undefined ? null : definition.format(definition.demonstrate(state, agent)),
    split: definition.splitOf?.(state) ?? null,
    vocabulary: Array.from({ length: base.vocabulary }, (_, id) => tokenizer.tokenText(id)),
    blobs: answers,
  }
}

function startOf(definition: EnvironmentDefinition, settings: Json, task: TryTask): Json {
  if (task.kind === 'heldOut') return definition.init(settings, 'heldOut', createRng(streamKey(task.number, 'environment')))
  const read = definition.readTask?.(task.text)
  if (read?.ok === true) return read.value
  const reason = read === undefined ? `${definition.spec.title} takes no written tasks` : read.error.reason
  throw tokenloomError('ENVIRONMENT_INVALID', `This task cannot be read: ${reason}.`, 'Write it differently, or take a held-out problem.', 'task')
}

function samplerOf({ temperature, seed }: TryRequest, service: TrainingService, snapshot: SnapshotId, stopTokens: readonly number[]): Sampler {
  return async (prompts, maxTokens) => {
    const params = { maxTokens, temperature, stopTokens }
    const { sequences, stamp } = await service.sample({ snapshot, prompts, params, key: streamKey(seed, 'sampling') }).result
    return { sequences, version: stamp.version, snapshotHash: stamp.snapshotHash }
  }
}

async function seat(service: TrainingService, player: TryPlayer, config: ModelText['config']): Promise<Seated> {
  if (player.kind === 'base') return { snapshot: BASE_SNAPSHOT, adapter: null }
  const file = (name: string): Uint8Array<ArrayBuffer> => {
    const found = player.files.find((one) => one.name === name)
    if (found !== undefined) return found.bytes
    throw tokenloomError('ADAPTER_INVALID', `The run ${player.name} left no ${name}.`, 'Choose a run that finished or was stopped.')
  }
  const { spec, weights } = unwrap(readPeft(new TextDecoder().decode(file(PEFT_CONFIG_FILE)), file(PEFT_WEIGHTS_FILE), config))
  const none = new Float32Array(weights.length)
  const adapter = await service.loadState({
    spec: { ...spec, name: 'try', seed: 0 },
    baseHash: player.baseHash,
    version: player.version,
    weights,
    moment1: none,
    moment2: none,
    hash: '',
  })
  const { id } = await service.saveWeightsForSampler(adapter)
  return { snapshot: id, adapter }
}
