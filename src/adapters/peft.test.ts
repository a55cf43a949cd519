import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unwrap } from '../base/result.ts'
import type { ModelConfig } from '../model/config.ts'
import { parseModelConfig } from '../model/config.ts'
import { parseSafetensors } from '../model/safetensors.ts'
import { writeSafetensors } from '../model/safetensors-write.ts'
import { PROJECTIONS } from '../service/index.ts'
import { baseMismatch, factorElements, factorShapes, PEFT_CONFIG_FILE, PEFT_WEIGHTS_FILE, readPeft, writePeft } from './peft.ts'
import { parsePeftConfig } from './peft-config.ts'

const fixture = (file: string) => new Uint8Array(readFileSync(new URL(`../model/fixtures/tied/${file}`, import.meta.url)))
const textOf = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes)
const MODEL = unwrap(parseModelConfig(JSON.parse(textOf(fixture('config.json')))))
const CONFIG_TEXT = textOf(fixture(`adapter/${PEFT_CONFIG_FILE}`))
const WEIGHTS = fixture(`adapter/${PEFT_WEIGHTS_FILE}`)
const OPTIONS = JSON.parse(CONFIG_TEXT) as Record<string, unknown>

const failureOf = (configText: string, bytes: Uint8Array, model: ModelConfig = MODEL) => {
  const read = readPeft(configText, bytes, model)
  return read.ok ? null : { code: read.error.code, at: read.error.at }
}
const optionFailure = (change: Record<string, unknown>) => {
  const parsed = parsePeftConfig({ ...OPTIONS, ...change })
  return parsed.ok ? null : { code: parsed.error.code, at: parsed.error.at }
}

describe('readPeft', () => {
  it('reads a folder that PEFT saved, factor by factor', () => {
    const adapter = unwrap(readPeft(CONFIG_TEXT, WEIGHTS, MODEL))
    expect(adapter.spec).toEqual({ rank: 3, scale: 2, targets: PROJECTIONS })
    const tensors = unwrap(parseSafetensors(WEIGHTS))
    const flat = factorShapes(MODEL, adapter.spec).flatMap(({ name }) => [...(tensors.get(name)?.values ?? [])])
    expect([...adapter.weights]).toEqual(flat)
    expect(tensors.size).toBe(2 * 7 * MODEL.layers)
  })

  it('reads back what it wrote, whatever the rank, scale and targets', () => {
    const spec = fc.record({
      rank: fc.integer({ min: 1, max: 4 }),
      scale: fc.constantFrom(0.5, 1, 2, 3),
      targets: fc.subarray([...PROJECTIONS], { minLength: 1 }),
    })
    fc.assert(
      fc.property(spec, (made) => {
        const weights = Float32Array.from({ length: factorElements(factorShapes(MODEL, made)) }, (_, i) => Math.fround(Math.sin(i)))
        const base = { name: 'tiny', hash: 'a'.repeat(64) }
        const files = writePeft({ spec: made, weights }, MODEL, base)
        expect(readPeft(textOf(files.get(PEFT_CONFIG_FILE)), files.get(PEFT_WEIGHTS_FILE) ?? new Uint8Array(), MODEL)).toEqual({
          ok: true,
          value: { spec: made, weights, base },
        })
      }),
    )
  })

  it('refuses an adapter of another base, naming the factor', () => {
    expect(failureOf(CONFIG_TEXT, WEIGHTS, { ...MODEL, layers: 3 })).toEqual({
      code: 'ADAPTER_MISMATCH',
      at: 'base_model.model.model.layers.2.self_attn.q_proj.lora_A.weight',
    })
    expect(failureOf(CONFIG_TEXT, WEIGHTS, { ...MODEL, layers: 1 })).toMatchObject({ code: 'ADAPTER_MISMATCH' })
    expect(failureOf(CONFIG_TEXT, WEIGHTS, { ...MODEL, mlpWidth: 41 })).toEqual({
      code: 'ADAPTER_MISMATCH',
      at: 'base_model.model.model.layers.0.mlp.gate_proj.lora_B.weight',
    })
    expect(failureOf(JSON.stringify({ ...OPTIONS, r: 4 }), WEIGHTS)).toMatchObject({ code: 'ADAPTER_MISMATCH' })
  })

  it('writes what PEFT itself wrote: the same tensors by name, shape and bits, and the same options', () => {
    const adapter = unwrap(readPeft(CONFIG_TEXT, WEIGHTS, MODEL))
    const files = writePeft(adapter, MODEL, { name: String(OPTIONS['base_model_name_or_path']), hash: '' })
    const [theirs, ours] = [WEIGHTS, files.get(PEFT_WEIGHTS_FILE) ?? new Uint8Array()].map((bytes) => unwrap(parseSafetensors(bytes)))
    expect([...(ours?.keys() ?? [])].sort()).toEqual([...(theirs?.keys() ?? [])].sort())
    for (const [name, { shape, values }] of theirs ?? []) expect([name, ours?.get(name)]).toEqual([name, { shape, values }])
    const written = JSON.parse(textOf(files.get(PEFT_CONFIG_FILE))) as Record<string, unknown>
    for (const option of ['peft_type', 'task_type', 'base_model_name_or_path', 'r', 'lora_alpha', 'lora_dropout', 'bias', 'use_rslora', 'use_dora'])
      expect([option, written[option]]).toEqual([option, OPTIONS[option]])
    expect([...(written['target_modules'] as string[])].sort()).toEqual([...(OPTIONS['target_modules'] as string[])].sort())
  })

  it.each([
    'base_model.model.model.layers.0.self_attn.q_proj.lora_magnitude_vector',
    'base_model.model.model.layers.0.self_attn.q_proj.lora_embedding_A',
    'base_model.model.lm_head.lora_A.weight',
    'something.of.tomorrow',
  ])('refuses a folder with the unknown key %s, naming it', (name) => {
    const tensors = new Map(unwrap(parseSafetensors(WEIGHTS)))
    tensors.set(name, { shape: [2], values: Float32Array.of(1, 2) })
    expect(failureOf(CONFIG_TEXT, writeSafetensors(tensors))).toEqual({ code: 'ADAPTER_MISMATCH', at: name })
  })

  it('refuses damaged files and factors that are not numbers', () => {
    expect(failureOf('{', WEIGHTS)).toMatchObject({ code: 'ADAPTER_INVALID' })
    expect(failureOf(CONFIG_TEXT, WEIGHTS.subarray(0, 100))).toMatchObject({ code: 'WEIGHTS_TRUNCATED' })
    const tensors = new Map(unwrap(parseSafetensors(WEIGHTS)))
    const [name, tensor] = [...tensors][0] ?? ['', { shape: [], values: new Float32Array() }]
    tensors.set(name, { shape: tensor.shape, values: tensor.values.map((value, i) => (i === 1 ? Number.NaN : value)) })
    expect(failureOf(CONFIG_TEXT, writeSafetensors(tensors))).toEqual({ code: 'ADAPTER_INVALID', at: name })
  })
})

