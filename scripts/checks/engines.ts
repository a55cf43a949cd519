// The check `engines`: the same spec on WGSL and on the processor learns the same within the noise of seeds. Runs of the built page,
// one engine after the other for every seed; what is compared stands in engines/agreement.ts.

import { assert } from '../../src/base/assert.ts'
import { tokenloomError } from '../../src/base/errors.ts'
import type { EngineName } from '../../src/service/index.ts'
import type { Claim, Figures } from '../claims/claim.ts'
import { parseCommandLine, wholeNumber } from '../command/command.ts'
import { ensureBuilt } from '../page/built.ts'
import { serveFolder } from '../page/serve.ts'
import { runInPage } from '../train/drive.ts'
import { type Agreement, type Curve, curvesAgree, hasLearned, SEEDS } from './engines/agreement.ts'

const USAGE = 'npm run check -- engines [--preset NAME] [--seeds 1,2,3] [--steps N] [--json]'

function seedsOf(text: string): readonly number[] {
  const seeds = [...new Set(text.split(',').map((seed) => wholeNumber(seed, '--seeds', 0, 2 ** 31) ?? 0))]
  if (seeds.length >= SEEDS.least && seeds.length <= SEEDS.most) return seeds
  throw tokenloomError('ARGUMENT_INVALID', `${seeds.length} seeds tell nothing of their noise.`, `Give ${SEEDS.least} to ${SEEDS.most} seeds.`, '--seeds')
}

/** One run in a browser of its own; what it measured of its policy. */
async function curveOf(url: string, engine: EngineName, input: { readonly preset: string; readonly seed: number; readonly steps?: number }): Promise<Curve> {
  const events = await runInPage(url, { ...input, engine })
  const ran = events.find((event) => event.kind === 'started')?.service.engine
  assert(ran === engine, `the run was asked for on ${engine} and ran on ${ran ?? 'nothing'}`)
  const evaluations = events.flatMap((event) => (event.kind === 'evaluated' && event.evaluation.arm === 'policy' ? [event.evaluation] : []))
  return { seed: input.seed, sampled: evaluations.map(({ sampled }) => sampled), errors: evaluations.map(({ sampledError }) => sampledError) }
}

const rounded = (value: number): number => Number(value.toFixed(4))
const figuresOf = ({ difference, spread, bound, agrees }: Agreement): Figures => ({
  agrees,
  difference: rounded(difference),
  bound: rounded(bound),
  spread: rounded(spread),
})
const told = (curves: readonly Curve[]): Figures[] => curves.map(({ seed, sampled }) => ({ seed, sampled: sampled.map(rounded) }))

export const claim: Claim = {
  summary: 'The same spec on both engines learns the same within the noise of seeds.',
  async run({ args, say }) {
    const { values } = parseCommandLine(args, { preset: { type: 'string' }, seeds: { type: 'string' }, steps: { type: 'string' } }, USAGE)
    const preset = values.preset ?? 'arithmetic'
    const steps = wholeNumber(values.steps, '--steps', 1, 100_000)
    const seeds = seedsOf(values.seeds ?? '1,2,3')
    const curves: Record<EngineName, Curve[]> = { wgsl: [], cpu: [] }
    const site = await serveFolder(await ensureBuilt(say))
    try {
      for (const seed of seeds)
        for (const engine of ['wgsl', 'cpu'] as const) {
          const curve = await curveOf(site.url, engine, { preset, seed, ...(steps === undefined ? {} : { steps }) })
          curves[engine].push(curve)
          say(`seed ${seed}, ${engine.padEnd(4)}  ${curve.sampled.map((value) => value.toFixed(3)).join(' ')}`)
        }
    } finally {
      await site.close()
    }
    const { end, course } = curvesAgree(curves.wgsl, curves.cpu)
    const learned = [...curves.wgsl, ...curves.cpu].every(hasLearned)
    return {
      ok: end.agrees && course.agrees && learned,
      engine: ['wgsl', 'cpu'],
      preset,
      seeds: [...seeds],
      learned,
      end: figuresOf(end),
      course: figuresOf(course),
      wgsl: told(curves.wgsl),
      cpu: told(curves.cpu),
    }
  },
}
