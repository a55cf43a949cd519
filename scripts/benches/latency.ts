// The bench `latency`: rollouts with a slow tool. A policy on the CPU engine asks, a tool answers after a real wait whose
// length is drawn beforehand; episode by episode, in lock step, and asynchronously. What could be hidden at most stands beside
// what was. The trajectories of all three must be the same.

import { median } from '../../src/base/median.ts'
import { createRng } from '../../src/base/random.ts'
import type { EpisodePlan } from '../../src/coordinator/episode-plan.ts'
import type { Pace } from '../../src/coordinator/pace.ts'
import { createPhaseBarrier } from '../../src/coordinator/phase-barrier.ts'
import type { PolicyPlayer, ScriptPlayer } from '../../src/coordinator/player.ts'
import { runEpisodes } from '../../src/coordinator/run-episodes.ts'
import { countingGame } from '../../src/environments/testing/counting.ts'
import type { Tokenizer } from '../../src/episode/tokenizer.ts'
import type { Trajectory } from '../../src/episode/trajectory.ts'
import { BASE_SNAPSHOT, type TrainingService } from '../../src/service/index.ts'
import { openGround } from '../adapters/ground.ts'
import { readBase } from '../adapters/where.ts'
import type { Claim } from '../claims/claim.ts'
import { rounded } from '../claims/rounded.ts'
import { parseCommandLine, wholeNumber } from '../command/command.ts'
import { engineChoice, engineOption } from '../command/engine.ts'

const USAGE = 'npm run bench -- latency [--episodes 16] [--calls 6] [--milliseconds 60] [--rounds 3] [--json]'
const POLICY = 'policy'
const TOOL = 'tool'
/** Digits are legal whatever the policy writes first: the game goes on to its end. */
const WRITTEN = 1

interface Setting {
  readonly service: TrainingService
  readonly tokenizer: Tokenizer
  readonly episodes: number
  readonly calls: number
  /** The mean wait for the tool. */
  readonly mean: number
}

/** The tool's waits, in milliseconds, by episode and call: exponential, as most are short and a few are not. */
const waitOf = ({ mean }: Setting, episode: number, call: number): number => -mean * Math.log(1 - createRng([8, 8], episode, call).float())

interface Arm {
  readonly milliseconds: number
  /** The time that the engine was at work. */
  readonly sampling: number
  readonly trajectories: readonly Trajectory[]
}

async function play(setting: Setting, pace: Pace, apart: boolean): Promise<Arm> {
  const { service, tokenizer, episodes, calls } = setting
  // Whatever is written counts as a digit, so that the length of a game does not depend on how good the base is.
  const game = countingGame({ agents: [POLICY, TOOL], maxTurns: 2 * calls + 1 })
  const definition: typeof game = { ...game, parse: () => ({ ok: true, value: 1 }) }
  const called = new Map<number, number>()
  let sampling = 0
  const policy: PolicyPlayer = {
    kind: 'policy',
    name: POLICY,
    snapshot: null,
    async sampler(prompts, maxTokens) {
      const params = { maxTokens: Math.min(maxTokens, WRITTEN), temperature: 1, stopTokens: Array.from({ length: 112 }, (_, id) => id) }
      const { sequences, stamp, milliseconds } = await service.sample({ snapshot: BASE_SNAPSHOT, prompts, params, key: [3, 3] }).result
      sampling += milliseconds
      return { sequences, version: stamp.version, snapshotHash: stamp.snapshotHash }
    },
  }
  const tool: ScriptPlayer = {
    kind: 'script',
    name: TOOL,
    key: [4, 4],
    async act({ episode, rng }) {
      const call = called.get(episode) ?? 0
      called.set(episode, call + 1)
      await new Promise((resolve) => setTimeout(resolve, waitOf(setting, episode, call)))
      return rng.integer(7)
    },
  }
  const plans = Array.from(
    { length: episodes },
    (_, episode): EpisodePlan => ({ episode, group: 0, start: createRng([1, 1], episode), chance: createRng([2, 2], episode) }),
  )
  const start = performance.now()
  const trajectories: Trajectory[] = []
  for (const batch of apart ? plans.map((plan) => [plan]) : [plans]) {
    const result = await runEpisodes({
      definition,
      config: { rounds: 2 * calls },
      split: 'train',
      tokenizer,
      budget: { maxTokensPerTurn: 8, maxTokensPerEpisode: 64, contextTokens: 64 },
      episodes: batch,
      players: (_plan, agent) => (agent === POLICY ? policy : tool),
      barrier: createPhaseBarrier(),
      now: () => 0,
      pace,
    })
    trajectories.push(...result.trajectories)
  }
  return { milliseconds: performance.now() - start, sampling, trajectories }
}

