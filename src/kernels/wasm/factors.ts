// Reads the tables of a pass and of its adapters: which rows belong to which slot, where a slot's factors lie, and the list of
// products that follows. Tiles of one slot that follow one another are one run of rows; the products of all runs are one call of
// the module. What was read is kept as long as the tables say the same: a decoding step reads what the one before read.
// Knows no numbers.

import { unreachable } from '../../base/assert.ts'
import type { AdapterFactors, ProjectionGroup, RowTables, Tensor } from '../kernels.ts'
import type { WasmContext } from './context.ts'
import type { Panels } from './panels.ts'

export const outWidth = (group: ProjectionGroup): number => group.widths.reduce((sum, width) => sum + width, 0)

/** The products with factors: x Aᵀ, hidden Bᵀ, and their gradients gradOut B and gradHidden A. */
export type FactorProduct = 'down' | 'up' | 'downBackward' | 'upBackward'

/** Words of a record of assembly/multiply-each.ts. */
const RECORD = 9
/** The bits of 1. */
const ONE_BITS = 0x3f800000

export interface Pass {
  readonly tables: RowTables
  readonly factors: AdapterFactors
  readonly group: ProjectionGroup
}

/** The factors of a slot in one projection of a group. */
interface SlotFactor {
  /** Place in the group, first output column, output columns. */
  readonly projection: number
  readonly first: number
  readonly width: number
  readonly rank: number
  /** Elements of the arena: A [rank, K], B [width, rank]. */
  readonly a: number
  readonly b: number
  /** The scale, as the bits of its f32. */
  readonly scaleBits: number
  /** Of A and of B, both for products with their transpose. */
  readonly panelsA: Panels
  readonly panelsB: Panels
}

interface SlotRun {
  readonly row: number
  readonly rows: number
  readonly slot: number
}

/** Records of one kind of product, as they were when the factors had this version. */
interface Records {
  readonly version: number
  readonly words: Uint32Array
}

/** What a pool of tiles said last. */
interface KeptRuns {
  readonly maxRank: number
  readonly slots: KeptSlots
  readonly words: Uint32Array
  readonly runs: readonly SlotRun[]
  readonly records: Map<string, Records>
  tilesVersion: number
}

/** The factors that a table names, by slot and first entry of a group. */
interface KeptSlots {
  readonly arena: Tensor
  readonly version: number
  readonly factors: Map<number, readonly SlotFactor[]>
}

const keptByTiles = new WeakMap<Tensor, KeptRuns>()
const keptByTable = new WeakMap<Tensor, KeptSlots>()

/**
 * out (+)= scale · the product of every run of rows with its factors. `from` and `to` are addresses of the first row of the pass,
 * `fromRow` and `toRow` bytes of a row.
 */
export function multiplyFactors(context: WasmContext, product: FactorProduct, pass: Pass, from: number, fromRow: number, to: number, toRow: number): void {
  const { words } = recordsOf(context, product, pass)
  const count = words.length / RECORD
  if (count === 0) return
  const records = context.scratch(words.length * 4)
  context.memory.u32.set(words, records / 4)
  context.calls.multiplyEach(records, count, from, fromRow, to, toRow, product === 'up' || product === 'upBackward' ? 1 : 0)
}

function recordsOf(context: WasmContext, product: FactorProduct, pass: Pass): Records {
  const kept = keptFor(context, pass)
  const key = `${product}${pass.group.entry}`
  const version = context.versionOf(pass.factors.arena)
  const known = kept.records.get(key)
  if (known?.version === version) return known
  const fresh = { version, words: writeRecords(context, product, pass, kept) }
  kept.records.set(key, fresh)
  return fresh
}