describe('baseMismatch', () => {
  const base = { name: 'geometry', hash: 'b'.repeat(64) }
  const codeOf = (name: string | null, hash: string | null): string | null => baseMismatch({ name, hash }, base)?.code ?? null

  it('goes by the hash of the base where one is written, whatever the name', () => {
    expect([codeOf('geometry', base.hash), codeOf('renamed', base.hash), codeOf(null, base.hash)]).toEqual([null, null, null])
    expect([codeOf('geometry', 'c'.repeat(64)), codeOf(null, 'c'.repeat(64))]).toEqual(['ADAPTER_MISMATCH', 'ADAPTER_MISMATCH'])
  })

  it('goes by the name, or the last part of a path, where there is no hash; a folder that names none fits', () => {
    expect([codeOf('geometry', null), codeOf('somewhere/models/geometry/', null), codeOf(null, null)]).toEqual([null, null, null])
    expect([codeOf('arithmetic', null), codeOf('somewhere/geometry/arithmetic', null)]).toEqual(['ADAPTER_MISMATCH', 'ADAPTER_MISMATCH'])
  })

  it('reads both from what PEFT writes, and takes no branch or commit for a hash', () => {
    const named = (options: object) => unwrap(readPeft(JSON.stringify({ ...OPTIONS, ...options }), WEIGHTS, MODEL)).base
    expect(named({ base_model_name_or_path: null, revision: null })).toEqual({ name: null, hash: null })
    expect(named({ base_model_name_or_path: 'x/y', revision: 'main' })).toEqual({ name: 'x/y', hash: null })
    expect(named({ base_model_name_or_path: 'y', revision: 'd'.repeat(64) })).toEqual({ name: 'y', hash: 'd'.repeat(64) })
  })
})

describe('parsePeftConfig', () => {
  it('honours alpha, rank-stabilised scale and targets', () => {
    expect(parsePeftConfig({ ...OPTIONS, r: 4, lora_alpha: 6, use_rslora: true })).toMatchObject({ value: { rank: 4, scale: 3 } })
    expect(parsePeftConfig({ ...OPTIONS, target_modules: ['v_proj', 'q_proj'] })).toMatchObject({ value: { targets: ['q_proj', 'v_proj'] } })
    expect(parsePeftConfig({ ...OPTIONS, target_modules: 'all-linear' })).toMatchObject({ value: { targets: PROJECTIONS } })
  })

  it.each([
    ['peft_type', 'IA3'],
    ['r', 0],
    ['lora_alpha', '8'],
    ['lora_dropout', 0.1],
    ['bias', 'all'],
    ['use_dora', true],
    ['fan_in_fan_out', true],
    ['modules_to_save', ['lm_head']],
    ['layers_to_transform', [0]],
    ['rank_pattern', { q_proj: 2 }],
    ['init_lora_weights', 'pissa'],
    ['target_modules', ['q_proj', 'lm_head']],
    ['target_modules', '.*q_proj'],
    ['an_option_of_tomorrow', 1],
  ])('refuses %s = %j, naming it', (name, value) => {
    expect(optionFailure({ [name]: value })).toEqual({ code: 'ADAPTER_INVALID', at: name })
  })

  it('lets options of tomorrow pass while they are off', () => {
    expect(optionFailure({ a: null, b: false, c: [], d: {} })).toBe(null)
  })
})
