import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unwrap } from '../../src/base/result.ts'
import { readTokenStep } from './decode-tokens.ts'
import { tokenDetail } from './select-tokens.ts'
import { SAMPLE_VOCABULARY, sampleRun } from './testing/sample-run.ts'
import { findSequence, visibleText } from './token-step.ts'
import { nextToken, type TokenMove } from './token-walk.ts'

const [blob] = sampleRun({ run: 'r', steps: 1, groups: 5 }).blobs
const step = unwrap(readTokenStep(blob?.bytes ?? new Uint8Array(), SAMPLE_VOCABULARY))
const total = step.ids.length

describe('a step of tokens', () => {
  it('has its siblings in groups with their prompt and rewards', () => {
    expect(step.groups.length).toBe(5)
    for (const group of step.groups) {
      expect(group.sequences.length).toBe(8)
      expect(group.prompt).toMatch(/^\n\d\d\+\d\d=$/)
      const rewards = group.sequences.map((sequence) => sequence.reward)
      expect(group.rewardMean).toBeCloseTo(rewards.reduce((sum, reward) => sum + reward, 0) / 8)
      expect(group.dropped).toBe(new Set(rewards).size === 1)
    }
  })

  it('covers every token with exactly one sequence', () => {
    for (let index = 0; index < total; index++) expect(findSequence(step, index)).not.toBeNull()
    expect(findSequence(step, total)).toBeNull()
  })

  it('says of a token who wrote it and what it was worth', () => {
    const sequence = step.groups[0]?.sequences[0]
    const context = tokenDetail(step, sequence?.start ?? 0)
    expect(context).toMatchObject({ text: '\n', state: 'PENDING', trained: false, position: 0 })
    const written = tokenDetail(step, (sequence?.end ?? 1) - 1)
    expect(written).toMatchObject({ text: '\n', state: 'GENERATING', trained: true })
    expect(written?.logprob).toBeLessThan(0)
  })

  it('refuses damaged bytes with a code', () => {
    const damaged = readTokenStep(Uint8Array.of(1, 2, 3), SAMPLE_VOCABULARY)
    expect(damaged.ok ? 'ok' : damaged.error.code).toBe('RECORD_INVALID')
  })

  it('makes unseen signs visible', () => {
    expect([visibleText('\n'), visibleText(' a'), visibleText('')]).toEqual(['↵', '␣a', '∅'])
  })
})

describe('walking with arrow keys', () => {
  const moves: TokenMove[] = ['next', 'previous', 'nextSequence', 'previousSequence', 'sequenceStart', 'sequenceEnd', 'nextGroup', 'previousGroup']

  it('never leaves the step, from wherever it starts', () => {
    fc.assert(
      fc.property(fc.nat({ max: total - 1 }), fc.array(fc.constantFrom(...moves), { maxLength: 40 }), (start, path) => {
        let here: number | null = start
        for (const move of path) here = nextToken(step, here, move)
        expect(here).not.toBeNull()
        expect(here).toBeGreaterThanOrEqual(0)
        expect(here).toBeLessThan(total)
      }),
    )
  })

  it('reaches every token by pressing next', () => {
    let here = nextToken(step, null, 'next')
    const seen = new Set<number | null>([here])
    for (let press = 0; press < total; press++) {
      here = nextToken(step, here, 'next')
      seen.add(here)
    }
    expect(seen.size).toBe(total)
  })

  it('keeps its place between siblings and jumps between groups', () => {
    const [first, second] = step.groups
    const start = first?.sequences[0]?.start ?? 0
    expect(nextToken(step, start + 3, 'nextSequence')).toBe((first?.sequences[1]?.start ?? 0) + 3)
    expect(nextToken(step, start + 3, 'nextGroup')).toBe(second?.sequences[0]?.start)
    expect(nextToken(step, second?.sequences[4]?.start ?? 0, 'previousGroup')).toBe(start)
  })
})
