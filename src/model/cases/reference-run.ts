// The same pass as run-model.ts in float64, and the slope of its loss at any single number. Knows no device.

import { at } from '../../base/assert.ts'
import type { FactorData } from '../../kernels/reference/adapter.ts'
import { patchValues } from '../patches.ts'
import { type ReferenceHead, type ReferenceModel, type ReferenceRows, referenceForward, referenceLogprobs } from '../reference.ts'
import { referenceBackward } from '../reference-backward.ts'
import { type Packing, packRows } from '../rows.ts'
import { layOutAdapters } from './case-adapters.ts'
import { type ModelRun, targetOf } from './run-model.ts'

export interface Reference {
  readonly logprobs: readonly Float64Array[]
  readonly entropies: readonly Float64Array[]
  readonly baseGradients: ReadonlyMap<string, Float64Array>
  readonly adapterGradients: readonly ReadonlyMap<string, Float64Array>[]
  /** dLoss/d one number, by central differences. */
  weightSlope(name: string, element: number): number
  factorSlope(adapter: number, name: string, element: number): number
}

const STEP = 1e-5

export function referenceOf(run: Omit<ModelRun, 'weights'> & { readonly weights: ReadonlyMap<string, Float64Array> }): Reference {
  const { config, sequences, adapters } = run
  const packing = packRows(sequences)
  const arena = layOutAdapters(config, adapters)
  const factors: FactorData = { ...arena, arena: Float64Array.from(arena.arena) }
  const model: ReferenceModel = { config, weights: run.weights, factors }
  const rows: ReferenceRows = { ...packing, slotOf: slotsOf(packing), ...patchesOf(run, packing) }
  const head = headOf(run, packing)
  const pass = referenceForward(model, rows)
  const { logprobs, entropies } = referenceLogprobs(model, pass, head)
  const gradients = referenceBackward(model, rows, pass, head)
  const loss = (): number =>
    referenceLogprobs(model, referenceForward(model, rows), head).logprobs.reduce((sum, value, m) => sum + value * at(head.weights, m), 0)
  const slope = (values: Float64Array, index: number): number => {
    const held = at(values, index)
    values[index] = held + STEP
    const above = loss()
    values[index] = held - STEP
    const below = loss()
    values[index] = held
    return (above - below) / (2 * STEP)
  }
  return {
    logprobs: byToken(sequences, logprobs),
    entropies: byToken(sequences, entropies),
    baseGradients: gradients.weights,
    adapterGradients: arena.cut(gradients.arena),
    weightSlope: (name, element) => slope(run.weights.get(name) ?? new Float64Array(), element),
    factorSlope: (adapter, name, element) => slope(factors.arena, arena.offsetOf(adapter, name, element)),
  }
}

function patchesOf({ config }: Pick<ModelRun, 'config'>, { pictures }: Packing): Pick<ReferenceRows, 'patches'> {
  if (config.patch === undefined || pictures.rows.length === 0) return {}
  return { patches: { rows: Uint32Array.from(pictures.rows), patches: Float64Array.from(patchValues(config.patch, pictures.sources)) } }
}

function slotsOf({ rows, tiles }: Packing): Uint32Array {
  const slots = new Uint32Array(rows)
  for (let tile = 0; tile < tiles.length; tile += 4) slots.fill(at(tiles, tile + 2), at(tiles, tile), at(tiles, tile) + at(tiles, tile + 1))
  return slots
}

/** Every token but the first of each sequence; the loss is Σ −coefficient · logprob. */
function headOf({ sequences }: Pick<ModelRun, 'sequences'>, { rowOf }: Packing): ReferenceHead {
  const all = sequences.flatMap(({ tokens, coefficients, temperature = 1 }, s) =>
    [...tokens].slice(1).map((target, i) => ({ row: at(rowOf, s)(i), target: targetOf(target), inverse: 1 / temperature, weight: -at(coefficients, i + 1) })),
  )
  return {
    rows: Uint32Array.from(all, ({ row }) => row),
    targets: Uint32Array.from(all, ({ target }) => target),
    inverseTemperature: Float64Array.from(all, ({ inverse }) => inverse),
    weights: Float64Array.from(all, ({ weight }) => weight),
  }
}

function byToken(sequences: ModelRun['sequences'], flat: Float64Array): readonly Float64Array[] {
  let start = 0
  return sequences.map(({ tokens }) => {
    const own = new Float64Array(tokens.length)
    own.set(flat.subarray(start, start + tokens.length - 1), 1)
    start += tokens.length - 1
    return own
  })
}
