// How the suite tells of a turn: what was read there, what was written, what might have been; short enough for one line. A finding
// that names only seed and actions must be played again by its reader, and the reader may be one who writes a first environment.

import type { Json } from '../../base/json.ts'
import type { Result } from '../../base/result.ts'
import type { AgentId, EnvironmentDefinition, ParseFailure } from '../contract.ts'
import { actionsOf, type RecordedPlay } from './random-play.ts'
import type { Evidence } from './verdict.ts'

const LONGEST = 60
const LISTED = 6

/** Quoted, and where it is long its end alone: there stands what was asked. */
const quotedEnd = (text: string): string => (text.length <= LONGEST ? JSON.stringify(text) : `…${JSON.stringify(text.slice(-LONGEST))}`)
const shortened = (text: string): string => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`)

/** The action as a policy would write it, without stopText; its JSON where format() does not take it. */
export function asWritten(definition: EnvironmentDefinition, action: Json): string {
  try {
    const text = definition.format(action)
    return shortened(JSON.stringify(text.endsWith(definition.stopText) ? text.slice(0, text.length - definition.stopText.length) : text))
  } catch {
    return shortened(JSON.stringify(action) ?? 'nothing')
  }
}

/** `"heads", "tails"`, or the first of many and how many more there are. */
export function legalThere(definition: EnvironmentDefinition, state: Json, agent: AgentId): string {
  const legal = definition.legalActions(state, agent)
  if (legal.kind === 'any') return 'any text'
  if (legal.actions.length === 0) return 'nothing'
  const named = legal.actions.slice(0, LISTED).map((action) => asWritten(definition, action))
  return `${named.join(', ')}${legal.actions.length > LISTED ? ` and ${legal.actions.length - LISTED} more` : ''}`
}

/** `in turn 2, where miller reads "cd0:"`; turns are counted from 1. */
export function whereReading(definition: EnvironmentDefinition, state: Json, agent: AgentId, turn: number): string {
  return `in turn ${turn + 1}, where ${agent} reads ${quotedEnd(definition.prompt(definition.observe(state, agent), agent))}`
}

/** What parse() made of a text that it should have taken. */
export const readAs = (parsed: Result<Json, ParseFailure>): string =>
  parsed.ok ? `it is read as ${shortened(JSON.stringify(parsed.value) ?? 'nothing')}` : `it is refused: ${parsed.error.reason}`

/** The play as far as the finding needs it: `turns` moves of it. */
export const evidenceUntil = (play: RecordedPlay, turns: number): Evidence => ({ seed: play.seed, actions: actionsOf(play).slice(0, turns) })

/** What is shown of two values that should be one: the first place where they differ, by its path. */
export function firstDifference(a: Json | undefined, b: Json | undefined, path = ''): string | null {
  if (typeof a === 'object' && typeof b === 'object' && a !== null && b !== null) {
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const found = firstDifference(Reflect.get(a, key), Reflect.get(b, key), path === '' ? key : `${path}.${key}`)
      if (found !== null) return found
    }
    return null
  }
  const [one, other] = [a, b].map((value) => shortened(JSON.stringify(value) ?? 'nothing'))
  return one === other ? null : `${path === '' ? 'it' : path} is ${one} and ${other}`
}
