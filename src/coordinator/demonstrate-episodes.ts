// Episodes as a master would play them: the environment's own demonstrations, told through the same machines as
// sampled episodes. Nobody sampled the tokens, so their logprobs, entropies and versions are 0.

import { at } from '../base/assert.ts'
import { tokenloomError } from '../base/errors.ts'
import type { Json } from '../base/json.ts'
import { createRng, type Key, permutation, type Rng } from '../base/random.ts'
import type { AgentId } from '../environments/contract.ts'
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
  /** When given, some turns are no master's: masters who meet masters alone show nothing of the states that anybody else leads to. */
  readonly strays?: Strays
}

/**
 * In every episode one of `masters`, drawn by `key`, keeps to what is demonstrated; everybody else strays at this share of turns: a legal
 * action by chance, which carries loss mask 0.
 */
export interface Strays {
  readonly share: number
  readonly masters: readonly AgentId[]
  readonly key: Key
}

export async function demonstrateEpisodes(request: DemonstrationRequest): Promise<readonly Trajectory[]> {
  const { definition, tokenizer, shuffle, legalByChance, strays } = request
  const ahead = lookAhead(request, { masters: true, audited: false, everybody: false })
  const plans = ahead === null ? request.episodes : await ahead.begin(request.episodes)
  const hosts = plans.map((plan) => createEpisodeHost(plan, request))
  for (;;) {
    const seats = hosts.flatMap((host) => host.rounds().flatMap((round) => host.advance(round).map((awaited) => ({ host, ...awaited }))))
    if (seats.length === 0) break
    const strayed = seats.map((seat) => stray(seat, strays))
    const texts = seats.map((seat, index) => {
      const action = strayed[index] ?? seat.host.master(seat.agent) ?? (legalByChance === undefined ? undefined : anyLegal(seat, legalByChance))
      return action === undefined ? refuse(definition.spec.id) : definition.format(action)
    })
    const order = shuffle === undefined ? texts.map((_, index) => index) : permutation(texts.length, shuffle)
    const turns = seats.map((seat, index) => {
      const text = at(texts, at(order, index))
      const by = { ...seat, stamp: { version: 0, snapshotHash: 'demonstration' } }
      return strayed[index] === undefined ? { ...by, sequence: written(tokenizer.encode(text), seat.machine.turn().maxTokens) } : { ...by, text }
    })
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

type Seat = Awaited & { readonly host: EpisodeHost }

const rngOf = ({ host, index, machine }: Seat, key: Key): Rng => createRng(key, host.plan.episode, index, machine.turn().tokens.length)

/** Undefined where the environment lists none. */
function anyLegal(seat: Seat, key: Key, rng = rngOf(seat, key)): Json | undefined {
  const { legal } = seat.host.seatTurn(seat)
  if (legal.kind === 'any' || legal.actions.length === 0) return undefined
  return at(legal.actions, rng.integer(legal.actions.length))
}

/** A legal action by chance where this turn is no master's; otherwise undefined. */
function stray(seat: Seat, strays: Strays | undefined): Json | undefined {
  if (strays === undefined || strays.share === 0) return undefined
  const { episode } = seat.host.plan
  const master = strays.masters[createRng(strays.key, episode).integer(Math.max(strays.masters.length, 1))]
  if (seat.agent === master) return undefined
  const rng = rngOf(seat, strays.key)
  return rng.float() < strays.share ? anyLegal(seat, strays.key, rng) : undefined
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
