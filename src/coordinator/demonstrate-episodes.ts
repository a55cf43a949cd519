// Episodes as a master would play them: the environment's own demonstrations, told through the same machines as
// sampled episodes. Nobody sampled the tokens, so their logprobs, entropies and versions are 0.

import { at } from '../base/assert.ts'
import { tokenloomError } from '../base/errors.ts'
import type { Json } from '../base/json.ts'
import { createRng, type Key, permutation, type Rng } from '../base/random.ts'
import type { Trajectory } from '../episode/trajectory.ts'
import type { SampledSequence } from '../service/index.ts'
import { type Awaited, createEpisodeHost, type EpisodeHost } from './episode-host.ts'
import type { EpisodePlan, HostSetting } from './episode-plan.ts'
import { lookAhead } from './look-ahead.ts'

export interface DemonstrationRequest extends HostSetting {
  readonly episodes: readonly EpisodePlan[]
  /** When given, every agent writes what another one should: examples that teach nothing. */
  readonly shuffle?: Rng
  /** When given, whoever has no master plays a legal action, drawn by this key, the episode, the agent and what was said before. */
  readonly legalByChance?: Key
}

export async function demonstrateEpisodes(request: DemonstrationRequest): Promise<readonly Trajectory[]> {
  const { definition, tokenizer, shuffle, legalByChance } = request
  const ahead = lookAhead(request, { masters: true, audited: false, everybody: false })
  const plans = ahead === null ? request.episodes : await ahead.begin(request.episodes)
  const hosts = plans.map((plan) => createEpisodeHost(plan, request))
  for (;;) {
    const seats = hosts.flatMap((host) => host.rounds().flatMap((round) => host.advance(round).map((awaited) => ({ host, ...awaited }))))
    if (seats.length === 0) break
    const texts = seats.map((seat) => {
      const action = seat.host.master(seat.agent) ?? (legalByChance === undefined ? undefined : anyLegal(seat, legalByChance))
      return action === undefined ? refuse(definition.spec.id) : definition.format(action)
    })
    const order = shuffle === undefined ? texts.map((_, index) => index) : permutation(texts.length, shuffle)
    const turns = seats.map((seat, index) => ({
      ...seat,
      stamp: { version: 0, snapshotHash: 'demonstration' },
      sequence: written(tokenizer.encode(at(texts, at(order, index))), seat.machine.turn().maxTokens),
    }))
    for (const [host, own] of byHost(turns)) {
      host.write(own)
      ahead?.wrote(host)
    }
    ahead?.allWrote()
    for (const host of hosts) {
      await ahead?.told(host)
      host.step()
    }
  }
  return hosts.flatMap((host) => host.trajectories())
}

function byHost<Turn extends { readonly host: EpisodeHost }>(turns: readonly Turn[]): ReadonlyMap<EpisodeHost, readonly Turn[]> {
  const own = new Map<EpisodeHost, Turn[]>()
  for (const turn of turns) {
    const known = own.get(turn.host)
    if (known === undefined) own.set(turn.host, [turn])
    else known.push(turn)
  }
  return own
}

/** Undefined where the environment lists none. */
function anyLegal({ host, index, machine, ...ask }: Awaited & { readonly host: EpisodeHost }, key: Key): Json | undefined {
  const { legal } = host.seatTurn(ask)
  if (legal.kind === 'any' || legal.actions.length === 0) return undefined
  const rng = createRng(key, host.plan.episode, index, machine.turn().tokens.length)
  return at(legal.actions, rng.integer(legal.actions.length))
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
