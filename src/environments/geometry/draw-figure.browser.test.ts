// The same figures in a browser: the hashes are those of draw-figure.test.ts, which runs under Node.

import { expect, it } from 'vitest'
import { sha256Hex } from '../../base/hash.ts'
import { createRng } from '../../base/random.ts'
import { drawFigure } from './draw-figure.ts'
import { type FigureStyle, TINY_STYLE } from './figure-style.ts'
import type { Level } from './kinds/kind.ts'
import { drawProblem, KIND_NAMES } from './problem.ts'

const LEVELS: readonly Level[] = [1, 2, 3]
const STYLES: readonly FigureStyle[] = [TINY_STYLE, { size: 48, placement: 'jittered', noise: 13 }, { size: 64, placement: 'free', noise: 0 }]

function hashOf(style: FigureStyle): Promise<string> {
  const bytes: number[] = []
  for (const kind of KIND_NAMES)
    for (const level of LEVELS)
      for (let item = 0; item < 8; item++) bytes.push(...drawFigure(drawProblem(createRng([5, 5], item, level), [kind], level, 'train'), style).pixels)
  return sha256Hex(Uint8Array.from(bytes))
}

it('figures have the same bytes in a browser as under Node', async () => {
  const hashes = await Promise.all(STYLES.map(hashOf))
  expect(hashes.map((hash) => hash.slice(0, 16))).toEqual(['1794ce60f85140a3', '036c0cbee4c5809d', 'd168631e58ea3f40'])
})
