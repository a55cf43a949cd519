// Episodes as a master would play them: the environment's own demonstrations, told through the same machines as
// sampled episodes. Nobody sampled the tokens, so their logprobs, entropies and versions are 0.

import { at } from '../base/assert.ts'
import { tokenloomError } from '../base/errors.ts'
import { permutation, type Rng } from '../base/random.ts'
import type { Trajectory } from '../episode/trajectory.ts'
import type { SampledSequence } from '../service/index.ts'
import { createEpisodeHost } from './episode-host.ts'
import type { EpisodePlan, HostSetting } from './episode-plan.ts'

export interface DemonstrationRequest extends HostSetting {
  readonly episodes: readonly EpisodePlan[]
  /** When given, every agent writes what another one should: examples that teach nothing. */
  readonly shuffle?: Rng
}

export function demonstrateEpisodes(request: DemonstrationRequest): readonly Trajectory[] {
  const { definition, tokenizer, shuffle } = request
  const hosts = request.episodes.map((plan) => createEpisodeHost(plan, request))
  for (let wave = 0; ; wave++) {
    const seats = hosts.flatMap((host) => host.advance().map((awaited) => ({ host, ...awaited })))
    if (seats.length === 0) break
    const texts = seats.map(({ host, agent }) => host.demonstration(agent) ?? refuse(definition.spec.id))
    const order = shuffle === undefined ? texts.map((_, index) => index) : permutation(texts.length, shuffle)
    const turns = seats.map((seat, index) => ({ ...seat, sequence: written(tokenizer.encode(at(texts, at(order, index))), seat.machine.turn().maxTokens) }))
    for (const host of hosts) {
      const own = turns.filter((turn) => turn.host === host)
      if (own.length > 0) host.write(own, { wave, version: 0, snapshotHash: 'demonstration' })
    }
    for (const host of hosts) host.step()
  }
  return hosts.flatMap((host) => host.trajectories())
}

/** A demonstration that does not fit the budget is cut like any other turn, and its episode ends as truncated. */
function written(tokens: Uint32Array, maxTokens: number): SampledSequence {
  const kept = tokens.subarray(0, maxTokens)
  return {
    tokens: kept,
    logprobs: new Float32Array(kept.length),
    entropies: new Float32Array(kept.length),
    stop: kept.length === tokens.length ? 'stop_token' : 'max_tokens',
  }
}

function refuse(id: string): never {
  throw tokenloomError(
    'ENVIRONMENT_INVALID',
    `${id} has no demonstrations to learn from.`,
    'Choose a run by rewards, or an environment that demonstrates.',
    'kind',
  )
}
