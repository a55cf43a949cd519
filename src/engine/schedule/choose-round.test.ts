import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JobKind } from '../queue.ts'
import { chooseRound, type Standing, type WaitingRequest } from './choose-round.ts'

const LIMITS = { tokens: 1000, ahead: 500 }
let arrivals = 0
const request = (client: string, kind: JobKind, adapter: string | null = client, tokens = 100): WaitingRequest => ({
  ...{ number: ++arrivals, client, kind, adapter, tokens },
})
const standings =
  (of: Readonly<Record<string, Partial<Standing>>>) =>
  (client: string): Standing => ({ held: false, virtual: 0, ...of[client] })
const namesOf = (requests: readonly WaitingRequest[]): string[] => requests.map(({ client, kind }) => `${client} ${kind}`)

describe('chooseRound', () => {
  test('requests of one kind from several runs are taken together, others say what the engine does instead', () => {
    const waiting = [request('a', 'forwardBackward'), request('b', 'sample', null), request('c', 'forwardBackward')]
    const { taken, reasons } = chooseRound(waiting, standings({}), LIMITS)
    expect(namesOf(taken)).toEqual(['a forwardBackward', 'c forwardBackward'])
    expect([...reasons.values()]).toEqual([{ why: 'kind', first: 'a', work: 'forwardBackward' }])
  })

  test('whoever has had the fewest tokens comes first, whenever it arrived', () => {
    const waiting = [request('a', 'sample', null), request('b', 'forwardBackward')]
    expect(namesOf(chooseRound(waiting, standings({ a: { virtual: 10 } }), LIMITS).taken)).toEqual(['b forwardBackward'])
  })

  test('a client far ahead does not ride along: it would make the others wait for its share of the pass', () => {
    const { taken, reasons } = chooseRound([request('a', 'sample', null), request('b', 'sample', null)], standings({ b: { virtual: 501 } }), LIMITS)
    expect(namesOf(taken)).toEqual(['a sample'])
    expect([...reasons.values()]).toEqual([{ why: 'share', first: 'a' }])
  })

  test('a step is a barrier for its own adapter alone', () => {
    const waiting = [request('a', 'optimStep'), request('a', 'forwardBackward'), request('b', 'optimStep'), request('b', 'forwardBackward', 'b2')]
    const { taken, reasons } = chooseRound(waiting, standings({}), LIMITS)
    expect(namesOf(taken)).toEqual(['a optimStep', 'b optimStep'])
    expect([...reasons.values()]).toEqual([
      { why: 'order', behind: 'optimStep' },
      { why: 'kind', first: 'a', work: 'optimStep' },
    ])
  })

  test('what is held waits, and says so; the others go on', () => {
    const { taken, reasons } = chooseRound([request('a', 'sample', null), request('b', 'sample', null)], standings({ a: { held: true } }), LIMITS)
    expect(namesOf(taken)).toEqual(['b sample'])
    expect([...reasons.values()]).toEqual([{ why: 'held' }])
  })

  test('a round has room for so many tokens, and a request that is larger goes alone', () => {
    const [large, small] = [request('a', 'sample', null, 5000), request('b', 'sample', null, 10)]
    const { taken, reasons } = chooseRound([large, small], standings({}), LIMITS)
    expect(namesOf(taken)).toEqual(['a sample'])
    expect([...reasons.values()]).toEqual([{ why: 'room', first: 'a' }])
  })

  test('bookkeeping goes one at a time', () => {
    expect(namesOf(chooseRound([request('a', 'manage'), request('b', 'manage')], standings({}), LIMITS).taken)).toEqual(['a manage'])
  })

  test('whatever waits: nobody is taken twice, everyone else has a reason, an adapter keeps its order, and somebody free is served', () => {
    const kinds: readonly JobKind[] = ['forward', 'forwardBackward', 'optimStep', 'sample', 'manage']
    const some = fc.array(
      fc.record({
        client: fc.constantFrom('a', 'b', 'c'),
        kind: fc.constantFrom(...kinds),
        adapter: fc.constantFrom('x', 'y', null),
        tokens: fc.integer({ min: 0, max: 2000 }),
      }),
      { maxLength: 12 },
    )
    const standing = fc.record({ held: fc.boolean(), virtual: fc.integer({ min: 0, max: 2000 }) })
    fc.assert(
      fc.property(some, fc.record({ a: standing, b: standing, c: standing }), (made, of) => {
        const waiting = made.map((one, number) => ({ ...one, adapter: one.adapter === null ? null : `${one.client}/${one.adapter}`, number }))
        const { taken, reasons } = chooseRound(waiting, standings(of), LIMITS)
        expect(new Set([...taken.map(({ number }) => number), ...reasons.keys()]).size).toBe(waiting.length)
        expect(taken.length + reasons.size).toBe(waiting.length)
        expect(new Set(taken.map(({ kind }) => kind)).size).toBeLessThanOrEqual(1)
        for (const one of taken) {
          const earlier = waiting.filter(({ number, adapter }) => one.adapter !== null && adapter === one.adapter && number < one.number)
          expect(earlier.every(({ kind }) => kind === 'forward' && one.kind === 'forward')).toBe(true)
        }
        if (waiting.some(({ client }) => !of[client as 'a'].held)) expect(taken.length).toBeGreaterThan(0)
      }),
      { numRuns: 200 },
    )
  })
})
