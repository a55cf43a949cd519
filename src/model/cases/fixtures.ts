// The numbers that PyTorch, transformers and PEFT gave for two tiny models (fixtures/make_fixtures.py), inside the bundle,
// so that the same cases run in a browser, under Node and under Deno. Knows files; knows no device.

import { assert } from '../../base/assert.ts'
import { unwrap } from '../../base/result.ts'
import { type ModelConfig, parseModelConfig } from '../config.ts'
import { parseSafetensors, type Tensor } from '../safetensors.ts'

const bytes = import.meta.glob<string>('../fixtures/*/**/*.safetensors', { query: '?url&inline', import: 'default', eager: true })
const texts = import.meta.glob<string>('../fixtures/*/{config,cases}.json', { query: '?raw', import: 'default', eager: true })

export interface FixtureSequence {
  readonly tokens: Uint32Array
  /** The loss is the sum of −coefficient · logprob over all tokens but the first. */
  readonly coefficients: Float32Array
}

export interface Fixture {
  readonly name: string
  readonly config: ModelConfig
  readonly weights: ReadonlyMap<string, Float32Array>
  readonly sequences: readonly FixtureSequence[]
  readonly loss: number
  readonly adaptedLoss: number
  /** logits.N, gradient.NAME, adapted.logits.N, adapted.gradient.NAME */
  readonly expected: ReadonlyMap<string, Float32Array>
  readonly adapter: { readonly rank: number; readonly scale: number; readonly factors: ReadonlyMap<string, Float32Array> }
}

function valuesOf(path: string): ReadonlyMap<string, Float32Array> {
  const url = bytes[path] ?? ''
  const text = atob(url.slice(url.indexOf(',') + 1))
  const parsed: ReadonlyMap<string, Tensor> = unwrap(parseSafetensors(Uint8Array.from(text, (letter) => letter.charCodeAt(0))))
  return new Map([...parsed].map(([name, { values }]) => [name, values]))
}

interface CasesFile {
  readonly cases: readonly { readonly tokens: readonly number[]; readonly coefficients: readonly number[] }[]
  readonly loss: number
  readonly adaptedLoss: number
}

function loadFixture(name: string): Fixture {
  const folder = `../fixtures/${name}`
  const { cases, loss, adaptedLoss }: CasesFile = JSON.parse(texts[`${folder}/cases.json`] ?? '')
  return {
    name,
    config: unwrap(parseModelConfig(JSON.parse(texts[`${folder}/config.json`] ?? ''))),
    weights: valuesOf(`${folder}/model.safetensors`),
    sequences: cases.map(({ tokens, coefficients }) => ({ tokens: Uint32Array.from(tokens), coefficients: Float32Array.from(coefficients) })),
    loss,
    adaptedLoss,
    expected: valuesOf(`${folder}/expected.safetensors`),
    // make_fixtures.py: r = 3, lora_alpha = 6, so the scale is 2. Three is no multiple of four: padding is under test too.
    adapter: { rank: 3, scale: 2, factors: valuesOf(`${folder}/adapter/adapter_model.safetensors`) },
  }
}

export const fixtures = (): readonly Fixture[] => ['tied', 'untied'].map(loadFixture)

/** The expected tensor of that name; a fixture without it is a defect. */
export function expectedOf(fixture: Fixture, name: string): Float32Array {
  const values = fixture.expected.get(name)
  assert(values !== undefined, `the fixture ${fixture.name} has no ${name}`)
  return values
}
