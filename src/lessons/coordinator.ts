// The lesson of a broken coordinator: whole games under coordinators that break one rule each, and what the auditor says of them. It is
// never told which one conducted. Here without an engine: policies draw their moves at random and stamp them as an engine would.

import { unwrap } from '../base/result.ts'
import { FAULT_NAMES, type FaultName } from '../coordinator/faults/fault.ts'
import { type AuditedResult, playAudited } from '../coordinator/testing/audited-batch.ts'
import { turnsOf } from '../coordinator/turn-list.ts'
import type { EnvironmentDefinition } from '../environments/contract.ts'
import { harvest } from '../environments/harvest/harvest.ts'
import { kuhn } from '../environments/kuhn/kuhn.ts'
import { tictactoe } from '../environments/tictactoe/tictactoe.ts'
import { curves } from './coordinator-curves.ts'
import { characters } from './guessing.ts'
import { rounded } from './pictures.ts'
import type { StepCode, StepResult, TablePicture } from './step-code.ts'

const EPISODES = 8

interface Game {
  readonly definition: EnvironmentDefinition
  readonly config: { readonly [setting: string]: string }
}

const TICTACTOE: Game = { definition: tictactoe, config: { opponent: 'none' } }

/** Games in which there is something to get wrong. */
const GAMES: Readonly<Record<FaultName, Game>> = {
  no_turn_barrier: TICTACTOE,
  double_move: TICTACTOE,
  shuffled_order: { definition: harvest, config: {} },
  update_during_rollout: { definition: harvest, config: {} },
  reward_to_last_mover: { definition: harvest, config: {} },
  leaked_observation: { definition: kuhn, config: {} },
}

const play = ({ definition, config }: Game, seed: number, fault?: FaultName, episodes = EPISODES): Promise<AuditedResult> =>
  playAudited({
    definition,
    config: unwrap(definition.parseConfig(config)),
    tokenizer: characters,
    seed,
    episodes,
    masked: true,
    ...(fault === undefined ? {} : { fault }),
  })

const sound: StepCode = {
  async run(input) {
    const { verdict } = await play(TICTACTOE, input['seed'] ?? 1)
    return {
      outcome: verdict.violationCount === 0 ? 'none' : verdict.violationCount < verdict.checksHeld / 10 ? 'few' : 'many',
      facts: { episodes: verdict.episodes, checks: verdict.checksHeld, violations: verdict.violationCount },
      pictures: [{ kind: 'table', caption: 'checks', head: ['check', 'held'], rows: Object.entries(verdict.held).map(([check, held]) => [check, held]) }],
    }
  },
}

function violationTable({ verdict }: AuditedResult): TablePicture {
  return {
    kind: 'table',
    caption: 'violations',
    head: ['episode', 'turn', 'check', 'expected', 'found'],
    rows: verdict.violations.slice(0, 4).map(({ episode, turn, check, expected, found }) => [episode, turn, check, short(expected), short(found)]),
  }
}

const MOST = 60
const short = (text: string): string => (text.length > MOST ? `${text.slice(0, MOST)}…` : text)

function resultOf(played: AuditedResult): StepResult {
  const { verdict, manifested } = played
  const [first] = verdict.violations
  const named = new Set(verdict.violations.map(({ episode }) => episode))
  return {
    outcome: first?.check ?? 'nothing',
    facts: {
      sentence: first?.sentence ?? '',
      name: first?.name ?? '',
      violations: verdict.violationCount,
      episodes: verdict.episodes,
      shown: manifested.size,
      caught: [...manifested].filter((episode) => named.has(episode)).length,
      imagined: [...named].filter((episode) => !manifested.has(episode)).length,
      share: rounded(verdict.checksHeld / Math.max(1, verdict.checksHeld + verdict.violationCount)),
    },
    pictures: [violationTable(played)],
  }
}

const faulty = (fault: FaultName): StepCode => ({ run: async (input) => resultOf(await play(GAMES[fault], input['seed'] ?? 1, fault)) })

/** One episode's turns, as the log has them. */
function turnTable({ result, manifested }: AuditedResult): TablePicture {
  const episode = [...manifested][0] ?? 0
  return {
    kind: 'table',
    caption: 'turns',
    head: ['turn', 'agent', 'in place of', 'action', 'rewards'],
    rows: turnsOf(result, episode)
      .turns.slice(0, 12)
      .map(({ wave, agent, place, action, rewards }) => [wave, agent, place ?? '', action, rewardWords(rewards)]),
  }
}

const rewardWords = (rewards: Readonly<Record<string, number>>): string =>
  Object.entries(rewards)
    .map(([agent, reward]) => `${agent} ${rounded(reward)}`)
    .join(', ')

/** The faults that one can tell from the turns of tic-tac-toe. */
const MYSTERIES = ['double_move', 'no_turn_barrier', 'shuffled_order'] as const

const mystery: StepCode = {
  async run(input) {
    const seed = input['seed'] ?? 1
    const fault = MYSTERIES[seed % MYSTERIES.length] ?? 'double_move'
    // Chance decides when a fault shows: the first pair of games in which it did.
    let played = await play(TICTACTOE, seed, fault, 2)
    for (let other = 1; played.manifested.size === 0; other++) played = await play(TICTACTOE, seed + 100 * other, fault, 2)
    const { outcome: _check, ...rest } = resultOf(played)
    const name = played.verdict.violations.find((violation) => FAULT_NAMES.some((one) => one === violation.name))?.name
    return { ...rest, outcome: name ?? 'nothing', pictures: [turnTable(played), ...rest.pictures] }
  },
}

export const coordinatorCode = {
  sound,
  'double-move': faulty('double_move'),
  leak: faulty('leaked_observation'),
  reward: faulty('reward_to_last_mover'),
  update: faulty('update_during_rollout'),
  mystery,
  curves,
} satisfies Readonly<Record<string, StepCode>>
