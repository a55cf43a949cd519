import { describe, expect, it } from 'vitest'
import { HOSTILE_CASES, sourceWith } from './testing/hostile-cases.ts'
import { probe } from './testing/probe.ts'

describe('a hostile source', () => {
  it('differs from a harmless one in the attack alone', async () => {
    expect(await probe(sourceWith({}))).toEqual({ ended: 'harmless', message: '' })
  })

  for (const { kind, name, source, ends, byTheClock } of HOSTILE_CASES) {
    // What only a clock ends is for the check, which holds the thread from outside.
    it.skipIf(byTheClock === true)(`${kind}: ${name}`, async () => {
      const { ended, message } = await probe(source)
      expect(ends, message).toContain(ended)
      if (ended !== 'harmless') expect(message.length).toBeGreaterThan(10)
      expect(message.length).toBeLessThan(1000)
    })
  }
})
