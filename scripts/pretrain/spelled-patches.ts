// Where a base that knows words begins to see: the projection of patches that comes nearest to the embeddings of the signs that they
// show, by least squares over generated figures (train problems alone). A patch with a digit begins as that digit, any other as a
// space; what a figure means beyond its signs is learned. Closed form, so that it depends on nothing but the figures.

import { at } from '../../src/base/assert.ts'
import { createRng } from '../../src/base/random.ts'
import { spellPicture } from '../../src/environments/geometry/digit-row.ts'
import { figurePicture } from '../../src/environments/geometry/figure-picture.ts'
import { TINY_STYLE } from '../../src/environments/geometry/figure-style.ts'
import { drawProblem } from '../../src/environments/geometry/problem.ts'
import { imageOf } from '../../src/episode/prompt.ts'
import type { Tokenizer } from '../../src/episode/tokenizer.ts'
import type { ModelConfig } from '../../src/model/config.ts'
import { patchFeatures, patchValues } from '../../src/model/patches.ts'
import type { Tensor } from '../../src/model/safetensors.ts'
import { EMBEDDING, PATCH_BIAS, PATCH_WEIGHT } from '../../src/model/weights.ts'
import type { PatchShape } from '../../src/service/index.ts'
import type { TrainerState } from './trainer.ts'

const FIGURES = 250
/** A share of the samples' own spread, so that pixels which never light up keep weights near 0. */
const RIDGE = 1e-3

/** A state whose patches begin as signs, with no momentum of their own. */
export function withSpelledPatches({ patch }: ModelConfig, state: TrainerState, { encode }: Pick<Tokenizer, 'encode'>): TrainerState {
  const embedding = state.weights.get(EMBEDDING)
  if (patch === undefined || embedding === undefined) return state
  const { weight, bias } = spelledPatches(patch, embedding, (sign) => at(encode(sign), 0))
  const rest = ({ shape, values }: Tensor): Tensor => ({ shape, values: new Float32Array(values.length) })
  const set = (tensors: ReadonlyMap<string, Tensor>, to: (tensor: Tensor) => Tensor) =>
    new Map([...tensors, [PATCH_WEIGHT, to(weight)] as const, [PATCH_BIAS, to(bias)] as const])
  return { ...state, weights: set(state.weights, (tensor) => tensor), moment1: set(state.moment1, rest), moment2: set(state.moment2, rest) }
}

/** Weight [D, C] and bias [D]. `embedding` is [V, D]; `idOf` numbers a sign. */
export function spelledPatches(patch: PatchShape, embedding: Tensor, idOf: (sign: string) => number): { readonly weight: Tensor; readonly bias: Tensor } {
  const width = at(embedding.shape, 1)
  const features = patchFeatures(patch)
  const size = features + 1
  const square = new Float64Array(size * size)
  const product = new Float64Array(size * width)
  for (const { samples, sign } of patchesAndSigns(patch)) {
    const target = embedding.values.subarray(idOf(sign) * width, (idOf(sign) + 1) * width)
    for (let i = 0; i < size; i++) {
      const own = at(samples, i)
      if (own === 0) continue
      for (let j = 0; j < size; j++) square[i * size + j] = at(square, i * size + j) + own * at(samples, j)
      for (let d = 0; d < width; d++) product[i * width + d] = at(product, i * width + d) + own * at(target, d)
    }
  }
  for (let i = 0; i < features; i++) square[i * size + i] = at(square, i * size + i) + RIDGE * FIGURES
  const solved = solve(square, product, size, width)
  const weight = Float32Array.from({ length: width * features }, (_, i) => at(solved, (i % features) * width + Math.floor(i / features)))
  const bias = Float32Array.from({ length: width }, (_, d) => at(solved, features * width + d))
  return { weight: { shape: [width, features], values: weight }, bias: { shape: [width], values: bias } }
}

/** The samples of a patch, a 1 behind them for the bias, and what it shows. */
function* patchesAndSigns(patch: PatchShape): Generator<{ readonly samples: Float64Array; readonly sign: string }> {
  const features = patchFeatures(patch)
  for (let figure = 0; figure < FIGURES; figure++) {
    const problem = drawProblem(createRng([0x7370656c, 0x6c], figure), ['triangle'], 2, 'train')
    const image = imageOf(figurePicture(problem, TINY_STYLE), patch)
    const signs = spellPicture(problem, TINY_STYLE)
    const sources = Array.from({ length: image.expectedTokens }, (_, place) => ({ image, patch: place }))
    const values = patchValues(patch, sources)
    for (const place of sources.keys()) {
      yield { samples: Float64Array.of(...values.subarray(place * features, (place + 1) * features), 1), sign: signs[place] ?? ' ' }
    }
  }
}

/** Gaussian elimination with pivots: square [n, n] x = right [n, m], both overwritten. */
function solve(square: Float64Array, right: Float64Array, n: number, m: number): Float64Array {
  const swap = (values: Float64Array, width: number, a: number, b: number): void => {
    for (let i = 0; i < width; i++) {
      const held = at(values, a * width + i)
      values[a * width + i] = at(values, b * width + i)
      values[b * width + i] = held
    }
  }
  const subtract = (values: Float64Array, width: number, from: number, row: number, factor: number): void => {
    for (let i = 0; i < width; i++) values[from * width + i] = at(values, from * width + i) - factor * at(values, row * width + i)
  }
  for (let column = 0; column < n; column++) {
    let pivot = column
    for (let row = column + 1; row < n; row++) if (Math.abs(at(square, row * n + column)) > Math.abs(at(square, pivot * n + column))) pivot = row
    swap(square, n, column, pivot)
    swap(right, m, column, pivot)
    for (let row = 0; row < n; row++) {
      const factor = row === column ? 0 : at(square, row * n + column) / at(square, column * n + column)
      if (factor === 0) continue
      subtract(square, n, row, column, factor)
      subtract(right, m, row, column, factor)
    }
  }
  for (let row = 0; row < n; row++) for (let i = 0; i < m; i++) right[row * m + i] = at(right, row * m + i) / at(square, row * n + row)
  return right
}
