import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LossSpec } from '../service/index.ts'
import { evaluateToken as evaluateFacts } from './evaluate-token.ts'
import { k3 } from './kl.ts'
import { validateLoss } from './validate-loss.ts'

/** Proximal logprob and sequence stand where the token is alone in its sequence and the policy has not moved since sampling. */
const evaluateToken = (loss: LossSpec, logprob: number, samplingLogprob: number, coefficient: number, baseLogprob?: number) =>
  evaluateFacts(loss, { logprob, samplingLogprob, coefficient, baseLogprob, proximalLogprob: samplingLogprob, sequenceLogRatio: logprob - samplingLogprob })

const LOSSES: readonly LossSpec[] = [
  { name: 'cross_entropy' },
  { name: 'importance_sampling' },
  { name: 'ppo', clipLow: 0.8, clipHigh: 1.2 },
  { name: 'cispo', clipLow: 0, clipHigh: 4 },
  { name: 'cispo', clipLow: 0.5, clipHigh: 1.5 },
  { name: 'dro', beta: 0.05 },
  { name: 'gspo', clipLow: 0.8, clipHigh: 1.2 },
  { name: 'decoupled_ppo', clipLow: 0.8, clipHigh: 1.2, weightCap: 5 },
]

const logprob = fc.double({ min: -6, max: -1e-3, noNaN: true })
const advantage = fc.double({ min: -3, max: 3, noNaN: true })

describe('every loss', () => {
  it.each(LOSSES)('$name: the gradient is the finite difference of the loss away from kinks', (loss) => {
    fc.assert(
      fc.property(logprob, logprob, advantage, logprob, fc.double({ min: 0, max: 1, noNaN: true }), (p, q, a, b, klCoefficient) => {
        const ratio = Math.exp(p - q)
        fc.pre(Math.abs(ratio - (loss.clipLow ?? -1)) > 1e-3 && Math.abs(ratio - (loss.clipHigh ?? -1)) > 1e-3)
        const spec = { ...loss, klCoefficient, scale: 0.25 }
        // cispo holds its weight still while p moves: the difference is taken of weight · p.
        const weight = Math.min(Math.max(ratio, loss.clipLow ?? 0), loss.clipHigh ?? Infinity) * a
        const value = (x: number): number =>
          loss.name === 'cispo' ? 0.25 * (klCoefficient * k3(x, b).value - weight * x) : evaluateToken(spec, x, q, a, b).loss
        const step = 1e-5
        const difference = (value(p + step) - value(p - step)) / (2 * step)
        const { gradient } = evaluateToken(spec, p, q, a, b)
        expect(Math.abs(gradient - difference)).toBeLessThan(1e-6 * (1 + Math.abs(difference) + Math.exp(Math.max(p - q, b - p))))
      }),
      { numRuns: 200 },
    )
  })

  it('is at the sampling policy the plain policy gradient: -A', () => {
    for (const loss of LOSSES) expect(evaluateToken(loss, -1.25, -1.25, 0.7).gradient).toBeCloseTo(-0.7, 12)
  })

  it('does not move where the coefficient is zero and nothing else pulls', () => {
    for (const loss of LOSSES) expect(Math.abs(evaluateToken(loss, -1, -1, 0).gradient)).toBe(0)
  })

  it('scales the whole loss, penalties included', () => {
    const loss: LossSpec = { name: 'dro', beta: 0.5, klCoefficient: 0.1 }
    const one = evaluateToken(loss, -1, -2, 0.3, -1.5)
    const half = evaluateToken({ ...loss, scale: 0.5 }, -1, -2, 0.3, -1.5)
    expect(half.loss).toBeCloseTo(one.loss / 2, 14)
    expect(half.gradient).toBeCloseTo(one.gradient / 2, 14)
    expect(half.kl).toBe(one.kl)
  })
})

describe('ppo', () => {
  const loss: LossSpec = { name: 'ppo', clipLow: 0.8, clipHigh: 1.2 }
  it.each([
    [1, 0.5, true],
    [1, -0.5, false],
    [-1, -0.5, true],
    [-1, 0.5, false],
    [1, 0.1, false],
  ])('advantage %d at log ratio %d: clipped %s', (a, difference, clipped) => {
    const token = evaluateToken(loss, -1 + difference, -1, a)
    expect(token.clipped).toBe(clipped)
    expect(Math.abs(token.gradient) === 0).toBe(clipped)
  })
})

