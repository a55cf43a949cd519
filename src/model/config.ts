// Reads the config.json of a Hugging Face model folder into the sizes that the engine computes with. Knows the
// fields that transformers' LlamaForCausalLM reads and the values this engine honours: everything that would
// change the computation and is not implemented is refused, fields without effect are left alone. Another
// family (Qwen2, Qwen3) is one more entry of FAMILIES. Does not know weights, tokenizers or where files live.

import type { TokenloomError } from '../base/errors.ts'
import { tokenloomError } from '../base/errors.ts'
import { isRecord } from '../base/json.ts'
import type { Result } from '../base/result.ts'
import { fail, ok } from '../base/result.ts'
import type { PatchShape } from '../service/index.ts'

/** The sizes of a decoder. Letters used for shapes: T rows, V vocabulary, D width, F mlpWidth, H heads, K kvHeads, W headWidth. */
export interface ModelConfig {
  readonly layers: number
  readonly width: number
  readonly heads: number
  /** Divides `heads`: each key/value head serves heads / kvHeads query heads. */
  readonly kvHeads: number
  /** Even: rotary positions turn the pairs (i, i + headWidth / 2). */
  readonly headWidth: number
  readonly mlpWidth: number
  readonly vocabulary: number
  /** The longest sequence, in tokens. */
  readonly contextTokens: number
  readonly ropeTheta: number
  readonly normEpsilon: number
  /** The head is the embedding itself: no lm_head.weight. */
  readonly tiedHead: boolean
  /** How pictures are cut, each square one row. Absent: the base reads text alone. Of this project: `patch` in config.json. */
  readonly patch?: PatchShape
}

type Fields = Readonly<Record<string, unknown>>

/** By model_type: fields whose only supported value is this one. An absent or null field holds it. */
const FAMILIES: Readonly<Record<string, Fields>> = {
  llama: {
    hidden_act: 'silu',
    rope_scaling: null,
    attention_bias: false,
    mlp_bias: false,
    attention_dropout: 0,
    pretraining_tp: 1,
    partial_rotary_factor: 1,
    quantization_config: null,
  },
}

const NEXT = 'Take a model that transformers loads as LlamaForCausalLM without scaling or quantisation, or export one that way.'
const invalid = (at: string, message: string): TokenloomError =>
  tokenloomError('MODEL_CONFIG_INVALID', `config.json: ${at} ${message}.`, 'Take the config.json that came with the weights, unchanged.', at)
const unsupported = (at: string, value: unknown): TokenloomError =>
  tokenloomError('MODEL_UNSUPPORTED', `config.json: ${at} = ${JSON.stringify(value)} is not supported by this engine.`, NEXT, at)

/** Reads numbers out of `fields`; the first failure stays in `error` and everything read after it is meaningless. */
class FieldReader {
  readonly fields: Fields
  error: TokenloomError | null = null

  constructor(fields: Fields) {
    this.fields = fields
  }

  whole(name: string, greatest: number, byDefault?: number): number {
    const value = this.fields[name] ?? byDefault
    if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= greatest) return value
    this.error ??=
      value === undefined ? invalid(name, 'is missing') : invalid(name, `must be a whole number from 1 to ${greatest}, not ${JSON.stringify(value)}`)
    return 1
  }

  positive(name: string, byDefault: number): number {
    const value = this.fields[name] ?? byDefault
    if (typeof value === 'number' && Number.isFinite(value) && value > 0) return value
    this.error ??= invalid(name, `must be a positive number, not ${JSON.stringify(value)}`)
    return 1
  }

  flag(name: string, byDefault: boolean): boolean {
    const value = this.fields[name] ?? byDefault
    if (typeof value === 'boolean') return value
    this.error ??= invalid(name, `must be true or false, not ${JSON.stringify(value)}`)
    return byDefault
  }
}

