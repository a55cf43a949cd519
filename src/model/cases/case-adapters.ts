// Low-rank factors by name, laid out as kernels read them: one arena, one table, slot 1 on. Deliberately not the arena of
// src/adapters, so that the model is judged without it. Knows names and shapes; knows no optimizer.

import { at } from '../../base/assert.ts'
import type { CaseMemory } from '../../kernels/cases/case.ts'
import type { AdapterFactors, Tensor } from '../../kernels/kernels.ts'
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

export interface CaseArena {
  readonly factors: AdapterFactors
  readonly gradArena: Tensor
  /** The factors' gradients of slot 1, 2, … by name. */
  gradients(): Promise<readonly ReadonlyMap<string, Float32Array>[]>
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

export function uploadAdapters(memory: CaseMemory, config: ModelConfig, adapters: readonly CaseAdapter[]): CaseArena {
  const { places, length } = placesOf(config, adapters)
  const entries = config.layers * PROJECTIONS.length
  const arena = new Float32Array(length)
  const table = new Uint32Array((adapters.length + 1) * entries * 4)
  const scales = new Float32Array(table.buffer)
  for (const { name, slot, offset, columns, fileRows, fileColumns } of places) {
    const values = at(adapters, slot - 1).factors.get(name) ?? new Float32Array()
    for (let row = 0; row < fileRows; row++) arena.set(values.subarray(row * fileColumns, (row + 1) * fileColumns), offset + row * columns)
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
  const gradArena = memory.f32(length)
  const maxRank = Math.max(4, ...adapters.map(({ rank }) => padded(rank)))
  return {
    factors: { arena: memory.f32(arena), table: memory.u32(table), entries, maxRank },
    gradArena,
    async gradients() {
      const read = await memory.read(gradArena, length)
      return adapters.map((_, index) => new Map(places.filter(({ slot }) => slot === index + 1).map((place) => [place.name, cut(read, place)])))
    },
  }
}

function cut(arena: Float32Array, { offset, columns, fileRows, fileColumns }: Place): Float32Array {
  const values = new Float32Array(fileRows * fileColumns)
  for (let row = 0; row < fileRows; row++) values.set(arena.subarray(offset + row * columns, offset + row * columns + fileColumns), row * fileColumns)
  return values
}
