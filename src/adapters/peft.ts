// A LoRA adapter as the folder that PEFT reads and writes: adapter_config.json and adapter_model.safetensors. In
// memory an adapter is one flat array: layer by layer, projection by projection in PROJECTIONS order, A [r, in]
// then B [out, r], row-major, as in CheckpointData. Knows the base's sizes; does not know slots, moments or versions.

import { type TokenloomError, tokenloomError } from '../base/errors.ts'
import { bytesOfText } from '../base/hash.ts'
import type { Result } from '../base/result.ts'
import { fail, ok } from '../base/result.ts'
import type { ModelConfig } from '../model/config.ts'
import type { Tensor } from '../model/safetensors.ts'
import { parseSafetensors } from '../model/safetensors.ts'
import { writeSafetensors } from '../model/safetensors-write.ts'
import { projectionPath, projectionShape } from '../model/weights.ts'
import type { PeftBase, PeftSpec } from './peft-config.ts'
import { namedBase, parsePeftConfig, peftConfigJson } from './peft-config.ts'

export const PEFT_CONFIG_FILE = 'adapter_config.json'
export const PEFT_WEIGHTS_FILE = 'adapter_model.safetensors'

export interface PeftAdapter {
  readonly spec: PeftSpec
  /** Flat, in the order of factorShapes. */
  readonly weights: Float32Array<ArrayBuffer>
}

/** As it was read, with the base that the folder names. */
export interface ReadAdapter extends PeftAdapter {
  readonly base: PeftBase
}

interface FactorShape {
  /** `base_model.model.model.layers.0.self_attn.q_proj.lora_A.weight` */
  readonly name: string
  readonly shape: readonly [number, number]
}

/** Every factor of an adapter in the order of the flat array. */
export function factorShapes(config: ModelConfig, spec: PeftSpec): readonly FactorShape[] {
  const factors: FactorShape[] = []
  for (let layer = 0; layer < config.layers; layer++) {
    for (const projection of spec.targets) {
      const [out, input] = projectionShape(config, projection)
      const path = `base_model.model.${projectionPath(layer, projection)}`
      factors.push({ name: `${path}.lora_A.weight`, shape: [spec.rank, input] }, { name: `${path}.lora_B.weight`, shape: [out, spec.rank] })
    }
  }
  return factors
}

export const factorElements = (factors: readonly FactorShape[]): number => factors.reduce((sum, { shape }) => sum + shape[0] * shape[1], 0)

/** The adapter of a folder's two files. ADAPTER_MISMATCH when it does not fit the base, ADAPTER_INVALID or a weight file's code otherwise. */
export function readPeft(configText: string, weightBytes: Uint8Array, config: ModelConfig): Result<ReadAdapter> {
  const json = jsonOf(configText)
  const spec = parsePeftConfig(json)
  if (!spec.ok) return spec
  const tensors = parseSafetensors(weightBytes)
  if (!tensors.ok) return tensors
  const factors = factorShapes(config, spec.value)
  const weights = new Float32Array(factorElements(factors))
  let position = 0
  for (const { name, shape } of factors) {
    const tensor = tensors.value.get(name)
    if (tensor === undefined) return fail(mismatch(`The adapter has no ${name}, which ${PEFT_CONFIG_FILE} and the base ask for.`, name))
    if (tensor.shape.join() !== shape.join())
      return fail(mismatch(`${name} has shape [${tensor.shape.join(', ')}]; this base takes [${shape.join(', ')}].`, name))
    const strange = tensor.values.findIndex((value) => !Number.isFinite(value))
    if (strange >= 0)
      return fail(
        tokenloomError(
          'ADAPTER_INVALID',
          `${name} holds ${tensor.values[strange]} at ${strange}.`,
          'Take an earlier checkpoint: this one broke while it was trained.',
          name,
        ),
      )
    weights.set(tensor.values, position)
    position += tensor.values.length
  }
  const known = new Set(factors.map(({ name }) => name))
  const extra = [...tensors.value.keys()].find((name) => !known.has(name))
  if (extra !== undefined) return fail(mismatch(`The adapter holds ${extra}, for which this base has no place.`, extra))
  return ok({ spec: spec.value, weights, base: namedBase(json) })
}

/**
 * Why an adapter does not belong to this base although its sizes may fit: bases of one family have the same ones, and an adapter on the
 * wrong one computes nonsense without a sign. By hash where the folder has one, else by name; null where it fits or names none.
 */
export function baseMismatch(named: PeftBase, base: { readonly name: string; readonly hash: string }): TokenloomError | null {
  const name = named.name?.split(/[/\\]/).findLast((part) => part !== '') ?? null
  if (named.hash === null ? name === null || name === base.name : named.hash === base.hash) return null
  const other = name !== null && name !== base.name
  return tokenloomError(
    'ADAPTER_MISMATCH',
    other
      ? `The adapter was trained on the base ${name}; the one that is loaded is ${base.name}.`
      : `The adapter was trained on the base ${named.hash?.slice(0, 12)}…, another one than the ${base.name} that is loaded, ${base.hash.slice(0, 12)}….`,
    other ? `Choose a preset with the base ${name}, wait for the engine, and import again.` : 'Import it where that version of the base is loaded.',
    'base_model_name_or_path',
  )
}

const mismatch = (message: string, at: string) => tokenloomError('ADAPTER_MISMATCH', message, 'Load the base model that the adapter was trained on.', at)

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The folder's files by name. */
export function writePeft(
  adapter: PeftAdapter,
  config: ModelConfig,
  base: { readonly name: string; readonly hash: string },
): ReadonlyMap<string, Uint8Array<ArrayBuffer>> {
  const tensors = new Map<string, Tensor>()
  let position = 0
  for (const { name, shape } of factorShapes(config, adapter.spec)) {
    const length = shape[0] * shape[1]
    tensors.set(name, { shape, values: adapter.weights.slice(position, position + length) })
    position += length
  }
  return new Map([
    [PEFT_CONFIG_FILE, bytesOfText(`${JSON.stringify(peftConfigJson(adapter.spec, base), null, 2)}\n`)],
    [PEFT_WEIGHTS_FILE, writeSafetensors(tensors)],
  ])
}
