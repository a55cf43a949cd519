// The same base from one thread and from several, and a cut that loses nothing.

import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { WasmKernels } from '../../src/kernels/wasm/wasm-kernels.ts'
import { FullTrainer, type TrainSequence } from '../../src/model/full-trainer.ts'
import { initialWeights } from './initial-weights.ts'
import { RECIPES } from './recipe.ts'
import { cutSequences, SHARDS, type ShardPeer, shardedStep } from './sharded-trainer.ts'

// The cases walk float64 references; a busy machine takes its time.
vi.setConfig({ testTimeout: 120_000 })

const arithmetic = RECIPES.get('arithmetic')
if (arithmetic === undefined) throw new Error('the recipe is gone')
const config = { ...arithmetic.config, layers: 1, width: 16, heads: 2, kvHeads: 1, headWidth: 8, mlpWidth: 24 }
const ADAM = { learningRate: 1e-2, beta1: 0.9, beta2: 0.99, epsilon: 1e-8, weightDecay: 0.01, gradClipNorm: 1 }
const weights = new Map([...initialWeights(config, 1)].map(([name, { values }]) => [name, values]))

const sequencesOf = (seed: number): TrainSequence[] =>
  Array.from({ length: 23 }, (_, i) => ({
    tokens: Uint32Array.from({ length: 5 + ((i * 7 + seed) % 11) }, (_, j) => (i * 31 + j * 17 + seed) % config.vocabulary),
  }))

async function trainerOf(): Promise<FullTrainer> {
  return new FullTrainer(await WasmKernels.create(), config, weights, config.contextTokens)
}

/** A peer in this thread that answers late when it is told to, so that shards finish in another order. */
async function peerOf(delay: number): Promise<ShardPeer> {
  const trainer = await trainerOf()
  return {
    async gradient(sequences, predicted) {
      await new Promise((resolve) => setTimeout(resolve, delay))
      return trainer.gradient(sequences, predicted)
    },
    step: (gradient, adam) => trainer.apply(gradient, adam),
    state: () => trainer.state(),
  }
}

test('any sequences are cut into at most the asked-for shards, in order, none empty', () => {
  const lists = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(lists, fc.integer({ min: 1, max: 12 }), (lengths, count) => {
      const sequences = lengths.map((length) => ({ tokens: new Uint32Array(length) }))
      const shards = cutSequences(sequences, count)
      expect(shards.flat()).toEqual(sequences)
      expect(shards.length).toBeLessThanOrEqual(count)
      for (const shard of shards) expect(shard.length).toBeGreaterThan(0)
    }),
  )
})

test('three threads make the weights that one makes, bit for bit', async () => {
  const states = await Promise.all(
    [[0], [3, 0, 1]].map(async (delays) => {
      const peers = await Promise.all(delays.map(peerOf))
      for (let step = 0; step < 3; step++) await shardedStep(peers, sequencesOf(step), ADAM)
      return Promise.all(peers.map((peer) => peer.state()))
    }),
  )
  const [one] = states[0] ?? []
  for (const state of states.flat()) expect(state).toEqual(one)
})

test('shards add up to the step that is taken in one piece, but for rounding', async () => {
  const whole = await trainerOf()
  const report = await whole.train(sequencesOf(0), ADAM)
  const sharded = await shardedStep([await peerOf(0)], sequencesOf(0), ADAM)
  expect(sharded.loss).toBeCloseTo(report.loss, 5)
  expect(sharded.gradNorm).toBeCloseTo(report.gradNorm, 4)
  expect(cutSequences(sequencesOf(0), SHARDS)).toHaveLength(SHARDS)
})
