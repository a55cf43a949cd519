import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Trajectory } from '../episode/trajectory.ts'
import { type ActionMask, UNMASKED } from '../service/index.ts'
import { checkEventLog } from './event-version.ts'
import { maskColumns, maskSize, maskWords, readMasks } from './mask-columns.ts'
import type { EpisodeTokens, StepTokens } from './step-tokens.ts'
import { decodeTokens, encodeTokens } from './token-blob.ts'

const float = fc.float({ noNaN: true, noDefaultInfinity: true })
/** The sets in turn, every third token free. */
const maskOf = (sets: readonly (readonly number[])[], length: number): ActionMask => ({
  states: Uint32Array.from({ length }, (_, i) => (i % 3 === 0 ? UNMASKED : i % sets.length)),
  starts: Uint32Array.from([0, ...sets.map((_, index) => sets.slice(0, index + 1).flat().length)]),
  tokens: Uint32Array.from(sets.flat()),
})
const episodeTokens: fc.Arbitrary<EpisodeTokens> = fc.integer({ min: 0, max: 9 }).chain((length) =>
  fc
    .record({
      tokens: fc.array(fc.nat(), { minLength: length, maxLength: length }),
      floats: fc.array(float, { minLength: length, maxLength: length }),
      mask: fc.array(fc.nat({ max: 1 }), { minLength: length, maxLength: length }),
      states: fc.array(fc.nat({ max: 3 }), { minLength: length, maxLength: length }),
      episode: fc.nat(),
      group: fc.nat(),
      agent: fc.string(),
      // JSON has no negative zero.
      reward: float.map((value) => value + 0),
      trained: fc.boolean(),
      sets: fc.array(fc.array(fc.nat(), { maxLength: 4 }), { maxLength: 4 }),
    })
    .map(({ tokens, floats, mask, states, reward, trained, sets, ...facts }) => {
      const rewarded = mask.indexOf(1)
      const trajectory: Trajectory = {
        ...facts,
        tokens: Uint32Array.from(tokens),
        states: Uint8Array.from(states),
        lossMask: Uint8Array.from(mask),
        samplingLogprobs: Float32Array.from(floats),
        entropies: Float32Array.from(floats),
        versions: Uint32Array.from(tokens),
        spans: [{ turn: 0, state: 'PENDING', start: 0, end: length }],
        rewards: rewarded < 0 ? [] : [{ turn: 0, reward, token: rewarded }],
        totalReward: reward,
        stop: 'completed',
        metrics: { correct: 1 },
        ...(sets.length === 0 ? {} : { actionMask: maskOf(sets, length) }),
      }
      return { trajectory, advantages: Float32Array.from(floats), trained }
    }),
)
/** As in a step that was trained. */
const weighed = (episode: EpisodeTokens): EpisodeTokens => ({ ...episode, weights: episode.advantages.map((advantage) => -advantage / 8) })
const stepTokens: fc.Arbitrary<StepTokens> = fc.record({
  step: fc.nat(),
  arm: fc.constantFrom('policy', 'random', 'shuffled', 'frozen'),
  episodes: fc.oneof(fc.array(episodeTokens, { maxLength: 5 }), fc.array(episodeTokens.map(weighed), { maxLength: 5 })),
})

describe('the token blob', () => {
  it('comes back as it went in', () => {
    fc.assert(
      fc.property(stepTokens, (step) => {
        expect(decodeTokens(encodeTokens(step))).toEqual({ ok: true, value: step })
      }),
    )
  })

  it('reads from any window of a buffer', () => {
    const blob = encodeTokens({ step: 1, arm: 'policy', episodes: [] })
    const shifted = new Uint8Array(blob.length + 3)
    shifted.set(blob, 3)
    expect(decodeTokens(shifted.subarray(3)).ok).toBe(true)
  })

  it('refuses every prefix, and never throws on damage', () => {
    fc.assert(
      fc.property(stepTokens, fc.nat(), fc.nat({ max: 255 }), (step, place, value) => {
        const blob = encodeTokens(step)
        const short = decodeTokens(blob.subarray(0, place % blob.length))
        expect(!short.ok && short.error.code).toBe('RECORD_INVALID')
        blob[place % blob.length] = value
        const damaged = decodeTokens(blob)
        expect(damaged.ok || ['RECORD_INVALID', 'RECORD_VERSION'].includes(damaged.error.code)).toBe(true)
      }),
    )
  })

  it('never throws on anything', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => !decodeTokens(bytes).ok))
    const header = (text: string) => {
      const bytes = new TextEncoder().encode(text.padEnd(Math.ceil(text.length / 4) * 4))
      const blob = new Uint8Array(12 + bytes.length)
      new Uint32Array(blob.buffer, 0, 3).set([0x4b544c54, 1, bytes.length])
      blob.set(bytes, 12)
      return decodeTokens(blob)
    }
    fc.assert(fc.property(fc.json(), (json) => void header(json)))
    expect(header('{"step":1,"arm":"policy","episodes":[]}').ok).toBe(true)
    expect(header('{"step":1,"arm":"policy","episodes":[{"length":4000000000}]}').ok).toBe(false)
    expect(header('{"step":1,"arm":"__proto__","episodes":[]}').ok).toBe(false)
  })
})

describe('an action mask in a token blob', () => {
  const [mask] = [maskOf([[1, 2], [3]], 4)]
  const words = maskColumns([undefined, mask])
  const sizes = [{ length: 2 }, { length: 4, actionMask: maskSize(mask) }]

  it('stands for the episodes that have one', () => {
    expect(maskWords(sizes)).toBe(words.length)
    expect(readMasks(sizes, words)).toEqual([undefined, mask])
  })

  it.each([
    ['a state that it does not have', 1, 2],
    ['bounds that do not begin at 0', 4, 1],
    ['bounds that fall', 5, 9],
    ['bounds that do not end with its tokens', 6, 2],
  ])('is refused for %s', (_, place, value) => {
    const damaged = words.slice()
    damaged[place] = value
    expect(readMasks(sizes, damaged)).toBeUndefined()
  })
})

describe('the event log', () => {
  const started = { kind: 'started', run: 'r', seq: 0, spec: { version: 1 } }
  it('is read when it begins at its start and has no gap', () => {
    expect(checkEventLog([started, { kind: 'paused', run: 'r', seq: 1, step: 0 }]).ok).toBe(true)
    expect(checkEventLog([]).ok).toBe(true)
  })
  it.each<[string, unknown[]]>([
    ['RECORD_VERSION', [{ ...started, spec: { version: 2 } }]],
    ['RECORD_INVALID', [{ ...started, kind: 'begun' }]],
    ['RECORD_INVALID', [{ kind: 'paused', run: 'r', seq: 0, step: 0 }]],
    ['RECORD_INVALID', [started, { kind: 'paused', run: 'r', seq: 2, step: 0 }]],
    ['RECORD_INVALID', [started, { kind: 'paused', run: 's', seq: 1, step: 0 }]],
    ['RECORD_INVALID', [null]],
  ])('refuses with %s: %j', (code, events) => {
    const checked = checkEventLog(events)
    expect(!checked.ok && checked.error.code).toBe(code)
  })
})
