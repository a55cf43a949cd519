// What curves show of a broken coordinator: two policies learn a zero-sum game from each other, under the sound coordinator with three
// seeds and under one that hands out the turns by chance. What the one wins the other loses, so no curve has anywhere to go.

import type { CoordinatorName } from '../coordinator/faults/fault.ts'
import { type Curves, marginOf, shareWithin } from './curve-band.ts'
import { rounded } from './pictures.ts'
import type { CurvesPicture, LessonTools, StepCode } from './step-code.ts'
import { agentRewards, type ShortRun, trainShortly } from './train.ts'

const GAMES = 32
const STEPS = 10
const SEEDS = [1, 2, 3] as const
const BROKEN = 'shuffled_order'

const learn = (tools: LessonTools, coordinator: CoordinatorName, seed: number): Promise<ShortRun> => {
  const what = coordinator === 'sound' ? `sound-${seed}` : 'broken'
  return tools.once(`coordinator ${what}`, () =>
    trainShortly(tools, what, {
      preset: 'gomoku',
      seed,
      steps: STEPS,
      base: 'boards',
      environment: { id: 'tictactoe-v1', config: { opponent: 'none' } },
      agents: { adapters: 'separate' },
      rollout: { groupSize: GAMES },
      evaluation: { problems: 2, every: STEPS, metric: 'reward' },
      coordinator,
    }),
  )
}

/** The first agent's curve of every run; the second one's is its mirror image. */
function curvesPicture(runs: readonly (readonly [label: string, Curves])[]): CurvesPicture {
  const lines = runs.map(([label, curves]) => ({ label, values: (Object.values(curves)[0] ?? []).map(rounded) }))
  return { kind: 'curves', caption: 'first-player', steps: Array.from({ length: STEPS }, (_, step) => step + 1), lines }
}

export const curves: StepCode = {
  async run(_input, tools) {
    const sound: Curves[] = []
    let alarms = 0
    for (const seed of SEEDS) {
      const run = await learn(tools, 'sound', seed)
      alarms += violationsOf(run)
      sound.push(agentRewards(run))
    }
    const run = await learn(tools, BROKEN, SEEDS[0])
    const broken = agentRewards(run)
    // Every run against the sound runs of other seeds than its own, so that all are held against bands of two.
    const margin = marginOf(GAMES)
    const within = shareWithin(broken, sound.slice(1), margin)
    const alike = sound.map((own, i) =>
      shareWithin(
        own,
        sound.filter((_, other) => other !== i),
        margin,
      ),
    )
    const least = Math.min(...alike)
    return {
      outcome: within >= least ? 'among' : 'apart',
      facts: {
        within: rounded(within),
        least: rounded(least),
        most: rounded(Math.max(...alike)),
        alarms,
        violations: violationsOf(run),
        name: run.audits.flatMap(({ violations }) => violations)[0]?.name ?? 'nothing',
        engine: run.engine,
      },
      pictures: [
        curvesPicture([...sound.map((own, i): [string, Curves] => [`sound-${SEEDS[i] ?? 0}`, own]), ['broken', broken]]),
        {
          kind: 'table',
          caption: 'curves-held',
          head: ['coordinator', 'within', 'violation count'],
          rows: [...alike.map((share, i) => [`sound-${SEEDS[i] ?? 0}`, rounded(share), 0]), ['broken', rounded(within), violationsOf(run)]],
        },
      ],
    }
  },
}

const violationsOf = ({ audits }: ShortRun): number => audits.reduce((sum, { violationCount }) => sum + violationCount, 0)
