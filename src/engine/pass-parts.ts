// What a pass is asked for, as sequences to pack and entries of the head. Data of several adapters stand side by side; the base
// reads the same tokens once more where a loss compares with it. Knows data and slots; runs nothing.

import { at } from '../base/assert.ts'
import { MaskGatherer } from '../model/action-mask.ts'
import type { HeadEntries } from '../model/head.ts'
import { packRows } from '../model/rows.ts'
import type { Datum, LossSpec } from '../service/index.ts'

/** One micro-batch of one request. Without a loss it is evaluated only. */
export interface PassPart {
  readonly slot: number
  readonly data: readonly Datum[]
  readonly loss?: LossSpec
  /** Alternatives to every trained token; absent: none. */
  readonly alternatives?: number | undefined
  /** What every trained token was predicted from; absent: not told. */
  readonly attention?: boolean | undefined
}

/** A trained token: which part, datum and position, and its entry at the head (and that of the base). */
export interface Target {
  readonly part: number
  readonly datum: number
  readonly position: number
  readonly entry: number
  readonly baseEntry: number
}

export const comparesWithBase = (loss: LossSpec | undefined): boolean => (loss?.klCoefficient ?? 0) > 0

/** A sequence of the pass: a datum under its adapter, or once more under the base. */
export interface PassSequence {
  readonly part: number
  readonly slot: number
  readonly datum: Datum
  readonly index: number
  readonly ofBase: boolean
}

export function sequencesOf(part: number, slot: number, data: readonly Datum[], withBase: boolean): PassSequence[] {
  const own = data.map((datum, index) => ({ part, slot, datum, index, ofBase: false }))
  return withBase ? [...own, ...data.map((datum, index) => ({ part, slot: 0, datum, index, ofBase: true }))] : own
}

/** What is packed of a datum. The last token predicts nothing, so it is no row. */
export function packed(slot: number, datum: Datum, part: number) {
  const tokens = datum.tokens.subarray(0, datum.tokens.length - 1)
  const { images } = datum
  if (datum.group === undefined || datum.sharedPrefix === undefined) return { slot, tokens, images }
  return { slot, tokens, images, group: `${part}|${datum.group}`, sharedPrefix: datum.sharedPrefix }
}

export const rowsAlone = (part: PassPart): number => packRows(part.data.map((datum) => packed(part.slot, datum, 0))).rows

/** The entries of the head, and which token each trained one is of. */
export function headTargets(
  parts: readonly PassPart[],
  sequences: readonly PassSequence[],
  rowOf: readonly ((position: number) => number)[],
): { readonly targets: readonly Target[]; readonly entries: HeadEntries } {
  const rows: number[] = []
  const ids: number[] = []
  const inverse: number[] = []
  const masks = new MaskGatherer()
  const entryOf = new Map<string, number>()
  sequences.forEach(({ part, datum, index, ofBase }, sequence) => {
    datum.lossMask.forEach((mask, position) => {
      if (mask === 0) return
      entryOf.set(`${part}|${index}|${position}|${ofBase}`, rows.length)
      rows.push(at(rowOf, sequence)(position - 1))
      ids.push(at(datum.tokens, position))
      inverse.push(1 / (datum.temperature ?? 1))
      masks.add(datum.actionMask, position)
    })
  })
  const targets: Target[] = []
  parts.forEach(({ data }, part) => {
    data.forEach((datum, index) => {
      datum.lossMask.forEach((mask, position) => {
        if (mask === 0) return
        targets.push({
          part,
          datum: index,
          position,
          entry: entryOf.get(`${part}|${index}|${position}|false`) ?? -1,
          baseEntry: entryOf.get(`${part}|${index}|${position}|true`) ?? -1,
        })
      })
    })
  })
  const entries = { rows: Uint32Array.from(rows), targets: Uint32Array.from(ids), inverseTemperature: Float32Array.from(inverse), mask: masks.entries() }
  return { targets, entries }
}
