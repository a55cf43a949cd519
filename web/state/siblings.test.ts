import { describe, expect, it } from 'vitest'
import { againstBaseline, seedGroups } from './run-groups.ts'
import { replayRun } from './run-view.ts'
import { agreementOf, comparable, familyOf, siblingIds, withControls } from './siblings.ts'
import { sampleRun } from './testing/sample-run.ts'
import { evaluation, savedRun } from './testing/saved-run.ts'

const spec = savedRun('a').spec
const view = (id: string, controls: readonly ('random' | 'shuffled' | 'frozen')[] = []) =>
  replayRun(id, sampleRun({ run: id, steps: 20, groups: 2, controls }).events)

describe('runs that belong together', () => {
  it('are those that differ in seed and controls alone', () => {
    expect(familyOf({ ...spec, seed: 9, controls: ['random'] })).toBe(familyOf(spec))
    expect(familyOf({ ...spec, steps: 9 })).not.toBe(familyOf(spec))
    const saved = [
      savedRun('own'),
      savedRun('controls', { spec: { ...spec, controls: ['random', 'frozen'] } }),
      savedRun('seed 2, newer', { spec: { ...spec, seed: 2 } }),
      savedRun('seed 2, older', { spec: { ...spec, seed: 2 } }),
      savedRun('unfinished', { spec: { ...spec, seed: 3 }, status: 'stopped' }),
      savedRun('hidden', { spec: { ...spec, seed: 4 }, hidden: true }),
      savedRun('other', { spec: { ...spec, seed: 5, steps: 9 } }),
    ]
    expect(siblingIds({ id: 'own', spec }, saved)).toEqual({ controls: ['controls'], seeds: ['seed 2, newer'] })
  })

  it('bring the controls that a run has not, and leave its own alone', () => {
    const [own, sibling] = [view('own', ['random']), view('sibling', ['random', 'shuffled'])]
    const whole = withControls(own, [sibling])
    expect(whole.arms.shuffled).toBe(sibling.arms.shuffled)
    expect(whole.arms.random).toBe(own.arms.random)
    expect(withControls(own, [])).toBe(own)
  })

  it('agree when their policies were measured the same, number for number', () => {
    const [own, sibling] = [view('own'), view('sibling', ['random'])]
    expect(agreementOf(own, sibling)).toEqual({ evaluations: 3, same: true })
    const evaluations = (sibling.arms.policy?.evaluations ?? []).map((one) => ({ ...one, greedy: 0.5 }))
    expect(agreementOf(own, { ...sibling, arms: { policy: { steps: [], evaluations } } })?.same).toBe(false)
  })

  it('are compared on one engine and one base only', () => {
    const own = view('own')
    if (own.service === null) throw new Error('no service')
    expect(comparable(own, view('other'))).toBe(true)
    expect(comparable(own, { ...own, service: { ...own.service, engine: 'cpu' } })).toBe(false)
  })
})

describe('what a list tells without reading logs', () => {
  it('measures against a baseline with an interval', () => {
    const against = againstBaseline(savedRun('a', { last: evaluation(80, 0.9) }), savedRun('b', { last: evaluation(80, 0.7) }))
    expect(against?.difference).toBeCloseTo(0.2)
    expect(against?.halfWidth).toBeCloseTo(1.96 * Math.SQRT2 * 0.02)
    expect(againstBaseline(savedRun('a'), savedRun('b'))).toBeNull()
  })

  it('puts the seeds of one spec in one line', () => {
    const seed = (id: string, value: number, sampled: number) => savedRun(id, { spec: { ...spec, seed: value }, last: evaluation(80, sampled) })
    const groups = seedGroups([
      seed('c', 3, 0.9),
      seed('b', 2, 0.7),
      seed('b again', 2, 0.1),
      savedRun('x', { spec: { ...spec, steps: 1 }, last: evaluation(1, 0.2) }),
    ])
    expect(groups).toMatchObject([{ seeds: [2, 3], least: 0.7, greatest: 0.9 }])
    expect(groups[0]?.mean).toBeCloseTo(0.8)
  })
})
