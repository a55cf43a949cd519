// The bench `turns`: episodes of many turns trained as one sequence each, against one sample a turn. Counts tokens against their
// formula, compares gradients, and times both, in turn.

import { at } from '../../src/base/assert.ts'
import { median } from '../../src/base/median.ts'
import { readBase, runWhere } from '../adapters/where.ts'
import type { Claim } from '../claims/claim.ts'
import { rounded } from '../claims/rounded.ts'
import { parseCommandLine, wholeNumber } from '../command/command.ts'
import { engineChoice, engineOption } from '../command/engine.ts'
import { apartTokens, packedTokens, type TurnShape } from './turns/episodes.ts'

const USAGE = 'npm run bench -- turns [--engine wgsl|cpu|auto] [--rounds N] [--episodes N] [--json]'
const TURNS = [2, 4, 8, 12, 16]
const TOLERANCE = 1e-5

export const claim: Claim = {
  summary: 'Episodes of many turns as one sequence against one sample a turn: tokens, gradients, time.',
  async run({ args, say }) {
    const { values } = parseCommandLine(args, { ...engineOption, rounds: { type: 'string' }, episodes: { type: 'string' } }, USAGE)
    const engine = engineChoice(values.engine) ?? 'cpu'
    const rounds = wholeNumber(values.rounds, '--rounds', 1, 1000) ?? 7
    const episodes = wholeNumber(values.episodes, '--episodes', 1, 256) ?? 16
    const shapes = TURNS.map((turns): TurnShape => ({ episodes, turns, prompt: 4, observed: 4, written: 3 }))
    const report = await runWhere('packing', { engine, base: readBase('arithmetic'), shapes, rounds }, (turns) => say(`${turns} turns …`))
    const table = report.times.map((times, index) => {
      const shape = at(shapes, index)
      return {
        turns: times.turns,
        packedTokens: times.packed,
        apartTokens: times.apart,
        tokenRatio: times.apart / times.packed,
        formula: apartTokens(shape) / packedTokens(shape),
        rowRatio: rounded(times.apartRows / times.packedRows),
        gradientDifference: times.gradientDifference,
        logprobDifference: times.logprobDifference,
        packedMilliseconds: rounded(median(times.packedMilliseconds)),
        apartMilliseconds: rounded(median(times.apartMilliseconds)),
        timeRatio: rounded(median(times.apartMilliseconds) / median(times.packedMilliseconds)),
      }
    })
    const twelve = table.find(({ turns }) => turns === 12)
    return {
      engine: report.engine,
      device: report.device,
      tokenRatio12: twelve?.tokenRatio ?? null,
      tokensFollowFormula: table.every(({ tokenRatio, formula }) => tokenRatio === formula),
      gradientsEqual: table.every(({ gradientDifference }) => gradientDifference <= TOLERANCE),
      timeRatio: twelve?.timeRatio ?? null,
      table,
    }
  },
}
