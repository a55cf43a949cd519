// adapter_config.json of a PEFT LoRA: which adapter it describes, or why this engine would compute another one.
// Every option that changes what the adapter computes is honoured or refused; options that only steer PEFT's own
// training or name files are left alone; an option not listed here passes only when it is off. Knows no weights.

import type { TokenloomError } from '../base/errors.ts'
import { tokenloomError } from '../base/errors.ts'
import { isRecord, type Json } from '../base/json.ts'
import type { Result } from '../base/result.ts'
import { fail, ok } from '../base/result.ts'
import type { AdapterSpec, Projection } from '../service/index.ts'
import { PROJECTIONS } from '../service/index.ts'

/** What a PEFT file knows of an adapter: all but its name and the seed that began it. */
export type PeftSpec = Pick<AdapterSpec, 'rank' | 'scale' | 'targets'>

/** The base that a folder says it belongs to. */
export interface PeftBase {
  /** A name or a path; null where the folder names none. */
  readonly name: string | null
  /** The hash of the base's weights, where it was written by this project: it stands in `revision`, PEFT's place for a version. */
  readonly hash: string | null
}

const HASH = /^[0-9a-f]{64}$/

/** What the file says of its base. Any object will do: whether it describes an adapter is asked elsewhere. */
export function namedBase(json: unknown): PeftBase {
  const { base_model_name_or_path: name, revision } = isRecord(json) ? json : {}
  return { name: typeof name === 'string' && name !== '' ? name : null, hash: typeof revision === 'string' && HASH.test(revision) ? revision : null }
}

/** Read below. */
const HONOURED = new Set(['peft_type', 'r', 'lora_alpha', 'use_rslora', 'target_modules', 'lora_dropout', 'bias', 'init_lora_weights'])

/** Names of files and tasks, and settings of modes that are refused where they are switched on. */
const WITHOUT_EFFECT = new Set([
  'auto_mapping',
  'base_model_name_or_path',
  'revision',
  'task_type',
  'inference_mode',
  'peft_version',
  'megatron_core',
  'qalora_group_size',
])

/** Ways to begin that leave the base weights as they are; the others (PiSSA, OLoRA, LoftQ …) change them. */
const PLAIN_BEGINNINGS: readonly unknown[] = [true, false, 'gaussian', 'orthogonal', null, undefined]

const isOff = (value: unknown): boolean =>
  value === null || value === undefined || value === false || (typeof value === 'object' && Object.keys(value).length === 0)

const invalidAdapter = (at: string, message: string, nextStep = 'Take the adapter folder as PEFT saved it.'): TokenloomError =>
  tokenloomError('ADAPTER_INVALID', `adapter_config.json: ${at} ${message}.`, nextStep, at)
const refuse = (at: string, value: unknown): TokenloomError =>
  invalidAdapter(
    at,
    `= ${JSON.stringify(value)} is not supported`,
    'Train the adapter as a plain LoRA on attention and MLP projections, or merge it into the base.',
  )

function parseTargets(value: unknown): Result<readonly Projection[]> {
  // PEFT resolves this word to every linear layer but the head: the seven projections of a Llama.
  if (value === 'all-linear') return ok(PROJECTIONS)
  if (!Array.isArray(value) || value.length === 0) return fail(refuse('target_modules', value ?? null))
  for (const name of value as readonly unknown[]) {
    if (!PROJECTIONS.some((projection) => projection === name)) return fail(refuse('target_modules', name))
  }
  return ok(PROJECTIONS.filter((projection) => value.includes(projection)))
}

/** The adapter that the file describes, or ADAPTER_INVALID with the option at fault. */
export function parsePeftConfig(json: unknown): Result<PeftSpec> {
  if (!isRecord(json)) return fail(invalidAdapter('the file', 'must hold one JSON object'))
  const { peft_type, r, lora_alpha, use_rslora = false, target_modules, lora_dropout = 0, bias = 'none', init_lora_weights } = json
  if (peft_type !== 'LORA') return fail(refuse('peft_type', peft_type ?? null))
  if (typeof r !== 'number' || !Number.isInteger(r) || r < 1 || r > 1024)
    return fail(invalidAdapter('r', `must be a whole number from 1 to 1024, not ${JSON.stringify(r)}`))
  if (typeof lora_alpha !== 'number' || !Number.isFinite(lora_alpha) || lora_alpha <= 0)
    return fail(invalidAdapter('lora_alpha', `must be a positive number, not ${JSON.stringify(lora_alpha)}`))
  if (typeof use_rslora !== 'boolean') return fail(refuse('use_rslora', use_rslora))
  if (bias !== 'none') return fail(refuse('bias', bias))
  if (!PLAIN_BEGINNINGS.includes(init_lora_weights)) return fail(refuse('init_lora_weights', init_lora_weights))
  if (lora_dropout !== 0)
    return fail(
      invalidAdapter(
        'lora_dropout',
        `= ${JSON.stringify(lora_dropout)} is not supported`,
        'Set it to 0: dropout only acts while PEFT trains, the saved factors mean the same.',
      ),
    )
  for (const [name, value] of Object.entries(json)) {
    if (!HONOURED.has(name) && !WITHOUT_EFFECT.has(name) && !isOff(value)) return fail(refuse(name, value))
  }
  const targets = parseTargets(target_modules)
  if (!targets.ok) return targets
  return ok({ rank: r, scale: use_rslora ? lora_alpha / Math.sqrt(r) : lora_alpha / r, targets: targets.value })
}

/** The file that PEFT reads back as the same adapter. `base` says which model it belongs to; an empty hash is left out. */
export function peftConfigJson(spec: PeftSpec, base: { readonly name: string; readonly hash: string }): Json {
  return {
    peft_type: 'LORA',
    task_type: 'CAUSAL_LM',
    base_model_name_or_path: base.name,
    revision: base.hash === '' ? null : base.hash,
    inference_mode: true,
    r: spec.rank,
    lora_alpha: spec.scale * spec.rank,
    lora_dropout: 0,
    target_modules: spec.targets,
    bias: 'none',
    fan_in_fan_out: false,
    init_lora_weights: true,
    use_rslora: false,
    use_dora: false,
    modules_to_save: null,
    layers_to_transform: null,
    layers_pattern: null,
    rank_pattern: {},
    alpha_pattern: {},
  }
}
