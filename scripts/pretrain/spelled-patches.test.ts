// Patches of figures that nobody fitted, brought to the width: the nearest sign is the one that they show.

import { expect, test } from 'vitest'
import { at } from '../../src/base/assert.ts'
import { createRng } from '../../src/base/random.ts'
import { unwrap } from '../../src/base/result.ts'
import { figurePicture } from '../../src/environments/geometry/figure-picture.ts'
import { TINY_STYLE } from '../../src/environments/geometry/figure-style.ts'
import { drawProblem } from '../../src/environments/geometry/problem.ts'
import { imageOf } from '../../src/episode/prompt.ts'
import { patchValues } from '../../src/model/patches.ts'
import { loadTokenizer } from '../../src/model/tokenizer.ts'
import { EMBEDDING } from '../../src/model/weights.ts'
import { initialWeights } from './initial-weights.ts'
import { RECIPES } from './recipe.ts'
import { spelledPatches } from './spelled-patches.ts'
import { tokenizerConfigJson, tokenizerJson } from './tokenizer-file.ts'

const { config } = RECIPES.get('arithmetic') ?? expect.fail('the recipe is gone')
const patch = { size: 8, channels: 1 } as const

test('a patch begins as the sign that it shows', () => {
  const embedding = initialWeights(config, 3).get(EMBEDDING) ?? expect.fail('no embedding')
  const tokenizer = unwrap(loadTokenizer(tokenizerJson(), tokenizerConfigJson(64), config.vocabulary))
  const idOf = (sign: string): number => at(tokenizer.encode(sign), 0)
  const { weight, bias } = spelledPatches(patch, embedding, idOf)
  const { width } = config
  const signs = [...'0123456789 ']
  let [right, all] = [0, 0]
  for (let figure = 0; figure < 60; figure++) {
    const problem = drawProblem(createRng([9, 9], figure), ['triangle'], 2, 'validation')
    const image = imageOf(figurePicture(problem, TINY_STYLE), patch)
    const numbers = `${problem.a}${problem.b}`
    for (const [place, sign] of [...numbers].entries()) {
      const samples = patchValues(patch, [{ image, patch: 12 + place }])
      const row = Array.from({ length: width }, (_, d) => samples.reduce((sum, sample, c) => sum + sample * at(weight.values, d * 64 + c), at(bias.values, d)))
      const distance = (other: string): number => row.reduce((sum, value, d) => sum + (value - at(embedding.values, idOf(other) * width + d)) ** 2, 0)
      const nearest = signs.reduce((best, other) => (distance(other) < distance(best) ? other : best))
      if (nearest === sign) right++
      all++
    }
  }
  expect(right / all).toBeGreaterThan(0.9)
})
