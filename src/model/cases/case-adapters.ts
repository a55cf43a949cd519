// Low-rank factors by name, laid out as kernels read them: one arena, one table, slot 1 on. Deliberately not the arena of
// src/adapters, so that the model is judged without it. Knows names and shapes; knows no optimizer.

import { assert, at } from '../../base/assert.ts'
import type { CaseMemory } from '../../kernels/cases/case.ts'
import type { AdapterFactors } from '../../kernels/kernels.ts'
import { PROJECTIONS } from '../../service/index.ts'
import type { ModelConfig } from '../config.ts'
import { projectionPath, projectionShape } from '../weights.ts'

/** Factors by PEFT's names without their prefix: `model.layers.0.self_attn.q_proj.lora_A.weight`. Absent: none. */
export interface CaseAdapter {
  readonly rank: number
  readonly scale: number
  readonly factors: ReadonlyMap<string, Float32Array>
}

interface Place {
  readonly name: string
  readonly slot: number
  readonly offset: number
  /** Rows and columns in the arena, and as the file has them. */
  readonly rows: number
  readonly columns: number
  readonly fileRows: number
  readonly fileColumns: number
}

/** The factors of all slots on the host, as kernels read them. */
export interface FactorArena {
  readonly arena: Float32Array
  readonly table: Uint32Array
  readonly entries: number
  readonly maxRank: number
  /** An arena cut into tensors of slot 1, 2, … by name, padding left out. */
  cut<T extends Float32Array | Float64Array>(arena: T): readonly ReadonlyMap<string, T>[]
  /** Where an element of a named tensor of a slot lies in the arena. */
  offsetOf(adapter: number, name: string, element: number): number
}

const padded = (rank: number): number => Math.ceil(rank / 4) * 4

/** A [rank, in] gains rows of zeros, B [out, rank] columns of zeros. */
function placesOf(config: ModelConfig, adapters: readonly CaseAdapter[]): { readonly places: readonly Place[]; readonly length: number } {
  const places: Place[] = []
  let offset = 0
  const add = (name: string, slot: number, rows: number, columns: number, fileRows: number, fileColumns: number): void => {
    places.push({ name, slot, offset, rows, columns, fileRows, fileColumns })
    offset += rows * columns
  }
  adapters.forEach(({ rank, factors }, index) => {
    for (let layer = 0; layer < config.layers; layer++) {
      for (const projection of PROJECTIONS) {
        const path = projectionPath(layer, projection)
        if (!factors.has(`${path}.lora_A.weight`)) continue
        const [out, input] = projectionShape(config, projection)
        add(`${path}.lora_A.weight`, index + 1, padded(rank), input, rank, input)
        add(`${path}.lora_B.weight`, index + 1, out, padded(rank), out, rank)
      }
    }
  })
  return { places, length: offset }
}

export function layOutAdapters(config: ModelConfig, adapters: readonly CaseAdapter[]): FactorArena {
  const { places, length } = placesOf(config, adapters)
  const entries = config.layers * PROJECTIONS.length
  const arena = new Float32Array(length)
  const table = new Uint32Array((adapters.length + 1) * entries * 4)
  const scales = new Float32Array(table.buffer)
  for (const place of places) {
    const values = at(adapters, place.slot - 1).factors.get(place.name) ?? new Float32Array()
    values.forEach((value, element) => {
      arena[elementOffset(place, element)] = value
    })
  }
  for (let layer = 0; layer < config.layers; layer++) {
    PROJECTIONS.forEach((projection, index) => {
      adapters.forEach(({ rank, scale }, adapter) => {
        const own = places.filter(({ name, slot }) => slot === adapter + 1 && name.startsWith(`${projectionPath(layer, projection)}.`))
        if (own.length === 0) return
        const entry = ((adapter + 1) * entries + layer * PROJECTIONS.length + index) * 4
        table.set([padded(rank), at(own, 0).offset, at(own, 1).offset], entry)
        scales[entry + 3] = scale
      })
    })
  }
  const ofAdapter = (adapter: number): readonly Place[] => places.filter(({ slot }) => slot === adapter + 1)
  return {
    arena,
    table,
    entries,
    maxRank: Math.max(4, ...adapters.map(({ rank }) => padded(rank))),
    cut: (values) => adapters.map((_, adapter) => new Map(ofAdapter(adapter).map((place) => [place.name, cutOut(values, place)]))),
    offsetOf(adapter, name, element) {
      const place = ofAdapter(adapter).find((candidate) => candidate.name === name)
      assert(place !== undefined, `the adapter has no ${name}`)
      return elementOffset(place, element)
    },
  }
}

const elementOffset = ({ offset, columns, fileColumns }: Place, element: number): number =>
  offset + Math.floor(element / fileColumns) * columns + (element % fileColumns)

function cutOut<T extends Float32Array | Float64Array>(arena: T, place: Place): T {
  const values = arena.slice(0, place.fileRows * place.fileColumns)
  for (let element = 0; element < values.length; element++) values[element] = at(arena, elementOffset(place, element))
  // A slice has the class of what it was cut from.
  return values as T
}

export const uploadAdapters = (memory: CaseMemory, { arena, table, entries, maxRank }: FactorArena): AdapterFactors => ({
  arena: memory.f32(arena),
  table: memory.u32(table),
  entries,
  maxRank,
})
