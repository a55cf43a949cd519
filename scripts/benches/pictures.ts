// The bench `pictures`: what a picture costs, in rows and in milliseconds, forwards and in training, against as many rows of text;
// and what siblings save that look at the same one. Medians over rounds in which everything takes its turn.

import { median } from '../../src/base/median.ts'
import { readBase, runWhere } from '../adapters/where.ts'
import type { Claim } from '../claims/claim.ts'
import { rounded } from '../claims/rounded.ts'
import { parseCommandLine, wholeNumber } from '../command/command.ts'
import { engineChoice, engineOption } from '../command/engine.ts'
import type { SideCost } from './pictures/cost-run.ts'

const USAGE = 'npm run bench -- pictures [--engine wgsl|cpu|auto] [--rounds N] [--questions N] [--json]'
const SIDES = [32, 48, 64]
const GROUP_SIZE = 8

/** What the pictures of a pass add to it, for each of them. */
function costOf({ side, rowsPerPicture, leads, groups }: SideCost, questions: number) {
  const added = (lead: 'picture' | 'text', pass: 'forward' | 'train'): number => (median(leads[lead][pass]) - median(leads.nothing[pass])) / questions
  return {
    side,
    rowsPerPicture,
    forwardMillisecondsPerPicture: rounded(added('picture', 'forward')),
    trainMillisecondsPerPicture: rounded(added('picture', 'train')),
    forwardAgainstText: rounded(median(leads.picture.forward) / median(leads.text.forward)),
    trainAgainstText: rounded(median(leads.picture.train) / median(leads.text.train)),
    trainAgainstNoPicture: rounded(median(leads.picture.train) / median(leads.nothing.train)),
    groupRowsShared: groups.shared.rows,
    groupRowsApart: groups.apart.rows,
    groupTimeApartOverShared: rounded(median(groups.apart.milliseconds) / median(groups.shared.milliseconds)),
    groupTimeSharedOverNoPicture: rounded(median(groups.shared.milliseconds) / median(groups.nothing.milliseconds)),
  }
}

export const claim: Claim = {
  summary: 'What a picture costs: rows and milliseconds, forwards and in training, against text, and shared by siblings.',
  async run({ args, say }) {
    const { values } = parseCommandLine(args, { ...engineOption, rounds: { type: 'string' }, questions: { type: 'string' } }, USAGE)
    const engine = engineChoice(values.engine) ?? 'cpu'
    const rounds = wholeNumber(values.rounds, '--rounds', 1, 1000) ?? 9
    const questions = wholeNumber(values.questions, '--questions', 1, 256) ?? 32
    const input = { engine, base: readBase('geometry'), sides: SIDES, questions, groupSize: GROUP_SIZE, rounds }
    const report = await runWhere('pictureCost', input, (side) => say(`${side} pixels a side …`))
    return {
      engine: report.engine,
      device: report.device,
      questions,
      groupSize: GROUP_SIZE,
      rounds,
      pictures: report.costs.map((cost) => costOf(cost, questions)),
    }
  },
}
