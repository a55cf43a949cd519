import { describe, expect, it } from 'vitest'
import type { Datum, LossSpec } from '../service/index.ts'
import { createFakeService } from './testing/fake-service.ts'

const adam = { learningRate: 0.1, beta1: 0.9, beta2: 0.99, epsilon: 1e-8, weightDecay: 0, gradClipNorm: 0 }
const loss: LossSpec = { name: 'importance_sampling', scale: 0.25 }

/** Two turns: "0>" · "4;" · "4>" · "5;". */
const tokens = Uint32Array.from('0>4;4>5;', (char) => char.charCodeAt(0))
const mask = (...trained: number[]) => Uint8Array.from(tokens, (_, i) => (trained.includes(i) ? 1 : 0))
const datum = (id: string, length: number, lossMask: Uint8Array): Datum => ({
  id,
  tokens: tokens.slice(0, length),
  lossMask: lossMask.slice(0, length),
  coefficients: Float32Array.from(lossMask.slice(0, length), (bit) => bit * 0.5),
  samplingLogprobs: new Float32Array(length).fill(-1),
})

async function updated(data: readonly Datum[]) {
  const service = createFakeService()
  const adapter = await service.createAdapter({ name: 'one', rank: 1, scale: 1, targets: [], seed: 1 })
  const { metrics } = await service.forwardBackward({ adapter, data, loss }).result
  const { gradNorm } = await service.optimStep(adapter, adam).result
  return { lossSum: metrics.lossSum, gradNorm, hash: (await service.saveWeightsForSampler(adapter)).hash }
}

describe('credit over turns', () => {
  it('a merged episode and its turns apart give the same gradient', async () => {
    const merged = await updated([datum('whole', 8, mask(2, 3, 6, 7))])
    const apart = await updated([datum('first', 4, mask(2, 3)), datum('second', 8, mask(6, 7))])
    expect(apart).toEqual(merged)
    expect(merged.gradNorm).toBeGreaterThan(0)
  })

  it('nothing moves where the loss mask is 0', async () => {
    const masked = await updated([datum('none', 8, mask())])
    expect([masked.gradNorm, masked.lossSum]).toEqual([0, 0])
  })
})
