import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { unwrap } from '../../src/base/result.ts'
import { parseManifest } from '../../src/model/manifest.ts'
import { readSafetensors } from '../../src/model/safetensors.ts'
import { loadTokenizer } from '../../src/model/tokenizer.ts'
import { selectWeights } from '../../src/model/weights.ts'
import { openPretrainEngine } from './engine.ts'
import { evaluateBase } from './evaluate.ts'
import { RECIPES } from './recipe.ts'
import { tokenizerConfigJson, tokenizerJson } from './tokenizer-file.ts'

const fileOf = (base: string, name: string): Buffer => readFileSync(new URL(`../../public/models/${base}/${name}`, import.meta.url))

describe('evaluateBase', () => {
  it('finds in the shipped bases what their manifests say', async () => {
    for (const name of ['arithmetic', 'arithmetic-acquire', 'boards']) {
      const recipe = RECIPES.get(name) ?? expect.fail('the recipe is gone')
      const { config } = recipe
      const weights = unwrap(selectWeights(config, unwrap(readSafetensors(new Uint8Array(fileOf(name, 'model.safetensors')))).tensors))
      const tokenizer = unwrap(loadTokenizer(tokenizerJson(), tokenizerConfigJson(config.contextTokens), config.vocabulary))
      const engine = await openPretrainEngine(config, 'cpu', { count: 1, script: '' })
      const sampler = await engine.createSampler(config, weights)
      const manifest = parseManifest(JSON.parse(fileOf(name, 'manifest.json').toString()))
      expect(await evaluateBase(sampler, tokenizer, recipe)).toEqual(manifest?.evaluation)
      sampler.dispose()
    }
  })
})
