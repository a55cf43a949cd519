import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LossSpec } from '../service/index.ts'
import { evaluateDatum } from './evaluate-datum.ts'
import { evaluateToken } from './evaluate-token.ts'

const logprob = fc.double({ min: -4, max: -1e-3, noNaN: true })
const advantage = fc.double({ min: -2, max: 2, noNaN: true })
const sequence = fc
  .array(fc.record({ p: logprob, q: logprob, a: advantage, bit: fc.constantFrom(0, 1) }), { minLength: 1, maxLength: 8 })
  .filter((tokens) => tokens.some(({ bit }) => bit === 1))

const GSPO: LossSpec = { name: 'gspo', clipLow: 0.8, clipHigh: 1.2, scale: 0.5 }

type Token = { readonly p: number; readonly q: number; readonly a: number; readonly bit: number }
const datumOf = (tokens: readonly Token[], a?: number) => ({
  lossMask: Uint8Array.from(tokens, ({ bit }) => bit),
  coefficients: Float32Array.from(tokens, (token) => (a === undefined ? token.a : a)),
  // Float64 here: the difference quotient below needs more digits than float32 has.
  samplingLogprobs: Float64Array.from(tokens, ({ q }) => q) as unknown as Float32Array,
})
const total = (tokens: readonly Token[], ps: readonly number[], a: number): number =>
  evaluateDatum(GSPO, datumOf(tokens, a), ps).reduce((sum, { loss }) => sum + loss, 0)

describe('a loss over a whole sequence', () => {
  it('gspo: the gradient is the finite difference of the sequence’s loss, where its tokens share one advantage', () => {
    fc.assert(
      fc.property(sequence, fc.constantFrom(-1.5, -0.25, 0.5, 1), (tokens, a) => {
        const ps = tokens.map(({ p }) => p)
        const trained = tokens.filter(({ bit }) => bit === 1)
        const ratio = Math.exp(trained.reduce((sum, { p, q }) => sum + p - q, 0) / trained.length)
        fc.pre(Math.abs(ratio - 0.8) > 1e-3 && Math.abs(ratio - 1.2) > 1e-3)
        for (const { position, gradient } of evaluateDatum(GSPO, datumOf(tokens, a), ps)) {
          const moved = (by: number) => total(tokens, ps.with(position, (ps[position] ?? 0) + by), a)
          const difference = (moved(1e-5) - moved(-1e-5)) / 2e-5
          expect(Math.abs(gradient - difference)).toBeLessThan(1e-6 * (1 + Math.abs(difference) + ratio))
        }
      }),
    )
  })

  it('gspo: a sequence is clipped as one, and its length does not change the bounds', () => {
    const tokens = [1, 2, 3].map(() => ({ p: -1, q: -1.5, a: 1, bit: 1 }))
    for (const some of [tokens.slice(0, 1), tokens]) {
      const scored = evaluateDatum(
        GSPO,
        datumOf(some),
        some.map(({ p }) => p),
      )
      expect(scored.map(({ clipped, gradient }) => [clipped, Math.abs(gradient)])).toEqual(some.map(() => [true, 0]))
    }
    const within = evaluateDatum(GSPO, datumOf(tokens), [-1, -1.5, -2])
    expect(within.map(({ clipped, gradient }) => [clipped, gradient])).toEqual(tokens.map(() => [false, -0.5]))
  })

  it('gspo: every token keeps its own advantage', () => {
    const tokens = [-1, 0.5, 2].map((a) => ({ p: -1, q: -1, a, bit: 1 }))
    expect(evaluateDatum(GSPO, datumOf(tokens), [-1, -1, -1]).map(({ gradient }) => gradient)).toEqual([0.5, -0.25, -1])
  })

  it('of one token a sequence, gspo is ppo', () => {
    fc.assert(
      fc.property(logprob, logprob, advantage, (p, q, a) => {
        const [token] = evaluateDatum(GSPO, datumOf([{ p, q, a: Math.fround(a), bit: 1 }]), [p])
        const ppo = evaluateToken({ ...GSPO, name: 'ppo' }, { logprob: p, samplingLogprob: q, coefficient: Math.fround(a) })
        expect(token?.loss).toBeCloseTo(ppo.loss, 12)
        expect(token?.gradient).toBeCloseTo(ppo.gradient, 12)
      }),
    )
  })

  it('gives an entry for every token with mask 1 and for no other', () => {
    fc.assert(
      fc.property(sequence, (tokens) => {
        const scored = evaluateDatum(
          { name: 'importance_sampling' },
          datumOf(tokens),
          tokens.map(({ p }) => p),
        )
        expect(scored.map(({ position }) => position)).toEqual(tokens.flatMap(({ bit }, index) => (bit === 1 ? [index] : [])))
      }),
    )
  })
})
