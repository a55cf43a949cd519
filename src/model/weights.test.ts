import { describe, expect, it } from 'vitest'
import type { ModelConfig } from './config.ts'
import type { Tensor } from './safetensors.ts'
import { elementCount } from './safetensors.ts'
import { HEAD, parameterCount, selectWeights, weightShapes } from './weights.ts'

const CONFIG: ModelConfig = {
  layers: 2,
  width: 48,
  heads: 3,
  kvHeads: 3,
  headWidth: 16,
  mlpWidth: 128,
  vocabulary: 112,
  contextTokens: 64,
  ropeTheta: 10000,
  normEpsilon: 1e-5,
  tiedHead: true,
}

const tensorsOf = (config: ModelConfig): Map<string, Tensor> =>
  new Map(weightShapes(config).map(({ name, shape }) => [name, { shape, values: new Float32Array(elementCount(shape)) }]))
const failureOf = (config: ModelConfig, tensors: ReadonlyMap<string, Tensor>) => {
  const selected = selectWeights(config, tensors)
  return selected.ok ? null : { code: selected.error.code, at: selected.error.at }
}

describe('weightShapes', () => {
  it('lists the 60k base with its 60,912 parameters', () => {
    expect(parameterCount(CONFIG)).toBe(60912)
    expect(weightShapes(CONFIG)).toHaveLength(1 + 2 * 9 + 1)
  })

  it('narrows keys and values with grouped queries and adds the head when it is not tied', () => {
    const shapes = new Map(weightShapes({ ...CONFIG, kvHeads: 1, tiedHead: false }).map(({ name, shape }) => [name, shape]))
    expect(shapes.get('model.layers.1.self_attn.k_proj.weight')).toEqual([16, 48])
    expect(shapes.get('model.layers.1.self_attn.o_proj.weight')).toEqual([48, 48])
    expect(shapes.get('model.layers.0.mlp.down_proj.weight')).toEqual([48, 128])
    expect(shapes.get(HEAD)).toEqual([112, 48])
  })
})

describe('selectWeights', () => {
  it("returns the configuration's tensors in its order and drops what carries nothing", () => {
    const tensors = new Map([...tensorsOf(CONFIG)].reverse())
    tensors.set(HEAD, { shape: [112, 48], values: new Float32Array(112 * 48) })
    tensors.set('model.layers.0.self_attn.rotary_emb.inv_freq', {
      shape: [8],
      values: new Float32Array(8),
    })
    const selected = selectWeights(CONFIG, tensors)
    expect(selected.ok && [...selected.value.keys()]).toEqual(weightShapes(CONFIG).map(({ name }) => name))
  })

  it('names the tensor that is missing, misshapen or without a place', () => {
    const missing = tensorsOf(CONFIG)
    missing.delete('model.norm.weight')
    expect(failureOf(CONFIG, missing)).toEqual({
      code: 'WEIGHTS_MISSING_TENSOR',
      at: 'model.norm.weight',
    })
    const misshapen = tensorsOf(CONFIG).set('model.norm.weight', {
      shape: [47],
      values: new Float32Array(47),
    })
    expect(failureOf(CONFIG, misshapen)).toEqual({
      code: 'WEIGHTS_SHAPE',
      at: 'model.norm.weight',
    })
    const bias = 'model.layers.0.self_attn.q_proj.bias'
    expect(
      failureOf(
        CONFIG,
        tensorsOf(CONFIG).set(bias, {
          shape: [48],
          values: new Float32Array(48),
        }),
      ),
    ).toEqual({ code: 'MODEL_UNSUPPORTED', at: bias })
  })
})
