// Comparing, exporting and importing policies on the real engine on the processor.

import { beforeAll, describe, expect, test, vi } from 'vitest'
import { PEFT_WEIGHTS_FILE } from '../adapters/peft.ts'
import { unwrap } from '../base/result.ts'
import { ADAM, TINY, tinyEngine, tinySpec, writtenData } from '../engine/cases/tiny-model.ts'
import { WasmKernels } from '../kernels/wasm/wasm-kernels.ts'
import { parseSafetensors } from '../model/safetensors.ts'
import { writeSafetensors } from '../model/safetensors-write.ts'
import type { AdapterCheckpoint } from '../record/adapter-checkpoint.ts'
import type { TrainingService } from '../service/index.ts'
import { asciiTokenizer } from '../training/testing/ascii-tokenizer.ts'
import { adapterFiles } from './adapter-files.ts'
import { comparePolicies, importPolicy } from './policy-work.ts'

vi.setConfig({ testTimeout: 120_000 })

const CONFIG = { ...TINY, vocabulary: 128 }
const BASE = { name: 'tiny', hash: 'f'.repeat(64) }
const TEXT = { config: CONFIG, tokenizer: asciiTokenizer }
let service: TrainingService

beforeAll(async () => {
  service = tinyEngine(await WasmKernels.create(), CONFIG)
})

async function trained(seed: number, steps: number): Promise<AdapterCheckpoint> {
  const adapter = await service.createAdapter(tinySpec('a', { seed: 3 }))
  for (let step = 0; step < steps; step++) {
    await service.forwardBackward({ adapter, data: writtenData(3, 12, seed * 10 + step), loss: { name: 'cross_entropy', scale: 0.02 } }).result
    await service.optimStep(adapter, ADAM).result
  }
  const checkpoint = await service.saveState(adapter)
  await service.freeAdapter(adapter)
  return { adapter: checkpoint, counters: { seed, episodes: 0 }, lineage: { parent: null, how: 'trained', run: null, step: steps } }
}

const compare = (first: AdapterCheckpoint, second: AdapterCheckpoint) =>
  comparePolicies({ environment: { id: 'arithmetic-v1', config: {} }, first, second, problems: 6, maxTokens: 5, temperature: 1 }, service, TEXT)
const codeOf = (work: () => unknown): string => {
  try {
    work()
    return 'no error'
  } catch (thrown) {
    const { code, at } = thrown as { code: string; at?: string }
    return `${code} ${at ?? ''}`
  }
}

describe('policies looked at', () => {
  test('one compared with itself is the same in every token and every weight', async () => {
    const one = await trained(1, 2)
    expect(await compare(one, one)).toMatchObject({ problems: 6, meanDifference: 0, greatestDifference: 0, weights: { difference: 0 } })
  })

  test('two that learned from different data differ in weights and in logprobs, and leave no adapter behind', async () => {
    const { tokens, equalTokens, greatestDifference, weights } = await compare(await trained(1, 3), await trained(2, 3))
    expect(tokens).toBeGreaterThan(6)
    expect(equalTokens).toBeLessThan(tokens)
    expect(greatestDifference).toBeGreaterThan(0)
    expect(weights.difference).toBeGreaterThan(0)
    expect((service as ReturnType<typeof tinyEngine>).residency).toMatchObject({ known: 0 })
  })

  test('a folder that was written comes back with the same weights', async () => {
    const { adapter } = await trained(1, 2)
    const files = adapterFiles([{ name: 'a', checkpoint: adapter }], CONFIG, 'tiny')
    const back = importPolicy(files, 'back', CONFIG, { name: 'tiny', hash: adapter.baseHash })
    expect(back.adapter.weights).toEqual(adapter.weights)
    expect(back.adapter.baseHash).toBe(adapter.baseHash)
    expect(back.lineage.how).toBe('imported')
  })

  test('a folder that names another base of the same sizes is refused, with the base to choose', async () => {
    const adapter = { ...(await trained(1, 1)).adapter, baseHash: 'a'.repeat(64) }
    const files = adapterFiles([{ name: 'a', checkpoint: adapter }], CONFIG, 'tiny')
    const refused = (base: typeof BASE) => () => importPolicy(files, 'x', CONFIG, base)
    for (const base of [BASE, { name: 'other', hash: 'e'.repeat(64) }])
      expect(refused(base)).toThrow(expect.objectContaining({ code: 'ADAPTER_MISMATCH', at: 'base_model_name_or_path' }))
    expect(refused({ name: 'other', hash: 'e'.repeat(64) })).toThrow(
      expect.objectContaining({
        message: 'The adapter was trained on the base tiny; the one that is loaded is other.',
        nextStep: 'Choose a preset with the base tiny, wait for the engine, and import again.',
      }),
    )
    // The same weights under another name are the same base.
    expect(importPolicy(files, 'x', CONFIG, { name: 'renamed', hash: adapter.baseHash }).adapter.baseHash).toBe(adapter.baseHash)
  })

  test('a folder with an unknown key, or without a file, is refused by name', async () => {
    const { adapter } = await trained(1, 1)
    const files = adapterFiles([{ name: 'a', checkpoint: adapter }], CONFIG, 'tiny')
    const strange = files.map((file) => {
      if (file.name !== PEFT_WEIGHTS_FILE) return file
      const tensors = new Map(unwrap(parseSafetensors(file.bytes)))
      tensors.set('base_model.model.model.layers.9.extra.lora_A.weight', { shape: [1, 1], values: Float32Array.of(1) })
      return { ...file, bytes: writeSafetensors(tensors) }
    })
    expect(codeOf(() => importPolicy(strange, 'x', CONFIG, { ...BASE, hash: adapter.baseHash }))).toBe(
      'ADAPTER_MISMATCH base_model.model.model.layers.9.extra.lora_A.weight',
    )
    expect(codeOf(() => importPolicy(files.slice(0, 1), 'x', CONFIG, BASE))).toBe(`ADAPTER_INVALID ${PEFT_WEIGHTS_FILE}`)
  })
})
