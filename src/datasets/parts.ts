// Which problems train, validate and are held out. By a hash of the problem, so that the order of a file means nothing and equal
// problems stay together; by rank of the hash, so that a small file has something in every part.

import type { Split } from '../environments/contract.ts'
import type { DataProblem } from './data-set.ts'

const HELD_OUT_SHARE = 0.2
const VALIDATION_SHARE = 0.1

/** A number of 53 bits from a text (FNV-1a in two halves): the same everywhere, and fast. */
function rankOf(text: string): number {
  let [low, high] = [0x811c9dc5, 0x9dc5811c]
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    low = Math.imul(low ^ code, 0x01000193) >>> 0
    high = Math.imul(high ^ (code + index), 0x01000193) >>> 0
  }
  return (high >>> 11) * 0x1_0000_0000 + low
}

/** The part of every problem, in their order. */
export function partsOf(problems: readonly DataProblem[]): readonly Split[] {
  const keys = problems.map(({ text, pictures }) => `${text}\n${pictures.map(({ data }) => data).join()}`)
  const order = [...new Set(keys)].map((key) => ({ key, rank: rankOf(key) })).sort((a, b) => a.rank - b.rank || (a.key < b.key ? -1 : 1))
  // Problems that stand alone can only train.
  const least = order.length >= 3 ? 1 : 0
  const heldOut = Math.max(least, Math.round(order.length * HELD_OUT_SHARE))
  const validation = heldOut + Math.max(least, Math.round(order.length * VALIDATION_SHARE))
  const parts = new Map(order.map(({ key }, rank): [string, Split] => [key, rank < heldOut ? 'heldOut' : rank < validation ? 'validation' : 'train']))
  return keys.map((key) => parts.get(key) ?? 'train')
}

export type PartCounts = Readonly<Record<Split, number>>

export function countParts(parts: readonly Split[]): PartCounts {
  const count = (part: Split): number => parts.filter((one) => one === part).length
  return { train: count('train'), validation: count('validation'), heldOut: count('heldOut') }
}