/** Number by number into one list: a mixed pass has hundreds of records, and prefill and decoding each their own. */
function writeRecords(context: WasmContext, product: FactorProduct, { factors, group }: Pass, { runs, slots }: KeptRuns): Uint32Array {
  const n = outWidth(group)
  const k = group.inWidth
  const hidden = group.widths.length * factors.maxRank
  const arena = context.source(factors.arena)
  const ofRuns = runs.map(({ slot }) => slotFactors(context, factors, group, slots, slot))
  const words = new Uint32Array(ofRuns.reduce((count, own) => count + own.length, 0) * RECORD)
  let at = 0
  const write = (from: number, b: number, panel: number, step: number, to: number, rows: number, columns: number, depth: number, scaleBits: number): void => {
    words[at] = from
    words[at + 1] = b
    words[at + 2] = panel
    words[at + 3] = step
    words[at + 4] = to
    words[at + 5] = rows
    words[at + 6] = columns
    words[at + 7] = depth
    words[at + 8] = scaleBits
    at += RECORD
  }
  runs.forEach(({ row, rows }, index) => {
    for (const { projection, first, width, rank, a, b, scaleBits, panelsA, panelsB } of ofRuns[index] ?? []) {
      const inputs = row * k * 4
      const narrow = (row * hidden + projection * factors.maxRank) * 4
      const outputs = (row * n + first) * 4
      switch (product) {
        case 'down':
          write(inputs, context.packed(panelsA), k * 32, 32, narrow, rows, rank, k, scaleBits)
          break
        case 'up':
          write(narrow, context.packed(panelsB), rank * 32, 32, outputs, rows, width, rank, ONE_BITS)
          break
        // Read where they lie: a gradient reads a version of the factors once.
        case 'downBackward':
          write(outputs, arena + b * 4, 32, rank * 4, narrow, rows, rank, width, scaleBits)
          break
        case 'upBackward':
          write(narrow, arena + a * 4, 32, k * 4, inputs, rows, k, rank, ONE_BITS)
          break
        default:
          unreachable(product)
      }
    }
  })
  return words
}

function slotFactors(context: WasmContext, factors: AdapterFactors, group: ProjectionGroup, { factors: kept }: KeptSlots, slot: number): readonly SlotFactor[] {
  const key = slot * factors.entries + group.entry
  const known = kept.get(key)
  if (known !== undefined) return known
  let first = 0
  const found = group.widths.flatMap((width, projection): SlotFactor[] => {
    const own = { projection, first, width, ...factorAt(context, factors, slot, group.entry + projection) }
    first += width
    if (own.rank === 0) return []
    const panelsA = context.panelsFor(factors.arena, 'transposed', own.a, own.rank, group.inWidth)
    return [{ ...own, panelsA, panelsB: context.panelsFor(factors.arena, 'transposed', own.b, width, own.rank) }]
  })
  kept.set(key, found)
  return found
}

function keptFor(context: WasmContext, { tables, factors }: Pass): KeptRuns {
  const known = keptByTiles.get(tables.tiles)
  const slots = slotsFor(context, factors)
  if (known !== undefined && known.slots === slots && known.maxRank === factors.maxRank && known.words.length === 4 * tables.tileCount) {
    const version = context.versionOf(tables.tiles)
    if (known.tilesVersion === version) return known
    if (saysTheSame(context, tables, known.words)) {
      known.tilesVersion = version
      return known
    }
  }
  const start = context.source(tables.tiles) / 4
  const words = context.memory.u32.slice(start, start + 4 * tables.tileCount)
  const fresh: KeptRuns = { maxRank: factors.maxRank, slots, words, runs: slotRuns(words), records: new Map(), tilesVersion: context.versionOf(tables.tiles) }
  keptByTiles.set(tables.tiles, fresh)
  return fresh
}

function saysTheSame(context: WasmContext, { tiles }: RowTables, words: Uint32Array): boolean {
  const start = context.source(tiles) / 4
  const memory = context.memory.u32
  return words.every((word, index) => memory[start + index] === word)
}

function slotsFor(context: WasmContext, { arena, table }: AdapterFactors): KeptSlots {
  const known = keptByTable.get(table)
  const version = context.versionOf(table)
  if (known?.arena === arena && known.version === version) return known
  const fresh: KeptSlots = { arena, version, factors: new Map() }
  keptByTable.set(table, fresh)
  return fresh
}

/** Rows of one slot that follow one another, as long as can be; the base's rows are left out. `tiles` as in RowTables. */
function slotRuns(tiles: Uint32Array): readonly SlotRun[] {
  const runs: { row: number; rows: number; slot: number }[] = []
  for (let tile = 0; tile < tiles.length; tile += 4) {
    const [row = 0, rows = 0, slot = 0] = tiles.subarray(tile, tile + 3)
    const last = runs.at(-1)
    if (last !== undefined && last.slot === slot && last.row + last.rows === row) last.rows += rows
    else runs.push({ row, rows, slot })
  }
  return runs.filter(({ slot }) => slot !== 0)
}

interface Factor {
  readonly rank: number
  readonly a: number
  readonly b: number
  readonly scaleBits: number
}

export function factorAt(context: WasmContext, factors: AdapterFactors, slot: number, entry: number): Factor {
  const from = (slot * factors.entries + entry) * 4
  return {
    rank: context.word(factors.table, from),
    a: context.word(factors.table, from + 1),
    b: context.word(factors.table, from + 2),
    scaleBits: context.word(factors.table, from + 3),
  }
}
