import { describe, expect, it } from 'vitest'
import { unwrap } from '../../src/base/result.ts'
import { readTokenStep } from './decode-tokens.ts'
import { arrowsOf, episodePath } from './episode-path.ts'
import { SAMPLE_VOCABULARY, sampleRun } from './testing/sample-run.ts'

const [blob] = sampleRun({ run: 'r', steps: 1, groups: 2 }).blobs
const step = unwrap(readTokenStep(blob?.bytes ?? new Uint8Array(), SAMPLE_VOCABULARY))

describe('the path of an episode', () => {
  it('goes from context over what was written to the end, and counts every token', () => {
    for (const sequence of step.groups.flatMap((group) => group.sequences)) {
      const path = episodePath(step, sequence)
      expect(path.map(({ state }) => state)).toEqual(['PENDING', 'GENERATING', 'INTERACTING', 'TERMINATED'])
      expect(path.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(sequence.end - sequence.start)
    }
  })
  it('takes an arrow for every change of state', () => {
    const states = Uint8Array.of(0, 0, 1, 2, 2, 1, 1)
    const path = episodePath({ ...step, states }, { episode: 0, agent: 'a', start: 0, end: 7, reward: 0, advantage: 0, stop: 'completed' })
    expect(path.map(({ tokens }) => tokens)).toEqual([2, 1, 2, 2, 0, 0])
    expect([...arrowsOf(path)]).toEqual(['PENDING>GENERATING', 'GENERATING>INTERACTING', 'INTERACTING>GENERATING', 'INTERACTING>TERMINATED'])
  })
})
