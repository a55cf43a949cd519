// The names and shapes of every base tensor of a configuration, in Hugging Face naming and in the one order that
// everything of this project uses (memory layout, optimizer, export), and the check of a weight file against
// them. Knows no bytes, no device and no adapters. Projections are stored [out, in]: y = x Wᵀ.

import { tokenloomError } from '../base/errors.ts'
import type { Result } from '../base/result.ts'
import { fail, ok } from '../base/result.ts'
import type { Projection } from '../service/index.ts'
import { PROJECTIONS } from '../service/index.ts'
import type { ModelConfig } from './config.ts'
import type { Tensor } from './safetensors.ts'
import { elementCount } from './safetensors.ts'

export interface WeightShape {
  readonly name: string
  readonly shape: readonly number[]
}

export const EMBEDDING = 'model.embed_tokens.weight'
export const FINAL_NORM = 'model.norm.weight'
export const HEAD = 'lm_head.weight'
/** Of this project: what brings a patch's samples to the width. */
export const PATCH_WEIGHT = 'model.patch_embed.weight'
export const PATCH_BIAS = 'model.patch_embed.bias'

/** [out, in] of a projection. */
export function projectionShape(config: ModelConfig, projection: Projection): readonly [out: number, input: number] {
  const { width, mlpWidth } = config
  const queries = config.heads * config.headWidth
  const keys = config.kvHeads * config.headWidth
  switch (projection) {
    case 'q_proj':
      return [queries, width]
    case 'k_proj':
    case 'v_proj':
      return [keys, width]
    case 'o_proj':
      return [width, queries]
    case 'gate_proj':
    case 'up_proj':
      return [mlpWidth, width]
    case 'down_proj':
      return [width, mlpWidth]
  }
}

/** `model.layers.3.self_attn.q_proj`: the path of a projection, without `.weight`. */
export function projectionPath(layer: number, projection: Projection): string {
  const block = projection === 'gate_proj' || projection === 'up_proj' || projection === 'down_proj' ? 'mlp' : 'self_attn'
  return `model.layers.${layer}.${block}.${projection}`
}

export const inputNormName = (layer: number): string => `model.layers.${layer}.input_layernorm.weight`
export const mlpNormName = (layer: number): string => `model.layers.${layer}.post_attention_layernorm.weight`

/**
 * Every tensor of the base in the order of use: embedding [V, D]; by layer the attention norm [D], q, k, v, o,
 * the MLP norm [D], gate, up, down; the final norm [D]; the head [V, D] unless it is tied; the patches' projection
 * [D, C] and bias [D] where the base sees.
 */
export function weightShapes(config: ModelConfig): readonly WeightShape[] {
  const { width, vocabulary } = config
  const shapes: WeightShape[] = [{ name: EMBEDDING, shape: [vocabulary, width] }]
  for (let layer = 0; layer < config.layers; layer++) {
    shapes.push({ name: inputNormName(layer), shape: [width] })
    for (const projection of PROJECTIONS) {
      if (projection === 'gate_proj') shapes.push({ name: mlpNormName(layer), shape: [width] })
      shapes.push({
        name: `${projectionPath(layer, projection)}.weight`,
        shape: projectionShape(config, projection),
      })
    }
  }
  shapes.push({ name: FINAL_NORM, shape: [width] })
  if (!config.tiedHead) shapes.push({ name: HEAD, shape: [vocabulary, width] })
  if (config.patch !== undefined) {
    shapes.push({ name: PATCH_WEIGHT, shape: [width, config.patch.size ** 2 * config.patch.channels] }, { name: PATCH_BIAS, shape: [width] })
  }
  return shapes
}

export function parameterCount(config: ModelConfig): number {
  return weightShapes(config).reduce((sum, { shape }) => sum + elementCount(shape), 0)
}

/** Tensors that other software writes and that carry nothing: old rotary buffers, and a tied head's second copy. */
function isRedundant(name: string, config: ModelConfig): boolean {
  return name.endsWith('.rotary_emb.inv_freq') || (config.tiedHead && name === HEAD)
}

/**
 * The tensors of the configuration in the order of weightShapes, nothing else. Fails when one is missing
 * (WEIGHTS_MISSING_TENSOR), has another shape (WEIGHTS_SHAPE), or when the file holds one that the configuration
 * has no place for (MODEL_UNSUPPORTED): a bias that nobody adds would be a silent error.
 */
export function selectWeights(config: ModelConfig, tensors: ReadonlyMap<string, Tensor>): Result<ReadonlyMap<string, Tensor>> {
  const shapes = weightShapes(config)
  const selected = new Map<string, Tensor>()
  for (const { name, shape } of shapes) {
    const tensor = tensors.get(name)
    if (tensor === undefined)
      return fail(
        tokenloomError(
          'WEIGHTS_MISSING_TENSOR',
          `The weight file has no tensor ${name}.`,
          'Take config.json and the weights from one and the same model folder.',
          name,
        ),
      )
    if (tensor.shape.join() !== shape.join())
      return fail(
        tokenloomError(
          'WEIGHTS_SHAPE',
          `${name} has shape [${tensor.shape.join(', ')}]; config.json asks for [${shape.join(', ')}].`,
          'Take config.json and the weights from one and the same model folder.',
          name,
        ),
      )
    selected.set(name, tensor)
  }
  for (const name of tensors.keys()) {
    if (!selected.has(name) && !isRedundant(name, config))
      return fail(
        tokenloomError(
          'MODEL_UNSUPPORTED',
          `The weight file holds ${name}, which this engine would ignore.`,
          'Take a model without biases or extra heads, saved as LlamaForCausalLM.',
          name,
        ),
      )
  }
  return ok(selected)
}
