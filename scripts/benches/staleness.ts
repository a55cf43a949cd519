// The bench `staleness`: rollouts that lag behind the learner by 0 to 8 steps, with the plain and with the decoupled objective, the
// same seeds for all. Whatever comes out is the result: at this size the lag may or may not hurt.

import { openGround } from '../adapters/ground.ts'
import { readBase } from '../adapters/where.ts'
import type { Claim } from '../claims/claim.ts'
import { parseCommandLine, userPath, wholeNumber } from '../command/command.ts'
import { engineChoice, engineOption } from '../command/engine.ts'
import { type StaleCell, staleFigures } from './staleness/figures.ts'
import { KeptRuns } from './staleness/kept-runs.ts'
import { runStale } from './staleness/one-run.ts'

const USAGE = 'npm run bench -- staleness [--engine cpu] [--seeds N] [--steps N] [--keep FILE] [--json]'
const LAGS = [0, 1, 2, 4, 8]
const LOSSES = ['ppo', 'decoupled_ppo'] as const
const rounded = (value: number): number => Number(value.toFixed(4))

export const claim: Claim = {
  summary: 'Rollouts that lag behind by 0 to 8 steps, plain against decoupled objective, over seeds.',
  async run({ args, say }) {
    const { values } = parseCommandLine(args, { ...engineOption, seeds: { type: 'string' }, steps: { type: 'string' }, keep: { type: 'string' } }, USAGE)
    engineChoice(values.engine, ['cpu'])
    const seeds = wholeNumber(values.seeds, '--seeds', 1, 100) ?? 5
    const steps = wholeNumber(values.steps, '--steps', 1, 10_000) ?? 40
    const ground = await openGround('cpu', readBase('arithmetic'))
    const kept = new KeptRuns(values.keep === undefined ? null : userPath(values.keep), ground.model.hash)
    let [base, gap] = [0, 0]
    const tables: Record<string, StaleCell[]> = {}
    try {
      for (const loss of LOSSES) {
        const cells: StaleCell[] = []
        tables[loss] = cells
        for (const staleness of LAGS) {
          const finals: number[] = []
          for (let seed = 1; seed <= seeds; seed++) {
            const { baseSampled, final, logprobGap } = await kept.of({ loss, staleness, seed, steps }, () => runStale(ground, { loss, staleness, seed, steps }))
            finals.push(final)
            base = baseSampled
            gap = Math.max(gap, logprobGap)
          }
          cells.push({ staleness, finals })
          say(`${loss} lag ${staleness}: ${finals.map((final) => final.toFixed(3)).join(' ')}`)
        }
      }
    } finally {
      ground.close()
    }
    const figures = Object.fromEntries(
      Object.entries(tables).map(([loss, cells]) => [
        loss,
        staleFigures(cells).map(({ staleness, ...figure }) => ({
          staleness,
          ...Object.fromEntries(Object.entries(figure).map(([name, value]) => [name, rounded(value)])),
          finals: cells.find((cell) => cell.staleness === staleness)?.finals.map(rounded) ?? [],
        })),
      ]),
    )
    return { engine: 'cpu', preset: 'arithmetic', steps, seeds, base: rounded(base), logprobGap: gap, ...figures }
  },
}
