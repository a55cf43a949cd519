// The finished base as a folder in Hugging Face layout, manifest included: what `public/models/` holds and
// src/model/load.ts reads. Pure: a map of file names and bytes.

import { bytesOfText, sha256Hex } from '../../src/base/hash.ts'
import type { Json } from '../../src/base/json.ts'
import type { ModelConfig } from '../../src/model/config.ts'
import type { Manifest } from '../../src/model/manifest.ts'
import { writeSafetensors } from '../../src/model/safetensors-write.ts'
import { parameterCount } from '../../src/model/weights.ts'
import type { Recipe } from './recipe.ts'
import { SPECIALS, tokenizerConfigJson, tokenizerJson } from './tokenizer-file.ts'
import type { PretrainResult } from './train.ts'

/** The config.json of a configuration, as transformers reads it; parseModelConfig is its inverse. */
function modelConfigJson(config: ModelConfig): Json {
  return {
    architectures: ['LlamaForCausalLM'],
    model_type: 'llama',
    hidden_size: config.width,
    intermediate_size: config.mlpWidth,
    num_hidden_layers: config.layers,
    num_attention_heads: config.heads,
    num_key_value_heads: config.kvHeads,
    head_dim: config.headWidth,
    vocab_size: config.vocabulary,
    max_position_embeddings: config.contextTokens,
    rope_theta: config.ropeTheta,
    rope_scaling: null,
    rms_norm_eps: config.normEpsilon,
    tie_word_embeddings: config.tiedHead,
    attention_bias: false,
    mlp_bias: false,
    hidden_act: 'silu',
    bos_token_id: SPECIALS.bos,
    eos_token_id: SPECIALS.eos,
    pad_token_id: SPECIALS.pad,
    torch_dtype: 'float32',
    ...(config.patch === undefined ? {} : { patch: { size: config.patch.size, channels: config.patch.channels } }),
  }
}

const jsonFile = (value: unknown): Uint8Array<ArrayBuffer> => bytesOfText(`${JSON.stringify(value, null, 2)}\n`)

/** Every file of the folder, by name. */
export async function modelFiles(recipe: Recipe, seed: number, result: PretrainResult): Promise<ReadonlyMap<string, Uint8Array<ArrayBuffer>>> {
  const weights = writeSafetensors(result.state.weights)
  const texts = new Map([
    ['config.json', jsonFile(modelConfigJson(recipe.config))],
    ['tokenizer.json', jsonFile(tokenizerJson())],
    ['tokenizer_config.json', jsonFile(tokenizerConfigJson(recipe.config.contextTokens))],
  ])
  const manifest: Manifest = {
    name: recipe.name,
    hash: await sha256Hex(weights),
    files: Object.fromEntries(await Promise.all([...texts].map(async ([name, bytes]) => [name, await sha256Hex(bytes)] as const))),
    parameters: parameterCount(recipe.config),
    recipe: recipe.name,
    seed,
    evaluation: result.evaluation,
    tokens: result.position.tokens,
    cleanTokens: result.position.cleanTokens,
    teraFlop: Math.round(result.position.flop / 1e9) / 1e3,
  }
  return new Map([
    ...texts,
    [
      'generation_config.json',
      jsonFile({ bos_token_id: SPECIALS.bos, eos_token_id: SPECIALS.eos, pad_token_id: SPECIALS.pad, do_sample: true, temperature: 1 }),
    ],
    ['model.safetensors', weights],
    ['manifest.json', jsonFile(manifest)],
  ])
}
