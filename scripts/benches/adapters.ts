// The bench `adapters`: K policies in one mixed pass against K separate ones, sampling and training, K from 1 to 16, and the peak
// memory of eight that share passes against that of one with the same rows. Ratios of interleaved arms on one engine: on the
// processor with all cores of the machine, and with one.

import { availableParallelism } from 'node:os'
import { tokenloomError } from '../../src/base/errors.ts'
import type { Json } from '../../src/base/json.ts'
import { startCores } from '../adapters/core-threads.ts'
import { mixedLimits } from '../adapters/mixed-limits.ts'
import type { MixedInput } from '../adapters/mixed-run.ts'
import { readBase, runWhere } from '../adapters/where.ts'
import type { Claim } from '../claims/claim.ts'
import { parseCommandLine, wholeNumber } from '../command/command.ts'
import { engineChoice, engineOption } from '../command/engine.ts'

const USAGE = 'npm run bench -- adapters [--engine wgsl|cpu|auto] [--base NAME] [--rounds N] [--cores N] [--policies 1,2,4,8,16] [--rows 1,2,8,32] [--json]'
const MOST_CORES = 64
/** What sharing is asked to give at 8 policies of 8 rows. */
const ASKED = { policies: 8, rows: 8, target: 1.7 }
const short = (value: number): number => Number(value.toPrecision(4))

type Say = (text: string) => void
type Measured = { readonly [field: string]: Json }

/** The table, and what is claimed of it, on so many cores. */
async function measure(input: MixedInput, cores: number, say: Say): Promise<Measured> {
  if (input.engine === 'cpu') say(cores === 1 ? 'On one core:' : `On ${cores} cores:`)
  const report = await runWhere(
    'mixed',
    { ...input, ...(cores > 1 ? { openCores: (model) => startCores(cores - 1, model) } : {}) },
    ({ what, policies, rows, separateMilliseconds, mixedMilliseconds, ratio, ratioOfBest }) => {
      const times = `${separateMilliseconds.toFixed(2).padStart(9)} ms apart ${mixedMilliseconds.toFixed(2).padStart(9)} ms together`
      say(
        `${what.padEnd(7)} ${String(policies).padStart(2)} policies of ${String(rows).padStart(2)} rows ${times}  ${ratio.toFixed(2)} times, ${ratioOfBest.toFixed(2)} at best`,
      )
    },
  )
  /** Null: that row was not asked for. */
  const ratioOf = (what: string, policies: number, rows: number): number | null => {
    const found = report.table.find((row) => row.what === what && row.policies === policies && row.rows === rows)
    return found === undefined ? null : short(found.ratio)
  }
  // A model of one core: on several, each pays what is fixed.
  const limits = cores > 1 ? undefined : mixedLimits(report.table, report.productMilliseconds, ASKED)
  if (limits !== undefined) {
    const { fixedMilliseconds, rowMilliseconds, productMilliseconds, rowMillisecondsForTarget, ratioOfModel, ratioOfProducts } = limits
    say(
      `One policy alone: ${fixedMilliseconds.toFixed(3)} ms and ${rowMilliseconds.toFixed(3)} ms a sequence, ${productMilliseconds.toFixed(3)} of them products with the base.`,
    )
    say(
      `So 8 of 8 rows can give ${ratioOfModel.toFixed(2)}; with rows of ${rowMillisecondsForTarget.toFixed(3)} ms ${ASKED.target}, with products alone ${ratioOfProducts.toFixed(2)}.`,
    )
  }
  return {
    engine: report.engine,
    device: report.device,
    cores,
    ratio8: ratioOf('sample', 8, 2),
    ratio8At8Rows: ratioOf('sample', 8, 8),
    trainRatio8: ratioOf('train', 8, 64),
    limits8At8Rows: limits === undefined ? null : Object.fromEntries(Object.entries(limits).map(([name, value]) => [name, short(value)])),
    memory8: short(report.memory.ratio),
    memory: { ...report.memory, many: { ...report.memory.many }, one: { ...report.memory.one } },
    table: report.table.map((row) => ({
      ...row,
      separateMilliseconds: short(row.separateMilliseconds),
      mixedMilliseconds: short(row.mixedMilliseconds),
      ratio: short(row.ratio),
      ratioOfBest: short(row.ratioOfBest),
      bestSeparate: short(row.bestSeparate),
      bestMixed: short(row.bestMixed),
    })),
  }
}

export const claim: Claim = {
  summary: 'K policies in one mixed pass against K separate ones: time of sampling and training, and peak memory.',
  async run({ args, say }) {
    const { values } = parseCommandLine(
      args,
      {
        ...engineOption,
        base: { type: 'string' },
        rounds: { type: 'string' },
        cores: { type: 'string' },
        policies: { type: 'string' },
        rows: { type: 'string' },
      },
      USAGE,
    )
    const engine = engineChoice(values.engine) ?? 'cpu'
    const rounds = wholeNumber(values.rounds, '--rounds', 1, 1000) ?? 15
    const named = wholeNumber(values.cores, '--cores', 1, MOST_CORES)
    if (named !== undefined && engine !== 'cpu')
      throw tokenloomError('ARGUMENT_INVALID', 'Only the engine on the processor has several cores.', 'Add --engine cpu, or leave out --cores.', '--cores')
    const all = engine === 'cpu' ? Math.min(MOST_CORES, availableParallelism()) : 1
    const base = values.base ?? 'arithmetic'
    const numbers = (text: string, flag: string): number[] => text.split(',').map((count) => wholeNumber(count, flag, 1, 64) ?? 1)
    const policies = numbers(values.policies ?? '1,2,4,8,16', '--policies')
    const rows = numbers(values.rows ?? '1,2,8,32', '--rows')
    const input = { engine, base: readBase(base), rounds, policies, rows }
    const measured = await measure(input, named ?? all, say)
    const oneCore = named === undefined && all > 1 ? await measure(input, 1, say) : null
    return { base, rounds, ...measured, oneCore }
  },
}
