// The benchmark's Llama model trained and decoded by our engine: full fine-tuning with AdamW by FullTrainer, greedy
// decoding by Sampler. Translates the benchmark's names and layouts; knows nothing of how the peers do it.

import { assert } from '../src/base/assert.ts'
import type { Kernels } from '../src/kernels/kernels.ts'
import type { ModelConfig } from '../src/model/config.ts'
import { Decoder } from '../src/model/decoder.ts'
import { allocateWeights, uploadWeights } from '../src/model/device-weights.ts'
import { FullTrainer } from '../src/model/full-trainer.ts'
import { Sampler } from '../src/model/sampler.ts'
import { EMBEDDING, FINAL_NORM, inputNormName, mlpNormName, projectionPath } from '../src/model/weights.ts'
import type { DecodeJob, DecodeTask, PeerModel, PeerWeights, TrainJob, TrainTask } from './peer-interface.ts'
import { freeAll, transposed } from './tensors.ts'

const modelConfig = ({ V, d, L, H, f, S, eps, theta }: PeerModel): ModelConfig => ({
  layers: L,
  width: d,
  heads: H,
  kvHeads: H,
  headWidth: d / H,
  mlpWidth: f,
  vocabulary: V,
  contextTokens: S,
  ropeTheta: theta,
  normEpsilon: eps,
  tiedHead: true,
})

/** Hugging Face names, matrices [out, in]. */
function modelWeights({ d, L, f }: PeerModel, params: PeerWeights): ReadonlyMap<string, Float32Array> {
  const named = (name: string): Float32Array => {
    const values = params[name]
    assert(values !== undefined, `the benchmark's model has no ${name}`)
    return values
  }
  const weights = new Map([
    [EMBEDDING, named('tok')],
    [FINAL_NORM, named('gf')],
  ])
  for (let layer = 0; layer < L; layer++) {
    const matrix = (path: Parameters<typeof projectionPath>[1], name: string, input: number, output: number) =>
      weights.set(`${projectionPath(layer, path)}.weight`, transposed(named(`l${layer}.${name}`), input, output))
    weights.set(inputNormName(layer), named(`l${layer}.g1`))
    matrix('q_proj', 'wq', d, d)
    matrix('k_proj', 'wk', d, d)
    matrix('v_proj', 'wv', d, d)
    matrix('o_proj', 'wo', d, d)
    weights.set(mlpNormName(layer), named(`l${layer}.g2`))
    matrix('gate_proj', 'wg', d, f)
    matrix('up_proj', 'wu', d, f)
    matrix('down_proj', 'wd', f, d)
  }
  return weights
}

export function trainJob(kernels: Kernels, { cfg, opt, params, x, y, batch }: TrainTask): TrainJob {
  const trainer = new FullTrainer(kernels, modelConfig(cfg), modelWeights(cfg, params), cfg.S)
  const adam = { learningRate: opt.lr, beta1: opt.b1, beta2: opt.b2, epsilon: opt.eps, weightDecay: opt.wd, gradClipNorm: 0 }
  // The target of a position is the next position's input; the last target ends the sequence.
  const sequences = Array.from({ length: batch }, (_, b) => ({
    tokens: Uint32Array.of(...x.subarray(b * cfg.S, (b + 1) * cfg.S), y[(b + 1) * cfg.S - 1] ?? 0),
  }))
  return {
    note: 'hand-written forward and backward, AdamW in one dispatch over all weights',
    async step() {
      const { loss } = await trainer.train(sequences, adam)
      await kernels.idle()
      return loss
    },
    dispose: () => trainer.dispose(),
  }
}

export function decodeJob(kernels: Kernels, { cfg, params, batch, prompt, P, n }: DecodeTask): DecodeJob {
  const config = modelConfig(cfg)
  const weights = allocateWeights(kernels, config)
  uploadWeights(kernels, config, weights, modelWeights(cfg, params))
  const decoder = new Decoder(kernels, config, weights, cfg.S)
  const sampler = new Sampler(decoder)
  const prompts = Array.from({ length: batch }, (_, b) => ({ tokens: Uint32Array.from(prompt.subarray(b * P, (b + 1) * P)), stream: [b, 0] as const }))
  const sample = (maxTokens: number) => sampler.sample({ slot: 0, prompts, params: { maxTokens, temperature: 0, stopTokens: [] }, key: [1, 2] })
  return {
    note: 'sampling on the device, eight steps between readbacks; the first token ends the prefill and is drawn twice',
    async generate() {
      // Prefill and decoding share one call here, so prefill is measured by a call of one token, and the rest is decoding.
      const start = performance.now()
      await sample(1)
      const prefillMs = performance.now() - start
      const again = performance.now()
      const sequences = await sample(n)
      const decodeMs = performance.now() - again - prefillMs
      return { tokens: Int32Array.from(sequences.flatMap(({ tokens }) => [...tokens])), prefillMs, decodeMs }
    },
    dispose() {
      sampler.dispose()
      decoder.dispose()
      freeAll(kernels, [
        weights.embedding,
        weights.finalNorm,
        ...weights.layers.flatMap((layer) => [layer.inputNorm, layer.mlpNorm, ...Object.values(layer.projections)]),
      ])
    },
  }
}
