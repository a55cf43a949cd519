// The bench `coordinators`: two agents with an adapter each learn tic-tac-toe against each other, under the sound coordinator
// with three seeds and under every faulty one. The curves stand beside what the auditor said: where a faulty curve stays within
// what seeds alone do, the curve would not have given the fault away.

import type { Json } from '../../src/base/json.ts'
import { unwrap } from '../../src/base/result.ts'
import { type CoordinatorName, FAULT_NAMES } from '../../src/coordinator/faults/fault.ts'
import { findEnvironment } from '../../src/environments/registry.ts'
import { marginOf, shareWithin } from '../../src/lessons/curve-band.ts'
import type { RunEventBody } from '../../src/record/events.ts'
import { parseRunSpec } from '../../src/record/spec-schema.ts'
import { runTraining } from '../../src/training/run-training.ts'
import { type Ground, openGround } from '../adapters/ground.ts'
import { readBase } from '../adapters/where.ts'
import type { Claim } from '../claims/claim.ts'
import { parseCommandLine, wholeNumber } from '../command/command.ts'
import { engineChoice, engineOption } from '../command/engine.ts'

const USAGE = 'npm run bench -- coordinators [--steps 20] [--games 48] [--seeds 3] [--json]'
const BASE = 'boards'
const ENVIRONMENT = 'tictactoe-v1'

interface Curve {
  readonly coordinator: CoordinatorName
  readonly seed: number
  /** Mean reward an episode of each agent, step by step. */
  readonly rewards: Readonly<Record<string, readonly number[]>>
  readonly checksHeld: number
  readonly violations: number
  /** What they were called. */
  readonly names: readonly string[]
}

async function learn(ground: Ground, coordinator: CoordinatorName, seed: number, steps: number, games: number): Promise<Curve> {
  const spec: Json = {
    preset: 'gomoku',
    seed,
    steps,
    base: BASE,
    environment: { id: ENVIRONMENT, config: { opponent: 'none' } },
    agents: { adapters: 'separate' },
    rollout: { groupSize: games },
    evaluation: { problems: 2, every: steps, metric: 'reward' },
    coordinator,
  }
  const events: RunEventBody[] = []
  const outcome = await runTraining({
    spec: unwrap(parseRunSpec(spec)),
    service: ground.open().service,
    tokenizer: ground.model.tokenizer,
    environment: unwrap(findEnvironment(ENVIRONMENT)),
    clock: () => performance.now(),
    emit: (event) => events.push(event),
  })
  if (outcome.kind !== 'finished') throw new Error(`Assertion failed: the run under ${coordinator} ended as ${JSON.stringify(outcome)}`)
  const rewards: Record<string, number[]> = {}
  for (const event of events) {
    if (event.kind !== 'stepped' || event.arm !== 'policy') continue
    for (const { name, reward, episodes } of event.agents ?? []) {
      rewards[name] ??= []
      rewards[name].push(reward / Math.max(episodes, 1))
    }
  }
  const audits = events.flatMap((event) => (event.kind === 'audited' ? [event.audit] : []))
  return {
    coordinator,
    seed,
    rewards,
    checksHeld: audits.reduce((sum, audit) => sum + audit.checksHeld, 0),
    violations: audits.reduce((sum, audit) => sum + audit.violationCount, 0),
    names: [...new Set(audits.flatMap((audit) => audit.violations.map(({ name }) => name)))],
  }
}

const rounded = (value: number): number => Number(value.toFixed(3))

export const claim: Claim = {
  summary: 'Two agents that learn against each other under every coordinator: what curves show, and what the auditor says.',
  async run({ args, say }) {
    const options = { ...engineOption, steps: { type: 'string' }, games: { type: 'string' }, seeds: { type: 'string' } } as const
    const { values } = parseCommandLine(args, options, USAGE)
    engineChoice(values.engine, ['cpu'])
    const steps = wholeNumber(values.steps, '--steps', 2, 500) ?? 20
    const games = wholeNumber(values.games, '--games', 4, 512) ?? 48
    const seeds = wholeNumber(values.seeds, '--seeds', 2, 20) ?? 3
    const ground = await openGround('cpu', readBase(BASE))
    try {
      const sound: Curve[] = []
      for (let seed = 1; seed <= seeds; seed++) {
        say(`sound, seed ${seed} …`)
        sound.push(await learn(ground, 'sound', seed, steps, games))
      }
      const faulty: Curve[] = []
      for (const name of FAULT_NAMES) {
        say(`${name} …`)
        faulty.push(await learn(ground, name, 1, steps, games))
      }
      const margin = marginOf(games)
      const told = (curve: Curve) => ({
        ...curve,
        rewards: Object.fromEntries(Object.entries(curve.rewards).map(([agent, list]) => [agent, list.map(rounded)])),
        names: [...curve.names],
        withinSeeds: rounded(
          shareWithin(
            curve.rewards,
            sound.filter((other) => other !== curve).map(({ rewards }) => rewards),
            margin,
          ),
        ),
      })
      return {
        engine: ground.kernels.engine,
        device: ground.kernels.device,
        environment: ENVIRONMENT,
        steps,
        games,
        margin: rounded(margin),
        curves: [...sound, ...faulty].map(told),
        namedByAuditor: Object.fromEntries(faulty.map(({ coordinator, names }) => [coordinator, [...names]])),
        falseAlarms: sound.reduce((sum, { violations }) => sum + violations, 0),
      }
    } finally {
      ground.close()
    }
  },
}