describe('cispo', () => {
  it('caps the weight and keeps the gradient', () => {
    const token = evaluateToken({ name: 'cispo', clipLow: 0, clipHigh: 4 }, -0.5, -3, 1)
    expect(token).toMatchObject({ clipped: true, gradient: -4 })
  })
})

describe('decoupled ppo', () => {
  const loss: LossSpec = { name: 'decoupled_ppo', clipLow: 0.8, clipHigh: 1.2, weightCap: 2 }
  const ppo: LossSpec = { name: 'ppo', clipLow: 0.8, clipHigh: 1.2 }
  it('is ppo around the proximal policy, weighted by how much likelier the token had become, up to the cap', () => {
    fc.assert(
      fc.property(logprob, logprob, logprob, advantage, (p, q, m, a) => {
        const decoupled = evaluateFacts(loss, { logprob: p, samplingLogprob: q, coefficient: a, proximalLogprob: m })
        const around = evaluateToken(ppo, p, m, a)
        const weight = Math.min(Math.exp(m - q), 2)
        expect(decoupled.gradient).toBeCloseTo(weight * around.gradient, 10)
        expect(decoupled.loss).toBeCloseTo(weight * around.loss, 10)
        expect(decoupled.clipped).toBe(around.clipped)
      }),
    )
  })
  it('has the gradient of its own finite difference, the weight held still', () => {
    const at = (p: number) => evaluateFacts(loss, { logprob: p, samplingLogprob: -2, coefficient: 0.7, proximalLogprob: -1.5 })
    expect((at(-1.45 + 1e-6).loss - at(-1.45 - 1e-6).loss) / 2e-6).toBeCloseTo(at(-1.45).gradient, 6)
  })
})

describe('k3', () => {
  it('is zero where the two agree, positive elsewhere, and refuses to be left out', () => {
    fc.assert(fc.property(logprob, logprob, (p, b) => k3(p, b).value >= 0))
    expect(k3(-1, -1)).toMatchObject({ value: 0 })
    expect(() => evaluateToken({ name: 'cross_entropy', klCoefficient: 1 }, -1, 0, 1)).toThrow()
  })

  it('averages to the KL divergence under the policy', () => {
    const policy = [0.7, 0.2, 0.1]
    const base = [0.5, 0.25, 0.25]
    const exact = policy.reduce((sum, x, i) => sum + x * Math.log(x / (base[i] ?? 1)), 0)
    const estimate = policy.reduce((sum, x, i) => sum + x * k3(Math.log(x), Math.log(base[i] ?? 1)).value, 0)
    expect(estimate).toBeCloseTo(exact, 12)
  })
})

describe('validateLoss', () => {
  it('accepts what every loss needs', () => {
    for (const loss of LOSSES) expect(validateLoss({ ...loss, klCoefficient: 0.1, scale: 0.01 }).ok).toBe(true)
  })

  it.each<[string, object]>([
    ['loss.name', { name: 'dppo' }],
    ['loss.weightCap', { name: 'decoupled_ppo', clipLow: 0.8, clipHigh: 1.2 }],
    ['loss.weightCap', { name: 'ppo', clipLow: 0.8, clipHigh: 1.2, weightCap: 5 }],
    ['loss.clipLow', { name: 'ppo', clipHigh: 1.2 }],
    ['loss.clipHigh', { name: 'cispo', clipLow: 0.8 }],
    ['loss.beta', { name: 'dro' }],
    ['loss.beta', { name: 'ppo', clipLow: 0.8, clipHigh: 1.2, beta: 0.1 }],
    ['loss.clipLow', { name: 'cross_entropy', clipLow: 0.8 }],
    ['loss.clipLow', { name: 'ppo', clipLow: 1.1, clipHigh: 1.2 }],
    ['loss.clipHigh', { name: 'ppo', clipLow: 0.8, clipHigh: 0.9 }],
    ['loss.klCoefficient', { name: 'ppo', clipLow: 0.8, clipHigh: 1.2, klCoefficient: -1 }],
    ['loss.scale', { name: 'cross_entropy', scale: 0 }],
    ['loss.beta', { name: 'dro', beta: Number.NaN }],
    ['loss.entropy', { name: 'cross_entropy', entropy: 1 }],
  ])('refuses %s in %o', (at, spec) => {
    const result = validateLoss(spec as LossSpec)
    expect(!result.ok && [result.error.code, result.error.at]).toEqual(['SPEC_INVALID', at])
  })
})
