// The whole model against the float64 reference: packed rows with shared prefixes, several adapter slots beside base rows,
// temperatures, more rows than one gradient chunk. And its gradients against central differences of that reference's own
// loss, so that no backward pass is its own judge. Knows no device.

import { at } from '../../base/assert.ts'
import { isPictureRow, pictureRowIds } from '../../base/picture-rows.ts'
import { createRng, type Rng } from '../../base/random.ts'
import { type KernelCase, relativeError, wide } from '../../kernels/cases/case.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import { type ImageChunk, PROJECTIONS, type Projection } from '../../service/index.ts'
import type { ModelConfig } from '../config.ts'
import { projectionPath, projectionShape, weightShapes } from '../weights.ts'
import type { CaseAdapter } from './case-adapters.ts'
import { type Reference, referenceOf } from './reference-run.ts'
import { type CaseSequence, type ModelNumbers, type ModelRun, runModel } from './run-model.ts'

/** Sizes unlike each other: heads wider than the stream, a vocabulary that is no multiple of four. */
const CONFIG: ModelConfig = {
  layers: 2,
  width: 12,
  heads: 3,
  kvHeads: 1,
  headWidth: 8,
  mlpWidth: 16,
  vocabulary: 13,
  contextTokens: 64,
  ropeTheta: 10000,
  normEpsilon: 1e-5,
  tiedHead: true,
}
/** Colour patches of two by two pixels. */
const SEEING: ModelConfig = { ...CONFIG, patch: { size: 2, channels: 3 } }
const UNTIED: ModelConfig = { ...CONFIG, layers: 1, vocabulary: 20, tiedHead: false }

function adapterFor(config: ModelConfig, rank: number, scale: number, targets: readonly Projection[], seed: number): CaseAdapter {
  const rng = createRng([0x6c6f7261, seed])
  const factors = new Map<string, Float32Array>()
  for (let layer = 0; layer < config.layers; layer++) {
    for (const projection of targets) {
      const [out, input] = projectionShape(config, projection)
      const draw = (length: number): Float32Array => Float32Array.from({ length }, () => 0.3 * rng.normal())
      factors.set(`${projectionPath(layer, projection)}.lora_A.weight`, draw(rank * input))
      factors.set(`${projectionPath(layer, projection)}.lora_B.weight`, draw(out * rank))
    }
  }
  return { rank, scale, factors }
}

/** Draws pictures that the base reads; undefined where it reads text alone. */
function picturesFor(
  { patch }: ModelConfig,
  rng: Rng,
): ((width: number, height: number) => { readonly ids: number[]; readonly image: ImageChunk }) | undefined {
  if (patch === undefined) return undefined
  return (width, height) => {
    const { size, channels } = patch
    const data = Uint8Array.from({ length: width * height * channels }, () => rng.integer(256))
    const expectedTokens = (width / size) * (height / size)
    const image: ImageChunk = { type: 'image', width, height, channels, data, expectedTokens }
    return { ids: [...pictureRowIds(image, expectedTokens)], image }
  }
}

function sequencesFor(config: ModelConfig, copies: number): readonly CaseSequence[] {
  const rng = createRng([0x73657175, 1])
  const words = (length: number): number[] => Array.from({ length }, () => rng.integer(config.vocabulary))
  const see = picturesFor(config, rng)
  const sequence = (slot: number, tokens: readonly number[], more: Partial<CaseSequence> = {}): CaseSequence => ({
    slot,
    tokens: Uint32Array.from(tokens),
    coefficients: Float32Array.from(tokens, (token, i) => (i <= (more.sharedPrefix ?? 0) - 1 || isPictureRow(token) ? 0 : rng.normal())),
    ...more,
  })
  return Array.from({ length: copies }, (_, copy) => {
    const prefix = words(6)
    const sibling = (slot: number, own: number): CaseSequence =>
      sequence(slot, [...prefix, ...words(own)], { group: `g${copy}`, sharedPrefix: 6, temperature: 0.8 })
    if (see !== undefined) {
      const [shown, other] = [see(4, 4), see(2, 6)]
      const seeing = (slot: number, own: number): CaseSequence =>
        sequence(slot, [...words(2), ...shown.ids, ...words(own)], {
          group: `g${copy}`,
          sharedPrefix: 6,
          images: [{ start: 2, image: shown.image }],
        })
      // A picture that siblings share, one that ends a sequence, two of them, one before all text, and text alone.
      return [
        seeing(1, 3),
        sequence(2, [...other.ids, ...words(4), ...shown.ids, ...words(2)], {
          images: [
            { start: 0, image: other.image },
            { start: 7, image: shown.image },
          ],
        }),
        seeing(1, 5),
        sequence(0, [...words(3), ...other.ids], { images: [{ start: 3, image: other.image }] }),
        sequence(0, words(5)),
      ]
    }
    // Slots come in no order; a sequence of one token predicts nothing; a sibling may add nothing to its prefix.
    return [
      sequence(2, words(7)),
      sibling(1, 5),
      sequence(0, words(9), { temperature: 1.5 }),
      sibling(1, 1),
      sequence(1, words(1)),
      sibling(2, 3),
      sibling(1, 0),
    ]
  }).flat()
}

