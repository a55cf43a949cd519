// The bench `coordinator`: what a turn costs at tables of 2 to 128 scripted agents, in turn and all at once. The same game is
// also played bare, without coordinator, so that the game's own cost can be told apart; and once more under audit. Counted in
// processor time, so that other work on the machine matters little.

import { assert, at } from '../../src/base/assert.ts'
import { median } from '../../src/base/median.ts'
import { createRng } from '../../src/base/random.ts'
import { createAuditor } from '../../src/coordinator/auditor.ts'
import type { EpisodePlan } from '../../src/coordinator/episode-plan.ts'
import { createPhaseBarrier } from '../../src/coordinator/phase-barrier.ts'
import type { ScriptPlayer } from '../../src/coordinator/player.ts'
import { runEpisodes } from '../../src/coordinator/run-episodes.ts'
import { bytes } from '../../src/coordinator/testing/bytes-tokenizer.ts'
import { createPlay } from '../../src/environments/play.ts'
import { countingGame } from '../../src/environments/testing/counting.ts'
import type { Claim } from '../claims/claim.ts'
import { rounded } from '../claims/rounded.ts'
import { parseCommandLine, wholeNumber } from '../command/command.ts'

const USAGE = 'npm run bench -- coordinator [--turns 4000] [--rounds 5] [--json]'
const AGENTS = [2, 4, 8, 16, 32, 64, 128]

const script: ScriptPlayer = { kind: 'script', name: 'one', key: [1, 1], act: () => 1 }

/** Microseconds of processor time a turn. */
interface Row {
  readonly [figure: string]: number | string
  readonly agents: number
  readonly protocol: 'turns' | 'simultaneous'
  readonly turns: number
  /** The game alone. */
  readonly game: number
  readonly coordinated: number
  readonly audited: number
  /** What the coordinator adds to the game, and the auditor to the coordinator. */
  readonly coordinator: number
  readonly audit: number
}

interface Arm {
  readonly turns: number
  readonly microseconds: number
}

async function timed(work: () => Promise<number> | number): Promise<Arm> {
  const start = process.cpuUsage()
  const turns = await work()
  const { user, system } = process.cpuUsage(start)
  return { turns, microseconds: (user + system) / turns }
}

/** Episodes of `laps` turns for every agent. */
async function measure(agents: number, simultaneous: boolean, wanted: number) {
  const names = Array.from({ length: agents }, (_, i) => `agent ${i}`)
  const laps = 4
  const rounds = simultaneous ? laps : laps * agents
  const definition = countingGame({ agents: names, simultaneous, maxTurns: laps * agents + 1 })
  const config = { rounds }
  const episodes = Math.max(1, Math.round(wanted / (laps * agents)))
  const plans = (): EpisodePlan[] =>
    Array.from({ length: episodes }, (_, episode) => ({ episode, group: 0, start: createRng([1, 0], episode), chance: createRng([2, 0], episode) }))
  const coordinate = async (audited: boolean): Promise<number> => {
    const setting = { definition, config, split: 'train', tokenizer: bytes } as const
    const players = () => script
    const auditor = audited ? createAuditor({ ...setting, plans: plans(), players }) : null
    const budget = { maxTokensPerTurn: 4, maxTokensPerEpisode: 512, contextTokens: 512 }
    const batch = { ...setting, budget, episodes: plans(), players, barrier: createPhaseBarrier(), now: () => 0 }
    const { turnLog } = await runEpisodes(auditor === null ? batch : { ...batch, witness: auditor.take })
    const verdict = await auditor?.verdict()
    assert((verdict?.violationCount ?? 0) === 0, `${verdict?.violations[0]?.sentence}`)
    return turnLog.length
  }
  const bare = (): number => {
    let turns = 0
    for (const { start, chance } of plans()) {
      const play = createPlay(definition, { config, split: 'train', start, chance })
      for (let waiting = play.waiting(); waiting.length > 0; waiting = play.waiting()) {
        play.submit(Object.fromEntries(waiting.map((agent) => [agent, '1;'])))
        turns += waiting.length
      }
    }
    return turns
  }
  return { bare: await timed(bare), coordinated: await timed(() => coordinate(false)), audited: await timed(() => coordinate(true)) }
}

export const claim: Claim = {
  summary: 'What the coordinator and the auditor cost a turn, at 2 to 128 scripted agents.',
  async run({ args, say }) {
    const { values } = parseCommandLine(args, { turns: { type: 'string' }, rounds: { type: 'string' } } as const, USAGE)
    const turns = wholeNumber(values.turns, '--turns', 500, 1_000_000) ?? 4000
    const rounds = wholeNumber(values.rounds, '--rounds', 1, 100) ?? 5
    const table: Row[] = []
    for (const simultaneous of [false, true]) {
      for (const agents of AGENTS) {
        say(`${agents} agents, ${simultaneous ? 'all at once' : 'in turn'} …`)
        await measure(agents, simultaneous, turns)
        const samples: Awaited<ReturnType<typeof measure>>[] = []
        for (let round = 0; round < rounds; round++) samples.push(await measure(agents, simultaneous, turns))
        const of = (arm: 'bare' | 'coordinated' | 'audited'): number => median(samples.map((sample) => sample[arm].microseconds))
        table.push({
          agents,
          protocol: simultaneous ? 'simultaneous' : 'turns',
          turns: at(samples, 0).coordinated.turns,
          game: rounded(of('bare'), 3),
          coordinated: rounded(of('coordinated'), 3),
          audited: rounded(of('audited'), 3),
          coordinator: rounded(of('coordinated') - of('bare'), 3),
          audit: rounded(of('audited') - of('coordinated'), 3),
        })
      }
    }
    const growth = (protocol: string): number => {
      const own = table.filter((row) => row.protocol === protocol)
      return rounded(at(own, own.length - 1).coordinator / at(own, 0).coordinator, 3)
    }
    return {
      engine: 'none',
      unit: 'microseconds of processor time a turn',
      rounds,
      growthInTurns: growth('turns'),
      growthAtOnce: growth('simultaneous'),
      table,
    }
  },
}
