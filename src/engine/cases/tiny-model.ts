// A small random base, prompts and data for the engine's cases: large enough weights that attention is far from uniform and
// sampling far from greedy, sizes that fill no block. The same numbers for a seed everywhere. Knows no device.

import { at } from '../../base/assert.ts'
import { createRng } from '../../base/random.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import type { ModelConfig } from '../../model/config.ts'
import type { Tensor } from '../../model/safetensors.ts'
import { parameterCount, weightShapes } from '../../model/weights.ts'
import type { AdamParams, AdapterSpec, Datum, SampledSequence, SamplePrompt } from '../../service/index.ts'
import { Engine, type EngineOptions } from '../engine.ts'

export const TINY: ModelConfig = {
  layers: 2,
  width: 24,
  heads: 3,
  kvHeads: 1,
  headWidth: 8,
  mlpWidth: 40,
  vocabulary: 60,
  contextTokens: 64,
  ropeTheta: 10000,
  normEpsilon: 1e-5,
  tiedHead: true,
}
/** No multiple of four, and more than one chunk of the head. */
export const ODD_VOCABULARY: ModelConfig = { ...TINY, layers: 1, vocabulary: 61, tiedHead: false }
export const WIDE_VOCABULARY: ModelConfig = { ...TINY, layers: 1, vocabulary: 4100 }

export function tinyWeights(config: ModelConfig): ReadonlyMap<string, Tensor> {
  return new Map(
    weightShapes(config).map(({ name, shape }, index) => {
      const rng = createRng([0x74696e79, index])
      const length = shape.reduce((product, size) => product * size, 1)
      const [, input] = shape
      const draw = (): number => (input === undefined ? 1 + 0.2 * rng.normal() : (rng.normal() * 1.2) / Math.sqrt(input))
      return [name, { shape, values: Float32Array.from({ length }, draw) }]
    }),
  )
}

export function tinyEngine(kernels: Kernels, config: ModelConfig = TINY, open = (options: EngineOptions): Engine => new Engine(options)): Engine {
  const model = { name: 'tiny', config, tensors: tinyWeights(config), hash: 'tiny', parameters: parameterCount(config) }
  return open({ kernels, model, clock: () => 0, memoryLimitBytes: 2 ** 30 })
}

export const tinySpec = (name: string, change: Partial<AdapterSpec> = {}): AdapterSpec => ({
  name,
  rank: 3,
  scale: 2,
  targets: ['q_proj', 'k_proj', 'v_proj', 'o_proj', 'gate_proj', 'up_proj', 'down_proj'],
  seed: 5,
  ...change,
})

export const ADAM: AdamParams = { learningRate: 2e-2, beta1: 0.9, beta2: 0.99, epsilon: 1e-8, weightDecay: 0.01, gradClipNorm: 1 }

/** `groups` prompts of unlike lengths, each `size` times. */
export function tinyPrompts(groups: number, size: number, config: ModelConfig = TINY): readonly SamplePrompt[] {
  const rng = createRng([0x70726f6d, 1])
  return Array.from({ length: groups }, (_, group) => {
    const tokens = Uint32Array.from({ length: 3 + ((group * 5) % 9) }, () => rng.integer(config.vocabulary))
    return Array.from({ length: size }, (_, member): SamplePrompt => {
      const stream = [group * size + member, 0] as const
      return size === 1 ? { tokens, stream } : { tokens, stream, group: `g${group}` }
    })
  }).flat()
}

export interface DatumOptions {
  readonly temperature?: number
  /** Siblings compute their prompt once. */
  readonly shared?: boolean
}

/** What training sees of sampled sequences. Coefficients are of both signs. */
export function dataOf(prompts: readonly SamplePrompt[], sampled: readonly SampledSequence[], options: DatumOptions = {}): readonly Datum[] {
  return prompts.map((prompt, index): Datum => {
    const { tokens: own, logprobs } = at(sampled, index)
    const start = prompt.tokens.length
    const tokens = Uint32Array.from([...prompt.tokens, ...own])
    const samplingLogprobs = new Float32Array(tokens.length)
    samplingLogprobs.set(logprobs, start)
    const group = options.shared === true && prompt.group !== undefined ? { group: prompt.group, sharedPrefix: start } : {}
    return {
      id: `d${index}`,
      tokens,
      lossMask: Uint8Array.from(tokens, (_, i) => (i < start ? 0 : 1)),
      coefficients: Float32Array.from(tokens, (_, i) => Math.sin(index * 1.7 + i)),
      samplingLogprobs,
      temperature: options.temperature ?? 1,
      ...(prompt.images === undefined ? {} : { images: prompt.images }),
      ...group,
    }
  })
}

/** Data nobody sampled: `count` sequences of `length` tokens, the latter half trained on. */
export function writtenData(count: number, length: number, seed: number, config: ModelConfig = TINY): readonly Datum[] {
  const rng = createRng([0x64617461, seed])
  return Array.from({ length: count }, (_, index): Datum => {
    const tokens = Uint32Array.from({ length }, () => rng.integer(config.vocabulary))
    return {
      id: `w${seed}.${index}`,
      tokens,
      lossMask: Uint8Array.from(tokens, (_, i) => (i < length / 2 ? 0 : 1)),
      coefficients: Float32Array.from(tokens, () => rng.float() + 0.5),
    }
  })
}
