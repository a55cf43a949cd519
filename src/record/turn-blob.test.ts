import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StepTurns } from './step-turns.ts'
import { decodeTurns, encodeTurns } from './turn-blob.ts'

const AGENTS = ['X', 'O', 'third']
const agent = fc.constantFrom(...AGENTS)
const where = { episode: fc.nat(), group: fc.nat(), wave: fc.nat() }
const turn = fc
  .record({
    ...where,
    agent,
    place: fc.option(agent, { nil: undefined }),
    player: fc.string(),
    version: fc.nat(),
    tokens: fc.nat(),
    verdict: fc.constantFrom('accepted' as const, 'parse_error' as const, 'illegal_action' as const, 'cut' as const),
    action: fc.string(),
    rewards: fc.dictionary(agent, fc.double({ noNaN: true, noDefaultInfinity: true })),
    stop: fc.option(fc.constantFrom('completed' as const, 'truncated_turns' as const, 'deadlock' as const), { nil: undefined }),
  })
  .map(({ place, stop, rewards, ...facts }) => ({
    ...facts,
    rewards: { ...rewards },
    ...(place === undefined ? {} : { place }),
    ...(stop === undefined ? {} : { stop }),
  }))
const wait = fc.record({
  ...where,
  kind: fc.constantFrom('turn' as const, 'simultaneous' as const, 'silent' as const, 'deadlock' as const),
  waiting: fc.array(agent, { maxLength: 4 }),
  for: fc.array(agent, { maxLength: 4 }),
  since: fc.nat(),
  until: fc.nat(),
})
const stepTurns: fc.Arbitrary<StepTurns> = fc.record({
  step: fc.nat(),
  arm: fc.constantFrom('policy' as const, 'random' as const, 'frozen' as const),
  agents: fc.constant(AGENTS),
  turns: fc.array(turn, { maxLength: 6 }),
  waits: fc.array(wait, { maxLength: 6 }),
})

describe('the turn blob', () => {
  it('comes back as it went in', () => {
    fc.assert(
      fc.property(stepTurns, (step) => {
        expect(decodeTurns(encodeTurns(step))).toEqual({ ok: true, value: step })
      }),
    )
  })

  it('reads from any window of a buffer', () => {
    const blob = encodeTurns({ step: 1, arm: 'policy', agents: ['a'], turns: [], waits: [] })
    const shifted = new Uint8Array(blob.length + 5)
    shifted.set(blob, 5)
    expect(decodeTurns(shifted.subarray(5)).ok).toBe(true)
  })

  it('refuses every prefix, and never throws on damage', () => {
    fc.assert(
      fc.property(stepTurns, fc.nat(), fc.nat({ max: 255 }), (step, place, value) => {
        const blob = encodeTurns(step)
        const short = decodeTurns(blob.subarray(0, place % blob.length))
        expect(short.ok ? 'read' : short.error.code).toBe('RECORD_INVALID')
        blob[place % blob.length] = value
        const damaged = decodeTurns(blob)
        if (!damaged.ok) expect(damaged.error.code).toMatch(/^RECORD_(INVALID|VERSION)$/)
      }),
    )
  })

  it('refuses counts that no memory could hold, before it makes room for them', () => {
    const header = new TextEncoder().encode(JSON.stringify({ step: 1, arm: 'policy', agents: [], texts: [], sets: [], turns: 2 ** 52, waits: 0 }).padEnd(104))
    const blob = new Uint8Array(16 + header.length)
    new Uint32Array(blob.buffer, 0, 4).set([0x55544c54, 1, header.length, 0])
    blob.set(header, 16)
    const read = decodeTurns(blob)
    expect(read.ok ? 'read' : read.error.code).toBe('RECORD_INVALID')
  })
})
