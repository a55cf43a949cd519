// The header of a turn blob: what its columns name by place. Read from bytes that may be anything.

import { fail, ok, type Result } from '../base/result.ts'
import type { Arm } from './events.ts'

export interface TurnHeader {
  readonly step: number
  readonly arm: Arm
  readonly agents: readonly string[]
  readonly texts: readonly string[]
  /** Sets of agents, by their places. */
  readonly sets: readonly (readonly number[])[]
  /** Rows of each table. */
  readonly turns: number
  readonly waits: number
}

const ARMS: Readonly<Record<Arm, true>> = { policy: true, random: true, shuffled: true, frozen: true, swapped: true, blank: true, 'shuffled-pictures': true }

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0
const isArm = (value: unknown): value is Arm => typeof value === 'string' && Object.hasOwn(ARMS, value)
const areTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every((one) => typeof one === 'string')
const areSets = (value: unknown, agents: number): value is readonly (readonly number[])[] =>
  Array.isArray(value) && value.every((set) => Array.isArray(set) && set.every((place) => isCount(place) && place < agents))

/** The header, or the end of the sentence "The turn record …". */
export function parseTurnHeader(bytes: Uint8Array): Result<TurnHeader, string> {
  let fields: Readonly<Record<string, unknown>>
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (typeof value !== 'object' || value === null) return fail('has a header that is no record')
    fields = { ...value }
  } catch {
    return fail('has a header that is not JSON')
  }
  const { step, arm, agents, texts, sets, turns, waits } = fields
  if (!isCount(step) || !isArm(arm) || !isCount(turns) || !isCount(waits)) return fail('has a header whose counts do not fit')
  if (!areTexts(agents) || !areTexts(texts) || new Set(agents).size !== agents.length || !areSets(sets, agents.length))
    return fail('has a header whose names do not fit')
  return ok({ step, arm, agents, texts, sets, turns, waits })
}
