import { expect, test } from 'vitest'
import { initialWeights, weightsFrom } from './initial-weights.ts'
import { RECIPES } from './recipe.ts'

const { config } = RECIPES.get('arithmetic') ?? expect.fail('the recipe is gone')
const base = initialWeights(config, 9)

test('a base that begins with another one has its weights, and at random what the other lacks', () => {
  const seeing = { ...config, patch: { size: 8, channels: 1 } } as const
  const grown = weightsFrom(seeing, 1, base)
  for (const [name, tensor] of base) expect(grown.get(name)).toBe(tensor)
  expect(grown.get('model.patch_embed.weight')).toEqual(initialWeights(seeing, 1).get('model.patch_embed.weight'))
  expect([...grown.keys()]).toEqual([...initialWeights(seeing, 1).keys()])
})

test('layers that it has more come below and begin as identities', () => {
  const grown = weightsFrom({ ...config, layers: 3 }, 1, base)
  const name = (layer: number, part: string) => `model.layers.${layer}.${part}.weight`
  for (const part of ['self_attn.q_proj', 'mlp.down_proj', 'input_layernorm']) {
    for (const layer of [0, 1]) expect(grown.get(name(layer + 1, part))).toBe(base.get(name(layer, part)))
  }
  for (const part of ['self_attn.o_proj', 'mlp.down_proj']) expect(new Set(grown.get(name(0, part))?.values)).toEqual(new Set([0]))
})

test('another shape is no beginning', () => {
  expect(() => weightsFrom({ ...config, mlpWidth: 64 }, 1, base)).toThrow()
})
