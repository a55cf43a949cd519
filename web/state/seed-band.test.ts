import { describe, expect, it } from 'vitest'
import { chartCsv } from './chart-csv.ts'
import { furtherSeeds } from './run-queue.ts'
import { replayRun } from './run-view.ts'
import { bandOver } from './seed-band.ts'
import { PLAIN, rewardChart, seedsApart, validationChart } from './series.ts'
import { sampleRun } from './testing/sample-run.ts'
import { savedRun } from './testing/saved-run.ts'
import { controlGains, seedsGain } from './verdicts.ts'

const view = (id: string, controls: readonly ('random' | 'shuffled')[] = []) => replayRun(id, sampleRun({ run: id, steps: 20, groups: 2, controls }).events)
const shifted = (by: number) => {
  const one = view(`seed ${by}`)
  const policy = one.arms.policy
  if (policy === undefined) throw new Error('no policy')
  return {
    ...one,
    arms: {
      policy: {
        ...policy,
        evaluations: policy.evaluations.map((evaluation) => ({ ...evaluation, sampled: evaluation.sampled + (evaluation.step === 0 ? 0 : by) })),
      },
    },
  }
}

it('what demonstrations earned is no reward of the policy and is not drawn as one', () => {
  const run = view('a')
  if (run.spec === null) throw new Error('no spec')
  const imitating = { ...run, spec: { ...run.spec, imitation: { steps: 12, minibatches: 8, strays: 0, rewardRate: 1 } } }
  expect(rewardChart(run).steps[0]).toBe(1)
  expect(rewardChart(imitating).steps).toEqual([13, 14, 15, 16, 17, 18, 19, 20])
})

describe('several seeds as one line', () => {
  it('are a mean and a band, and nothing where a seed is missing', () => {
    expect(
      bandOver([
        [1, 2, null],
        [3, 6, 7],
      ]),
    ).toEqual({ values: [2, 4, null], band: { low: [1, 2, null], high: [3, 6, null] } })
  })

  it('are drawn one by one where one of them stands beside the run: a mean over both would be one line twice', () => {
    const [run, seed] = [view('a'), shifted(0.1)]
    const beside = [{ id: seed.id, name: 'other', view: seed, seeds: [run] }]
    const chart = validationChart(run, seedsApart({ ...PLAIN, beside, seeds: [seed] }, [seed]))
    const of = (label: string) => chart.lines.find((line) => line.label === label)?.values.at(-1) ?? Number.NaN
    expect(of('A, other') - of('Sampled')).toBeCloseTo(0.1)
    // A run of other settings keeps its band, and so does the run on view.
    const settings = { ...PLAIN, beside: [{ id: 'else', name: 'else', view: view('else'), seeds: [] }], seeds: [seed] }
    expect(seedsApart(settings, [seed])).toBe(settings)
  })

  it('name their band in chart and CSV', () => {
    const seeds = [shifted(0.1), shifted(-0.1)]
    const chart = validationChart(view('a'), { ...PLAIN, seeds })
    const line = chart.lines[0]
    expect(line?.label).toBe('Sampled, mean of 3 seeds (least to greatest)')
    const last = chart.steps.length - 1
    expect((line?.band?.high[last] ?? 0) - (line?.band?.low[last] ?? 0)).toBeCloseTo(0.2)
    expect(chartCsv(chart).split('\n')[0]).toContain('seeds (least to greatest): greatest')
    expect(rewardChart(view('a'), { ...PLAIN, seeds }).lines.some(({ style }) => style === 'raw')).toBe(false)
  })

  it('have a gain with an interval by Student’s t', () => {
    const gain = seedsGain([view('a'), shifted(0.1), shifted(-0.1)])
    const alone = seedsGain([view('a'), view('b')])
    expect(alone?.halfWidth).toBeCloseTo(0)
    expect(gain?.difference).toBeCloseTo(alone?.difference ?? 0)
    expect(gain?.halfWidth).toBeCloseTo((4.303 * 0.1) / Math.sqrt(3))
    expect(seedsGain([view('a')])).toBeNull()
  })

  it('are asked for under numbers that no run had', () => {
    expect(furtherSeeds(savedRun('a').spec, [2], 2).map(({ seed }) => seed)).toEqual([3, 4])
  })
})

describe('the policy against its controls', () => {
  it('has a difference with an interval for each, at a step that both reached', () => {
    const gains = controlGains(view('a', ['random', 'shuffled']))
    expect(gains.map(({ control, step }) => [control, step])).toEqual([
      ['random', 20],
      ['shuffled', 20],
    ])
    for (const { difference, policy, value, halfWidth } of gains) {
      expect(difference).toBeCloseTo(policy - value)
      expect(halfWidth).toBeGreaterThan(0)
    }
    expect(controlGains(view('a'))).toEqual([])
  })
})
