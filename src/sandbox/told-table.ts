// What was told of an authored environment, to be found by those who ask its hooks: the answers of calls by their arguments. Equal
// values have one number, which the sandbox gave them; the very objects that were told are found at once, others by their text.
// Knows nothing of who asks or who told.

import { at } from '../base/assert.ts'
import { tokenloomError } from '../base/errors.ts'
import { canonicalJson, isRecord, type Json } from '../base/json.ts'
import type { Key } from '../base/random.ts'
import { HOOKS } from './inside/hooks.ts'
import { NUMBERS_OF_A_CALL, type ToldAnswers } from './told.ts'

export interface ToldTable {
  take(told: ToldAnswers): void
  /** Undefined where it was not told. */
  find(hook: string, args: readonly Json[], key?: () => Key): Json | undefined
  /** Greater than every number that was told. */
  next(): number
  /** Whether any step that was told drew a number. */
  drew(): boolean
  /** A table for plays that begin anew: it knows how actions are written, and nothing else. */
  successor(): ToldTable
}

/** Whatever a sandbox sends is read as what it should be, or refused. */
export function readTold(text: string): ToldAnswers {
  try {
    const told: Partial<ToldAnswers> | null = JSON.parse(text)
    if (areNumbers(told?.numbers) && Array.isArray(told?.values) && areNumbers(told.calls) && told.calls.length % NUMBERS_OF_A_CALL === 0)
      return told as ToldAnswers
  } catch {
    // Said below.
  }
  throw tokenloomError('SANDBOX_DATA', 'The sandbox answered with something that is no answer.', 'Open the source again.')
}

const areNumbers = (list: unknown): list is readonly number[] => Array.isArray(list) && list.every(Number.isSafeInteger)

interface Answered {
  /** Whatever the key. */
  plain?: Json
  byKey?: Map<string, Json>
}

/** How actions are written is told once and kept: by the action itself where it is a text, else by its own text. */
interface Writings {
  readonly ofTexts: Map<string, Json>
  readonly ofOthers: Map<string, Json>
}

export const createToldTable = (): ToldTable => tableWith({ ofTexts: new Map(), ofOthers: new Map() }, 0)

function tableWith(writings: Writings, least: number): ToldTable {
  const values = new Map<number, Json>()
  const answers = new Map<string, Map<number, Map<number, Answered>>>()
  /** The numbers of values: of texts by themselves, of objects that were told by identity, of all others by their text. */
  const texts = new Map<string, number>()
  const objects = new WeakMap<object, number>()
  const others = new Map<string, number>()
  /** Objects whose text is not known here: answers, which are found by identity, until somebody holds an equal one. */
  const unwritten = new Set<number>()
  const answered = new Set<number>()
  let next = least
  let drew = false

  const keep = (number: number, value: Json): void => {
    next = Math.max(next, number + 1)
    values.set(number, value)
    if (typeof value === 'string') texts.set(value, number)
    else if (typeof value === 'object' && value !== null) {
      objects.set(value, number)
      unwritten.add(number)
    } else others.set(canonicalJson(value), number)
  }
  const write = (number: number): void => {
    others.set(canonicalJson(values.get(number) ?? null), number)
    unwritten.delete(number)
  }
  /** What came from whoever asked: it will be asked about by an equal object, not by this one. */
  const given = (number: number): void => {
    if (unwritten.has(number) && !answered.has(number)) write(number)
  }
  const numberOf = (value: Json): number | undefined => {
    if (typeof value === 'string') return texts.get(value)
    if (typeof value !== 'object' || value === null) return others.get(canonicalJson(value))
    const known = objects.get(value)
    if (known !== undefined) return known
    const text = canonicalJson(value)
    if (!others.has(text)) for (const number of unwritten) write(number)
    const found = others.get(text)
    if (found !== undefined) objects.set(value, found)
    return found
  }
  const answeredAt = (hook: string, first: number, second: number): Answered => {
    const byFirst = answers.get(hook) ?? new Map<number, Map<number, Answered>>()
    const bySecond = byFirst.get(first) ?? new Map<number, Answered>()
    const place = bySecond.get(second) ?? {}
    answers.set(hook, byFirst)
    byFirst.set(first, bySecond)
    bySecond.set(second, place)
    return place
  }
  return {
    take({ numbers, values: told, calls }) {
      numbers.forEach((number, index) => {
        keep(number, told[index] ?? null)
      })
      for (let call = 0; call < calls.length; call += NUMBERS_OF_A_CALL) {
        const [hook, first, second] = [HOOKS[at(calls, call)] ?? '', at(calls, call + 1), at(calls, call + 2)]
        const [key0, key1] = [at(calls, call + 3), at(calls, call + 4)]
        const [answer, state] = [at(calls, call + 5), at(calls, call + 6)]
        const value = values.get(answer) ?? null
        given(first)
        given(second)
        answered.add(answer)
        if (hook === 'format') {
          const action = values.get(first) ?? null
          if (typeof action === 'string') writings.ofTexts.set(action, value)
          else writings.ofOthers.set(canonicalJson(action), value)
          continue
        }
        if (state >= 0 && isRecord(value)) {
          // Equal states may lie in several answers: whoever holds any of them is understood.
          const inner = value['state'] ?? null
          answered.add(state)
          if (!values.has(state)) keep(state, inner)
          else if (typeof inner === 'object' && inner !== null) objects.set(inner, state)
        }
        drew ||= hook === 'step' && key0 >= 0
        const place = answeredAt(hook, first, second)
        if (key0 < 0) place.plain = value
        else {
          place.byKey ??= new Map()
          place.byKey.set(`${key0} ${key1}`, value)
        }
      }
    },
    find(hook, args, key) {
      const [first = null, second] = args
      if (hook === 'format') return typeof first === 'string' ? writings.ofTexts.get(first) : writings.ofOthers.get(canonicalJson(first))
      const one = numberOf(first)
      const two = second === undefined ? -1 : numberOf(second)
      if (one === undefined || two === undefined) return undefined
      const place = answers.get(hook)?.get(one)?.get(two)
      // A hook that drew no number answers every key alike.
      if (place?.plain !== undefined) return place.plain
      if (key === undefined || place?.byKey === undefined) return undefined
      const [key0, key1] = key()
      return place.byKey.get(`${key0} ${key1}`)
    },
    next: () => next,
    drew: () => drew,
    successor: () => tableWith(writings, next),
  }
}
