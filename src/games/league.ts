// A league: everybody meets everybody, round after round; in each round every pair plays two games from one start, each of them once
// on either side. A game depends on the seed, the round and who stands where in the list, so a league can stop, go on, and take in
// newcomers at the end of the list without changing what was played. Knows the coordinator; no store, no page.

import { assert, at } from '../base/assert.ts'
import { createRng, streamKey } from '../base/random.ts'
import type { EpisodePlan, HostSetting } from '../coordinator/episode-plan.ts'
import { createPhaseBarrier } from '../coordinator/phase-barrier.ts'
import type { PolicyPlayer, ScriptPlayer } from '../coordinator/player.ts'
import { type BatchResult, runEpisodes } from '../coordinator/run-episodes.ts'
import type { Witness } from '../coordinator/testimony.ts'
import type { TurnLogEntry } from '../coordinator/turn-log.ts'
import type { LeagueGame, LeagueOutcome } from '../record/league-record.ts'
import { bare } from './session.ts'

export interface LeagueSetting extends HostSetting {
  readonly seed: number
  readonly now: () => number
}

/** More entrants than that make pairs run out of numbers. */
const MOST_ENTRANTS = 64
const PAIRS = (MOST_ENTRANTS * (MOST_ENTRANTS - 1)) / 2
const START = 0
const CHANCE = 1

export type GameOrder = Pick<LeagueGame, 'round' | 'episode' | 'first' | 'second'>

/** Every pair twice, sides swapped. Pairs are numbered so that a newcomer's come after all others. */
export function roundOf(entrants: number, round: number): readonly GameOrder[] {
  return Array.from({ length: entrants }, (_, b) => b).flatMap((b) =>
    Array.from({ length: b }, (_, a) => a).flatMap((a) => {
      const episode = 2 * (round * PAIRS + (b * (b - 1)) / 2 + a)
      return [
        { round, episode, first: a, second: b },
        { round, episode: episode + 1, first: b, second: a },
      ]
    }),
  )
}

/** All games of a round start alike. Generators are used up: ask for new plans whenever they are played. */
export function plansOf(seed: number, games: readonly Pick<GameOrder, 'round' | 'episode'>[]): readonly EpisodePlan[] {
  const key = streamKey(seed, 'environment')
  return games.map(({ round, episode }) => ({
    episode,
    group: round,
    start: createRng(key, round, START),
    chance: createRng(key, episode, CHANCE),
  }))
}

/** One sampler a policy: its games of a round are sampled together. */
export async function playRound(
  setting: LeagueSetting,
  entrants: readonly (PolicyPlayer | ScriptPlayer)[],
  round: number,
  witness?: Witness,
): Promise<readonly LeagueGame[]> {
  const { seed, now, ...host } = setting
  const orders = roundOf(entrants.length, round)
  const byEpisode = new Map(orders.map((order) => [order.episode, order]))
  const [firstAgent] = host.definition.spec.possibleAgents
  const batch = await runEpisodes({
    ...host,
    episodes: plansOf(seed, orders),
    barrier: createPhaseBarrier(),
    now,
    players(plan, agent) {
      const order = byEpisode.get(plan.episode)
      assert(order !== undefined, 'a game was played that is not of the round')
      return at(entrants, agent === firstAgent ? order.first : order.second)
    },
    ...(witness === undefined ? {} : { witness }),
  })
  return orders.map((order) => gameOf(order, batch, host))
}

function gameOf(order: GameOrder, { turnLog, trajectories, faults }: BatchResult, { definition }: HostSetting): LeagueGame {
  const turns = turnLog.filter(({ episode }) => episode === order.episode)
  const own = trajectories.filter(({ episode }) => episode === order.episode)
  const failed = faults.some(({ episode }) => episode === order.episode)
  const rewards = new Map(own.map(({ agent, totalReward }) => [agent, totalReward]))
  const [first = '', second = ''] = definition.spec.possibleAgents
  const moves = turns.map(({ agent, verdict }): readonly [string, string] => [
    agent,
    verdict === undefined || verdict.kind === 'parse_error' ? '' : bare(definition.format(verdict.action), definition.stopText),
  ])
  const whole = !failed && own.every(({ stop }) => stop === 'completed')
  return { ...order, moves, outcome: outcomeOf(turns, whole, [first, second], rewards) }
}

/** Who writes no legal action has lost. What could not be played to its end is void. */
function outcomeOf(
  turns: readonly TurnLogEntry[],
  whole: boolean,
  [first, second]: readonly [string, string],
  rewards: ReadonlyMap<string, number>,
): LeagueOutcome {
  const last = turns.at(-1)
  if (last !== undefined && last.verdict?.kind !== 'accepted' && last.fault === undefined) return last.agent === first ? 'second' : 'first'
  if (!whole) return 'void'
  const [one, two] = [rewards.get(first) ?? 0, rewards.get(second) ?? 0]
  return one > two ? 'first' : one < two ? 'second' : 'draw'
}