const same = (a: readonly Trajectory[], b: readonly Trajectory[]): boolean => JSON.stringify(a) === JSON.stringify(b)

export const claim: Claim = {
  summary: 'The wait for a slow tool hidden: asynchronously and in lock step against one by one, beside the bound.',
  async run({ args, say }) {
    const options = {
      ...engineOption,
      episodes: { type: 'string' },
      calls: { type: 'string' },
      milliseconds: { type: 'string' },
      rounds: { type: 'string' },
    } as const
    const { values } = parseCommandLine(args, options, USAGE)
    engineChoice(values.engine, ['cpu'])
    const ground = await openGround('cpu', readBase('arithmetic'))
    try {
      const { service } = ground.open()
      const setting: Setting = {
        service,
        tokenizer: ground.model.tokenizer,
        episodes: wholeNumber(values.episodes, '--episodes', 1, 256) ?? 16,
        calls: wholeNumber(values.calls, '--calls', 1, 12) ?? 6,
        mean: wholeNumber(values.milliseconds, '--milliseconds', 1, 10_000) ?? 60,
      }
      const rounds = wholeNumber(values.rounds, '--rounds', 1, 20) ?? 3
      await play({ ...setting, mean: 1 }, 'asynchronous', false)
      const arms: { readonly apart: Arm; readonly lockstep: Arm; readonly overlapped: Arm }[] = []
      for (let round = 0; round < rounds; round++) {
        say(`Round ${round + 1} of ${rounds} …`)
        const overlapped = await play(setting, 'asynchronous', false)
        const lockstep = await play(setting, 'lockstep', false)
        arms.push({ overlapped, lockstep, apart: await play(setting, 'lockstep', true) })
      }
      const waits = Array.from({ length: setting.episodes }, (_, episode) =>
        Array.from({ length: setting.calls }, (_, call) => waitOf(setting, episode, call)).reduce((sum, wait) => sum + wait, 0),
      )
      const of = (arm: 'apart' | 'lockstep' | 'overlapped', figure: 'milliseconds' | 'sampling'): number => median(arms.map((one) => one[arm][figure]))
      // Neither the longest episode's own waits nor the engine's own work can be hidden.
      const bound = Math.max(Math.max(...waits), of('overlapped', 'sampling'))
      const [apart, overlapped, lockstep] = [of('apart', 'milliseconds'), of('overlapped', 'milliseconds'), of('lockstep', 'milliseconds')]
      return {
        engine: ground.kernels.engine,
        device: ground.kernels.device,
        episodes: setting.episodes,
        calls: setting.calls,
        meanWait: setting.mean,
        rounds,
        waitsTotal: rounded(waits.reduce((sum, wait) => sum + wait, 0)),
        waitsLongest: rounded(Math.max(...waits)),
        oneByOne: rounded(apart),
        lockstep: rounded(lockstep),
        overlapped: rounded(overlapped),
        bound: rounded(bound),
        speedup: rounded(apart / overlapped),
        speedupInLockstep: rounded(apart / lockstep),
        speedupBound: rounded(apart / bound),
        hidden: rounded((apart - overlapped) / (apart - bound)),
        samplingMilliseconds: {
          oneByOne: rounded(of('apart', 'sampling')),
          lockstep: rounded(of('lockstep', 'sampling')),
          overlapped: rounded(of('overlapped', 'sampling')),
        },
        sameTrajectories: arms.every(
          (one) => same(one.overlapped.trajectories, one.apart.trajectories) && same(one.overlapped.trajectories, one.lockstep.trajectories),
        ),
      }
    } finally {
      ground.close()
    }
  },
}
