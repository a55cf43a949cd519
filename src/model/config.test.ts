import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseModelConfig } from './config.ts'

const MINIMAL = {
  model_type: 'llama',
  hidden_size: 48,
  intermediate_size: 128,
  num_hidden_layers: 2,
  num_attention_heads: 3,
  vocab_size: 112,
}

const failureOf = (json: unknown) => {
  const parsed = parseModelConfig(json)
  return parsed.ok ? null : { code: parsed.error.code, at: parsed.error.at }
}

describe('parseModelConfig', () => {
  it("fills in transformers' defaults", () => {
    expect(parseModelConfig(MINIMAL)).toEqual({
      ok: true,
      value: {
        layers: 2,
        width: 48,
        heads: 3,
        kvHeads: 3,
        headWidth: 16,
        mlpWidth: 128,
        vocabulary: 112,
        contextTokens: 2048,
        ropeTheta: 10000,
        normEpsilon: 1e-6,
        tiedHead: false,
      },
    })
  })

  it('honours every option', () => {
    const json = {
      ...MINIMAL,
      num_key_value_heads: 1,
      head_dim: 24,
      max_position_embeddings: 64,
      rope_theta: 5e5,
      rms_norm_eps: 1e-5,
      tie_word_embeddings: true,
    }
    expect(parseModelConfig(json)).toMatchObject({
      ok: true,
      value: {
        kvHeads: 1,
        headWidth: 24,
        contextTokens: 64,
        ropeTheta: 5e5,
        normEpsilon: 1e-5,
        tiedHead: true,
      },
    })
  })

  it('reads rope_theta where transformers 5 writes it', () => {
    expect(
      parseModelConfig({
        ...MINIMAL,
        rope_parameters: { rope_type: 'default', rope_theta: 123 },
      }),
    ).toMatchObject({ ok: true, value: { ropeTheta: 123 } })
    expect(
      failureOf({
        ...MINIMAL,
        rope_parameters: { rope_type: 'llama3', rope_theta: 123, factor: 8 },
      }),
    ).toEqual({ code: 'MODEL_UNSUPPORTED', at: 'rope_parameters.rope_type' })
  })

  it.each([
    ['rope_scaling', { type: 'linear', factor: 2 }],
    ['attention_bias', true],
    ['mlp_bias', true],
    ['hidden_act', 'gelu'],
    ['attention_dropout', 0.1],
    ['pretraining_tp', 2],
    ['partial_rotary_factor', 0.5],
    ['intermediate_size', 126],
    ['head_dim', 6],
    ['quantization_config', { bits: 4 }],
    ['model_type', 'qwen2'],
    ['model_type', 'constructor'],
    ['model_type', undefined],
  ])('refuses %s = %j as unsupported, naming it', (name, value) => {
    expect(failureOf({ ...MINIMAL, [name]: value })).toEqual({
      code: 'MODEL_UNSUPPORTED',
      at: name,
    })
  })

  it.each([
    ['hidden_size', undefined],
    ['hidden_size', 48.5],
    ['hidden_size', '48'],
    ['num_hidden_layers', 0],
    ['vocab_size', 1e9],
    ['num_key_value_heads', 2],
    ['num_attention_heads', 5],
    ['head_dim', 7],
    ['rope_theta', -1],
    ['rms_norm_eps', Number.NaN],
    ['tie_word_embeddings', 'yes'],
  ])('refuses %s = %j as invalid, naming it', (name, value) => {
    expect(failureOf({ ...MINIMAL, [name]: value })).toEqual({
      code: 'MODEL_CONFIG_INVALID',
      at: name,
    })
  })

  it('never throws, whatever JSON holds', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom(...Object.keys(MINIMAL)), fc.jsonValue())),
        (json) => typeof parseModelConfig(json).ok === 'boolean',
      ),
    )
  })
})