/** transformers 5 writes rope_theta and the kind of scaling into rope_parameters; older files have them beside the rest. */
function withRopeParameters(json: Fields): Result<Fields> {
  const rope = json['rope_parameters'] ?? null
  if (rope === null) return ok(json)
  if (!isRecord(rope)) return fail(invalid('rope_parameters', 'must be an object'))
  if ((rope['rope_type'] ?? 'default') !== 'default') return fail(unsupported('rope_parameters.rope_type', rope['rope_type']))
  const { rope_theta, rope_type: _, ...rest } = rope
  const extra = Object.keys(rest).find((key) => key !== 'partial_rotary_factor' || rest[key] !== 1)
  if (extra !== undefined) return fail(unsupported(`rope_parameters.${extra}`, rest[extra]))
  return ok({ ...json, rope_theta: rope_theta ?? json['rope_theta'] })
}

/** The configuration, or the field that is wrong (MODEL_CONFIG_INVALID) or not implemented (MODEL_UNSUPPORTED). */
export function parseModelConfig(json: unknown): Result<ModelConfig> {
  if (!isRecord(json)) return fail(invalid('the file', 'must hold one JSON object'))
  const type = json['model_type']
  const fixed = typeof type === 'string' && Object.hasOwn(FAMILIES, type) ? FAMILIES[type] : undefined
  if (fixed === undefined) return fail(unsupported('model_type', type ?? null))
  for (const [name, only] of Object.entries(fixed)) {
    const value = json[name] ?? only
    if (value !== only) return fail(unsupported(name, value))
  }
  const rope = withRopeParameters(json)
  if (!rope.ok) return rope
  const read = new FieldReader(rope.value)
  const width = read.whole('hidden_size', 65536)
  const heads = read.whole('num_attention_heads', 4096)
  const config: ModelConfig = {
    layers: read.whole('num_hidden_layers', 1024),
    width,
    heads,
    kvHeads: read.whole('num_key_value_heads', 4096, heads),
    headWidth: read.whole('head_dim', 4096, Math.floor(width / heads)),
    mlpWidth: read.whole('intermediate_size', 1 << 20),
    vocabulary: read.whole('vocab_size', 1 << 20),
    contextTokens: read.whole('max_position_embeddings', 1 << 24, 2048),
    ropeTheta: read.positive('rope_theta', 10000),
    normEpsilon: read.positive('rms_norm_eps', 1e-6),
    tiedHead: read.flag('tie_word_embeddings', false),
  }
  if (read.error !== null) return fail(read.error)
  if (config.heads % config.kvHeads !== 0) return fail(invalid('num_key_value_heads', `(${config.kvHeads}) must divide num_attention_heads (${config.heads})`))
  if ((json['head_dim'] ?? null) === null && width % heads !== 0)
    return fail(invalid('num_attention_heads', `(${heads}) must divide hidden_size (${width}) when head_dim is absent`))
  if (config.headWidth % 2 !== 0) return fail(invalid('head_dim', `(${config.headWidth}) must be even for rotary positions`))
  // Kernels read four columns of a projection's output at once, so none may begin inside a group of four.
  if ((config.kvHeads * config.headWidth) % 4 !== 0) return fail(unsupported('head_dim', config.headWidth))
  if (config.mlpWidth % 4 !== 0) return fail(unsupported('intermediate_size', config.mlpWidth))
  const patch = patchOf(json['patch'] ?? null)
  if (!patch.ok) return patch
  return ok(patch.value === null ? config : { ...config, patch: patch.value })
}

const GREATEST_PATCH = 64

/** `{ size, channels }`, or null for a base that reads text alone. */
function patchOf(value: unknown): Result<PatchShape | null> {
  if (value === null) return ok(null)
  if (!isRecord(value)) return fail(invalid('patch', 'must be an object'))
  const read = new FieldReader(value)
  const size = read.whole('size', GREATEST_PATCH)
  const channels = read.whole('channels', 3)
  if (read.error !== null) return fail(read.error)
  if (channels !== 1 && channels !== 3) return fail(invalid('patch.channels', 'must be 1 or 3'))
  // Products are summed four numbers at a time.
  if ((size * size * channels) % 4 !== 0) return fail(unsupported('patch.size', size))
  return ok({ size, channels })
}