function runFor(config: ModelConfig, copies: number): ModelRun {
  const weights = new Map(
    weightShapes(config).map(({ name, shape }, index) => {
      const rng = createRng([0x77656967, index])
      const length = shape.reduce((product, size) => product * size, 1)
      return [name, Float32Array.from({ length }, () => (shape.length === 1 ? 1 + 0.2 * rng.normal() : 0.4 * rng.normal()))]
    }),
  )
  const adapters = [adapterFor(config, 3, 2, PROJECTIONS, 1), adapterFor(config, 5, 0.5, ['q_proj', 'v_proj', 'o_proj', 'up_proj'], 2)]
  return { config, weights, adapters, sequences: sequencesFor(config, copies) }
}

const worst = (got: ReadonlyMap<string, Float32Array>, want: ReadonlyMap<string, Float64Array>): number =>
  Math.max(...[...got].map(([name, values]) => relativeError(values, want.get(name) ?? [])))

/** Of every tensor its first, middle and greatest elements: the device's gradient against the slope of the loss. */
function differences(tensors: ReadonlyMap<string, Float32Array>, slope: (name: string, element: number) => number): number {
  const errors = [...tensors].map(([name, gradient]) => {
    const greatest = gradient.reduce((best, value, i) => (Math.abs(value) > Math.abs(at(gradient, best)) ? i : best), 0)
    const elements = [...new Set([0, greatest, gradient.length >> 1])]
    return relativeError(
      elements.map((element) => at(gradient, element)),
      elements.map((element) => slope(name, element)),
    )
  })
  return Math.max(...errors)
}

type Comparison = readonly [what: string, direction: 'forward' | 'gradient', error: (got: ModelNumbers, want: Reference) => number]

const flat = (rows: readonly ArrayLike<number>[]): number[] => rows.flatMap((row) => Array.from(row))

const COMPARISONS: readonly Comparison[] = [
  ['logprobs', 'forward', (got, want) => relativeError(flat(got.logprobs), flat(want.logprobs))],
  ['entropies', 'forward', (got, want) => relativeError(flat(got.entropies), flat(want.entropies))],
  ['every weight', 'gradient', (got, want) => worst(got.baseGradients, want.baseGradients)],
  ['factors of every slot', 'gradient', (got, want) => Math.max(...got.adapterGradients.map((own, i) => worst(own, at(want.adapterGradients, i))))],
]

const SLOPES: readonly Comparison[] = [
  ['weights by central differences', 'gradient', (got, want) => differences(got.baseGradients, want.weightSlope)],
  [
    'factors by central differences',
    'gradient',
    (got, want) => Math.max(...got.adapterGradients.map((own, adapter) => differences(own, (name, element) => want.factorSlope(adapter, name, element)))),
  ],
]

function casesOf(size: string, run: ModelRun, comparisons: readonly Comparison[]): readonly KernelCase[] {
  let want: Reference | undefined
  const done = new WeakMap<Kernels, Promise<ModelNumbers>>()
  return comparisons.map(([what, direction, error]) => ({
    operation: `model against float64: ${what}`,
    size,
    direction,
    run: async (kernels) => {
      const got = done.get(kernels) ?? runModel(kernels, run)
      done.set(kernels, got)
      want ??= referenceOf({ ...run, weights: new Map([...run.weights].map(([name, values]) => [name, wide(values)])) })
      return { error: error(await got, want) }
    },
  }))
}

export function referenceCases(): readonly KernelCase[] {
  return [
    ...casesOf('tied, three slots', runFor(CONFIG, 1), [...COMPARISONS, ...SLOPES]),
    ...casesOf('untied, three slots', runFor(UNTIED, 1), [...COMPARISONS, ...SLOPES]),
    ...casesOf('with pictures, three slots', runFor(SEEING, 1), [...COMPARISONS, ...SLOPES]),
    ...casesOf('with pictures, hundreds of rows', runFor(SEEING, 24), COMPARISONS),
    ...casesOf('tied, hundreds of rows', runFor(CONFIG, 24), COMPARISONS),
  ]
}
