// The bench `handover`: a new version of a policy on its way to the sampler, as a snapshot of the adapter and as a whole base with the
// adapter merged into it: bytes and milliseconds, both measured, and both samplers compared.

import { readBase, runWhere } from '../adapters/where.ts'
import type { Claim } from '../claims/claim.ts'
import { parseCommandLine, wholeNumber } from '../command/command.ts'
import { engineChoice, engineOption } from '../command/engine.ts'

const USAGE = 'npm run bench -- handover [--engine wgsl|cpu|auto] [--base NAME] [--rounds N] [--json]'
const short = (value: number): number => Number(value.toPrecision(4))

export const claim: Claim = {
  summary: 'Hand-over of an adapter snapshot against hand-over of merged full weights: bytes and milliseconds.',
  async run({ args, say }) {
    const { values } = parseCommandLine(args, { ...engineOption, base: { type: 'string' }, rounds: { type: 'string' } }, USAGE)
    const engine = engineChoice(values.engine) ?? 'cpu'
    const rounds = wholeNumber(values.rounds, '--rounds', 1, 1000) ?? 15
    const base = values.base ?? 'arithmetic'
    const report = await runWhere('handover', { engine, base: readBase(base), rounds }, say)
    const { adapter, merged } = report
    return {
      engine: report.engine,
      device: report.device,
      base,
      rounds,
      adapterBytes: adapter.bytes,
      mergedBytes: merged.bytes,
      adapterMilliseconds: short(adapter.milliseconds),
      mergedMilliseconds: short(merged.milliseconds),
      bytesRatio: short(merged.bytes / adapter.bytes),
      timeRatio: short(merged.milliseconds / adapter.milliseconds),
      sameTokens: report.sameTokens,
      logprobDifference: report.logprobDifference,
    }
  },
}
