// The check `auditor`: no alarm with the sound coordinator, over random protocols and the built-in games; and every faulty
// coordinator called by its right name in every episode in which its fault showed. No engine: policies draw their words at
// random and stamp them as an engine would.

import { FAULT_NAMES, type FaultName } from '../../src/coordinator/faults/fault.ts'
import { playAudited } from '../../src/coordinator/testing/audited-batch.ts'
import type { Claim } from '../claims/claim.ts'
import { parseCommandLine, wholeNumber } from '../command/command.ts'
import { GAMES, PROTOCOLS, type Table } from './auditor/tables.ts'

const USAGE = 'npm run check -- auditor [--episodes 10000] [--json]'
const BATCH = 8
/** Batches of each faulty coordinator at each table. */
const GAME_BATCHES = 6
const PROTOCOL_BATCHES = 100

/** Where each fault must show in at least half of the episodes: games in which there is something to get wrong. */
const NAMED: Readonly<Record<FaultName, string>> = {
  no_turn_barrier: 'tictactoe-v1',
  shuffled_order: 'harvest-v1',
  double_move: 'gomoku-v1',
  update_during_rollout: 'harvest-v1',
  reward_to_last_mover: 'harvest-v1',
  leaked_observation: 'kuhn-v1',
}

interface Sound {
  episodes: number
  falseAlarms: number
  checksHeld: number
  readonly alarms: string[]
}

async function playSound(table: Table, batches: number, sound: Sound): Promise<void> {
  for (let seed = 0; seed < batches; seed++) {
    const { verdict } = await playAudited(table.batch(seed, BATCH))
    sound.episodes += verdict.episodes
    sound.checksHeld += verdict.checksHeld
    sound.falseAlarms += new Set(verdict.violations.map(({ episode }) => episode)).size
    for (const { name, sentence } of verdict.violations.slice(0, 1)) sound.alarms.push(`${table.name}, seed ${seed}: ${name}: ${sentence}`)
  }
}

/** Episodes of one fault at one table. */
interface Count {
  readonly episodes: number
  readonly manifested: number
  /** Manifested and called by the right name. */
  readonly caught: number
  /** Called by another name, manifested or not. */
  readonly misnamed: number
  /** Called by the right name where nothing had shown. */
  readonly imagined: number
}

async function playFaulty(table: Table, fault: FaultName, batches: number): Promise<Count> {
  let [episodes, manifested, caught, misnamed, imagined] = [0, 0, 0, 0, 0]
  for (let seed = 0; seed < batches; seed++) {
    const played = await playAudited({ ...table.batch(seed, BATCH), fault })
    const named = (right: boolean): Set<number> =>
      new Set(played.verdict.violations.filter(({ name }) => (name === fault) === right).map(({ episode }) => episode))
    const right = named(true)
    episodes += BATCH
    manifested += played.manifested.size
    caught += [...played.manifested].filter((episode) => right.has(episode)).length
    misnamed += named(false).size
    imagined += [...right].filter((episode) => !played.manifested.has(episode)).length
  }
  return { episodes, manifested, caught, misnamed, imagined }
}

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)

async function playFault(fault: FaultName) {
  const games = new Map<string, Count>()
  for (const table of GAMES) games.set(table.name, await playFaulty(table, fault, GAME_BATCHES))
  const counts = [...games.values(), await playFaulty(PROTOCOLS, fault, PROTOCOL_BATCHES)]
  const sum = (of: (count: Count) => number): number => counts.reduce((total, count) => total + of(count), 0)
  const byGame = Object.fromEntries([...games].map(([name, { manifested, episodes }]) => [name, share(manifested, episodes)]))
  return {
    caught: share(
      sum((count) => count.caught),
      sum((count) => count.manifested),
    ),
    episodes: sum((count) => count.episodes),
    misnamed: sum((count) => count.misnamed),
    imagined: sum((count) => count.imagined),
    byGame,
    manifested: byGame[NAMED[fault]] ?? 0,
  }
}

export const claim: Claim = {
  summary: 'The auditor: no false alarm with the sound coordinator, every fault named where it showed.',
  async run({ args, say }) {
    const { values } = parseCommandLine(args, { episodes: { type: 'string' } } as const, USAGE)
    const wanted = wholeNumber(values.episodes, '--episodes', BATCH, 1_000_000) ?? 10_000
    const sound: Sound = { episodes: 0, falseAlarms: 0, checksHeld: 0, alarms: [] }
    say(`The sound coordinator, ${wanted} episodes of random protocols and ${GAMES.length} games …`)
    await playSound(PROTOCOLS, Math.ceil(wanted / BATCH), sound)
    for (const table of GAMES) await playSound(table, GAME_BATCHES, sound)
    const found = new Map<FaultName, Awaited<ReturnType<typeof playFault>>>()
    for (const fault of FAULT_NAMES) {
      say(`The faulty one: ${fault} …`)
      found.set(fault, await playFault(fault))
    }
    const each = <T>(of: (fault: Awaited<ReturnType<typeof playFault>>) => T): Record<string, T> =>
      Object.fromEntries([...found].map(([name, fault]) => [name, of(fault)]))
    const all = [...found.values()]
    return {
      ok:
        sound.falseAlarms === 0 &&
        sound.episodes >= wanted &&
        all.every((one) => one.caught === 1 && one.misnamed === 0 && one.imagined === 0 && one.manifested >= 0.5),
      engine: 'none',
      episodes: sound.episodes,
      falseAlarms: sound.falseAlarms,
      checksHeld: sound.checksHeld,
      faults: each(({ caught }) => caught),
      manifested: each(({ manifested }) => manifested),
      manifestedIn: NAMED,
      manifestedByGame: each(({ byGame }) => byGame),
      faultyEpisodes: each(({ episodes }) => episodes),
      misnamed: each(({ misnamed }) => misnamed),
      imagined: each(({ imagined }) => imagined),
      alarms: sound.alarms,
    }
  },
}
