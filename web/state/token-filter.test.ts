import { describe, expect, it } from 'vitest'
import { unwrap } from '../../src/base/result.ts'
import { readTokenStep } from './decode-tokens.ts'
import { SAMPLE_VOCABULARY, sampleRun } from './testing/sample-run.ts'
import { countSequences, filterStep, NO_FILTER, sequenceText, TOKEN_SORTS } from './token-filter.ts'

const [blob] = sampleRun({ run: 'r', steps: 1, groups: 12 }).blobs
const step = unwrap(readTokenStep(blob?.bytes ?? new Uint8Array(), SAMPLE_VOCABULARY))
const sequences = (filter: Partial<typeof NO_FILTER>) => filterStep(step, { ...NO_FILTER, ...filter }).groups.flatMap((group) => group.sequences)

describe('filtering a step', () => {
  it('is the very same step when nothing is asked', () => {
    expect(filterStep(step, NO_FILTER)).toBe(step)
    expect(countSequences(step)).toBe(96)
  })
  it('splits the step by reward and by sign of the advantage', () => {
    for (const parts of [
      [{ reward: 'full' }, { reward: 'partial' }, { reward: 'none' }],
      [{ advantage: 'above' }, { advantage: 'below' }, { advantage: 'zero' }],
    ] as const) {
      const found = parts.flatMap((part) => sequences(part).map(({ episode }) => episode))
      expect([...found].sort((a, b) => a - b)).toEqual(step.groups.flatMap((group) => group.sequences.map(({ episode }) => episode)))
    }
    expect(sequences({ advantage: 'below' }).every(({ advantage }) => advantage < 0)).toBe(true)
  })
  it('finds text of prompt and answer, whatever its case', () => {
    const first = step.groups[0]?.sequences[0]
    const text = first === undefined ? '' : sequenceText(step, first)
    expect(sequences({ search: text.trim() }).length).toBeGreaterThan(0)
    expect(sequences({ search: 'nowhere' })).toEqual([])
  })
  it('finds those that were cut short, and those with tokens of a state', () => {
    expect(sequences({ stop: 'truncated_tokens' }).every(({ stop }) => stop === 'truncated_tokens')).toBe(true)
    expect(sequences({ state: 'GENERATING' })).toHaveLength(96)
    expect(sequences({ state: 'INTERACTING' })).toEqual([])
  })
  it('sorts groups without losing any', () => {
    for (const sort of TOKEN_SORTS) expect(sequences({ sort })).toHaveLength(96)
    const means = filterStep(step, { ...NO_FILTER, sort: 'lowReward' }).groups.map((group) => group.rewardMean)
    expect(means).toEqual([...means].sort((a, b) => a - b))
  })
})
