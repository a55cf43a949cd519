import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { at } from '../base/assert.ts'
import { GRADIENT_CHUNK_ROWS, TILE_ROWS } from '../kernels/kernels.ts'
import { visibleKeys } from '../kernels/reference/attention.ts'
import { type PackSequence, packRows } from './rows.ts'

/** Sequences of a few slots; groups share a prefix. Tokens tell who they are: no two sequences have one in common but in a prefix. */
const sequences = fc.array(fc.record({ slot: fc.nat(3), size: fc.integer({ min: 1, max: 4 }), prefix: fc.nat(12), own: fc.integer({ min: 0, max: 40 }) }), {
  maxLength: 8,
})

function sequencesOf(list: readonly { readonly slot: number; readonly size: number; readonly prefix: number; readonly own: number }[]): PackSequence[] {
  return list.flatMap(({ slot, size, prefix, own }, family) =>
    Array.from({ length: size }, (_, member): PackSequence => {
      const tokens = Uint32Array.from({ length: prefix + own }, (_, i) => (i < prefix ? family * 1000 + i : family * 1000 + member * 100 + 100 + i))
      return { slot, tokens, group: `${family}`, sharedPrefix: prefix }
    }),
  )
}

describe('packing', () => {
  test('every token of every sequence has its row, its position, and sees exactly what comes before it', () => {
    fc.assert(
      fc.property(sequences, (list) => {
        const given = sequencesOf(list)
        const packing = packRows(given)
        given.forEach(({ tokens }, s) => {
          const rows = Array.from(tokens, (_, position) => at(packing.rowOf, s)(position))
          rows.forEach((row, position) => {
            expect(packing.tokens[row]).toBe(tokens[position])
            expect(packing.positions[row]).toBe(position)
            expect(visibleKeys(packing, row)).toEqual(rows.slice(0, position + 1))
          })
        })
      }),
    )
  })

  test('a shared prefix is computed once, everything else as often as it stands', () => {
    fc.assert(
      fc.property(sequences, (list) => {
        const { rows } = packRows(sequencesOf(list))
        expect(rows).toBe(list.reduce((sum, { size, prefix, own }) => sum + prefix + size * own, 0))
      }),
    )
  })

  test('dependents are the reverse of ancestors: the rows that see all of a segment', () => {
    fc.assert(
      fc.property(sequences, (list) => {
        const { segments, ranges, segmentOf, rows, ...rest } = packRows(sequencesOf(list))
        for (let segment = 0; segment < segments.length / 8; segment++) {
          const [start = 0, count = 0, , , , , first = 0, dependents = 0] = segments.subarray(segment * 8)
          const seeing = Array.from({ length: rows }, (_, row) => row).filter(
            (row) => segmentOf[row] !== segment && visibleKeys({ segments, ranges, segmentOf }, row).includes(start + count - 1),
          )
          const told = Array.from({ length: dependents }, (_, i) => [at(ranges, 2 * (first + i)), at(ranges, 2 * (first + i) + 1)] as const)
          expect(told.flatMap(([from, length]) => Array.from({ length }, (_, i) => from + i)).sort((a, b) => a - b)).toEqual(seeing)
        }
        expect(rest.rowOf).toHaveLength(sequencesOf(list).length)
      }),
    )
  })

  test('tiles and chunks cover every row of a slot once, never mix slots, and are counted from the slot’s own first row', () => {
    fc.assert(
      fc.property(sequences, (list) => {
        const given = sequencesOf(list)
        const packing = packRows(given)
        const slotOf = new Map(given.flatMap(({ slot, tokens }, s) => Array.from(tokens, (_, i) => [at(packing.rowOf, s)(i), slot] as const)))
        const check = (table: Uint32Array, height: number, wanted: (slot: number) => boolean): void => {
          const covered: number[] = []
          const begun = new Map<number, number>()
          for (let i = 0; i < table.length; i += 4) {
            const [start = 0, count = 0, slot = 0] = table.subarray(i)
            const first = begun.get(slot) ?? start
            begun.set(slot, first)
            expect((start - first) % height).toBe(0)
            for (let row = start; row < start + count; row++) {
              expect(slotOf.get(row)).toBe(slot)
              covered.push(row)
            }
          }
          expect(covered).toEqual([...slotOf].flatMap(([row, slot]) => (wanted(slot) ? [row] : [])).sort((a, b) => a - b))
        }
        // A row that siblings share stands in the map once.
        check(packing.tiles, TILE_ROWS, () => true)
        check(packing.chunks, GRADIENT_CHUNK_ROWS, (slot) => slot !== 0)
      }),
    )
  })

  test('an adapter’s own tables are the same whoever shares the pass', () => {
    fc.assert(
      fc.property(sequences, sequences, (ours, theirs) => {
        const own = sequencesOf(ours).map((sequence) => ({ ...sequence, slot: 2 }))
        const others = sequencesOf(theirs).map((sequence) => ({ ...sequence, slot: sequence.slot === 2 ? 0 : sequence.slot, group: `other ${sequence.group}` }))
        const alone = packRows(own)
        const mixed = packRows([...others, ...own])
        const rows = own.flatMap(({ tokens }, s) => Array.from(tokens, (_, i) => [at(alone.rowOf, s)(i), at(mixed.rowOf, others.length + s)(i)] as const))
        // All of them moved by the same distance: nothing stands between an adapter's rows.
        expect(new Set(rows.map(([before, after]) => after - before)).size).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('nothing packs to nothing', () => {
    const { rows, tiles, chunks, segments, ranges } = packRows([])
    expect([rows, tiles.length, chunks.length, segments.length, ranges.length]).toEqual([0, 0, 0, 0, 0])
  })
})
