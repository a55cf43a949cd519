// Judges what authored hooks returned: JSON is trusted to be JSON and nothing else. Every complaint says which part of which hook is
// wrong. Knows the contract's shapes, not the interpreter.

import { tokenloomError } from '../base/errors.ts'
import { isRecord, type Json } from '../base/json.ts'
import type { AgentId, EnvironmentSpec, FieldSpec, IllegalActionPolicy, LegalActions, Split, Transition } from '../environments/contract.ts'
import { bytesOfPicture, type Picture } from '../environments/picture.ts'

const wrong = (part: string, must: string, value: Json | undefined) =>
  tokenloomError('SANDBOX_DATA', `${part} must be ${must}, but is ${shown(value)}.`, 'Correct the source.', part)

function shown(value: Json | undefined): string {
  const text = value === undefined ? 'missing' : JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 77)}…` : text
}

export function readText(value: Json | undefined, part: string): string {
  if (typeof value !== 'string') throw wrong(part, 'a text', value)
  return value
}

function readNumber(value: Json | undefined, part: string): number {
  if (typeof value !== 'number') throw wrong(part, 'a number', value)
  return value
}

function readRecord(value: Json | undefined, part: string): { readonly [key: string]: Json } {
  if (value === undefined || !isRecord(value)) throw wrong(part, 'a record', value)
  return value
}

/** Pictures as the contract has them, their data judged too. */
export function readPictures(value: Json): readonly Picture[] {
  if (!Array.isArray(value)) throw wrong('pictures()', 'a list of pictures', value)
  return value.map((entry: Json) => {
    const { width = null, height = null, channels = null, data = null } = readRecord(entry, 'pictures()')
    // bytesOfPicture judges every field, whatever it is.
    const picture = { width, height, channels, data } as Picture
    const bytes = bytesOfPicture(picture)
    if (!bytes.ok) throw wrong('pictures()', `a list of pictures (${bytes.error})`, null)
    return picture
  })
}

export function readAgents(value: Json, part: string, possible: readonly AgentId[]): readonly AgentId[] {
  if (!Array.isArray(value)) throw wrong(part, 'a list of agents', value)
  return value.map((agent: Json) => {
    if (typeof agent !== 'string' || !possible.includes(agent)) throw wrong(part, `a list of agents out of ${possible.join(', ')}`, value)
    return agent
  })
}

export function readLegalActions(value: Json): LegalActions {
  const record = readRecord(value, 'legalActions()')
  if (record['kind'] === 'any') return { kind: 'any' }
  const actions = record['actions']
  if (record['kind'] !== 'list' || !Array.isArray(actions)) throw wrong('legalActions()', "{ kind: 'any' } or { kind: 'list', actions: [ … ] }", value)
  return { kind: 'list', actions: actions as readonly Json[] }
}

/** Numbers by name, such as rewards by agent. */
export function readNumbers(value: Json | undefined, part: string): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(readRecord(value, part)).map(([name, number]) => [name, readNumber(number, `${part}.${name}`)]))
}

export function readTransition(value: Json): Transition<Json> {
  const record = readRecord(value, 'step()')
  const { state, metrics } = record
  if (state === undefined) throw wrong('step().state', 'the next state', state)
  const terminated = Object.entries(readRecord(record['terminated'], 'step().terminated')).map(([agent, ended]) => {
    if (typeof ended !== 'boolean') throw wrong(`step().terminated.${agent}`, 'true or false', ended)
    return [agent, ended] as const
  })
  return {
    state,
    rewards: readNumbers(record['rewards'], 'step().rewards'),
    terminated: Object.fromEntries(terminated),
    info: readRecord(record['info'] ?? {}, 'step().info'),
    ...(metrics === undefined ? {} : { metrics: readNumbers(metrics, 'step().metrics') }),
  }
}

/** What parse or readTask answered: a value, or the reason why there is none. */
export function readParsed(
  value: Json,
  part: string,
): { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly error: { readonly reason: string } } {
  const record = readRecord(value, part)
  if (record['ok'] === true && record['value'] !== undefined) return { ok: true, value: record['value'] }
  if (record['ok'] === false) return { ok: false, error: { reason: readText(readRecord(record['error'], `${part}.error`)['reason'], `${part}.error.reason`) } }
  throw wrong(part, 'ok(action) or fail({ reason })', value)
}

export function readSplit(value: Json): Split {
  if (value === 'train' || value === 'validation' || value === 'heldOut') return value
  throw wrong('splitOf()', 'train, validation or heldOut', value)
}

function readField(value: Json, part: string): FieldSpec {
  const record = readRecord(value, part)
  const kind = record['kind']
  if (kind !== 'integer' && kind !== 'number' && kind !== 'choice' && kind !== 'boolean')
    throw wrong(`${part}.kind`, 'integer, number, choice or boolean', kind)
  const bound = (name: 'min' | 'max') => (record[name] === undefined ? {} : { [name]: readNumber(record[name], `${part}.${name}`) })
  const choices = record['choices']
  if (choices !== undefined && !Array.isArray(choices)) throw wrong(`${part}.choices`, 'a list of texts', choices)
  return {
    kind,
    title: readText(record['title'], `${part}.title`),
    help: readText(record['help'], `${part}.help`),
    default: record['default'] ?? null,
    ...bound('min'),
    ...bound('max'),
    ...(choices === undefined ? {} : { choices: choices.map((choice: Json) => readText(choice, `${part}.choices`)) }),
  }
}

export function readIllegalAction(value: Json | undefined, part: string): IllegalActionPolicy {
  if (value === undefined) return { kind: 'lose', reward: 0 }
  const record = readRecord(value, part)
  const reward = readNumber(record['reward'], `${part}.reward`)
  if (record['kind'] === 'lose' || record['kind'] === 'penalty') return { kind: record['kind'], reward }
  if (record['kind'] === 'retry') return { kind: 'retry', reward, times: readNumber(record['times'], `${part}.times`) }
  throw wrong(`${part}.kind`, 'lose, retry or penalty', record['kind'])
}

/** What a sandbox says of the source that is open in it. */
export function readRegistration(value: { readonly spec: unknown; readonly stopText: unknown; readonly hooks: unknown }): {
  readonly spec: EnvironmentSpec
  readonly stopText: string
  readonly hooks: readonly string[]
} {
  // It came as JSON; what is in it is judged field by field.
  const { spec, stopText, hooks } = value as { readonly spec: Json; readonly stopText: Json; readonly hooks: Json }
  if (!Array.isArray(hooks)) throw wrong('hooks', 'a list of names', hooks)
  return { spec: readSpec(spec), stopText: readText(stopText, 'stopText'), hooks: hooks.map((hook: Json) => readText(hook, 'hooks')) }
}

/** The greatest number of agents and of turns that an authored source may ask for. */
const MOST = { agents: 64, turns: 10_000 }

export function readSpec(value: Json | undefined): EnvironmentSpec {
  const record = readRecord(value, 'spec')
  const possible = record['possibleAgents'] ?? ['agent']
  if (!Array.isArray(possible) || possible.length === 0 || possible.length > MOST.agents)
    throw wrong('spec.possibleAgents', `a list of 1 to ${MOST.agents} names`, possible as Json)
  const maxTurns = readNumber(record['maxTurns'], 'spec.maxTurns')
  if (!Number.isInteger(maxTurns) || maxTurns < 1 || maxTurns > MOST.turns) throw wrong('spec.maxTurns', `a whole number from 1 to ${MOST.turns}`, maxTurns)
  const range = record['rewardRange']
  if (range !== undefined && !(Array.isArray(range) && range.length === 2)) throw wrong('spec.rewardRange', 'two numbers', range)
  const fields = Object.entries(readRecord(record['config'] ?? {}, 'spec.config')).map(
    ([name, field]) => [name, readField(field, `spec.config.${name}`)] as const,
  )
  return {
    id: readText(record['id'], 'spec.id'),
    title: readText(record['title'], 'spec.title'),
    summary: readText(record['summary'], 'spec.summary'),
    possibleAgents: possible.map((agent: Json) => readText(agent, 'spec.possibleAgents')),
    config: Object.fromEntries(fields),
    maxTurns,
    illegalAction: readIllegalAction(record['illegalAction'], 'spec.illegalAction'),
    ...(record['alphabet'] === undefined ? {} : { alphabet: readText(record['alphabet'], 'spec.alphabet') }),
    ...(range === undefined
      ? {}
      : { rewardRange: [readNumber(range[0] as Json, 'spec.rewardRange'), readNumber(range[1] as Json, 'spec.rewardRange')] as const }),
  }
}
