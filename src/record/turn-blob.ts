// A step's turns as one blob of columns, and back. Layout, little-endian: magic "TLTU", format version, length of the
// header, zero; the header as JSON padded with spaces to a multiple of 8 (turn-blob-header.ts: agents, texts and sets of agents,
// which the columns name by place); rewards as float64 by turn and agent, NaN where the turn led to none; then the columns of turns
// and of waits as uint32. Decoding trusts nothing: whatever does not fit is RECORD_INVALID, never a throw.

import { assert, at } from '../base/assert.ts'
import { tokenloomError } from '../base/errors.ts'
import { bytesOf, bytesOfText } from '../base/hash.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { StopReason } from '../episode/trajectory.ts'
import type { StepTurns, TurnRecord, WaitRecord } from './step-turns.ts'
import { STOP_REASONS } from './stop-reasons.ts'
import { parseTurnHeader, type TurnHeader } from './turn-blob-header.ts'

const MAGIC = 0x55544c54
const TURN_BLOB_VERSION = 1
const PREFIX = 16
const TURN_COLUMNS = 11
const WAIT_COLUMNS = 8

const VERDICTS = ['accepted', 'parse_error', 'illegal_action', 'cut'] as const
const WAITS = ['turn', 'simultaneous', 'silent', 'deadlock'] as const
const STOPS = Object.keys(STOP_REASONS) as readonly StopReason[]

/** Gives every value a place, in the order in which they first came. */
function places<T>(keyOf: (value: T) => string): { readonly values: T[]; placeOf(value: T): number } {
  const values: T[] = []
  const known = new Map<string, number>()
  return {
    values,
    placeOf(value) {
      const key = keyOf(value)
      const place = known.get(key) ?? values.push(value) - 1
      known.set(key, place)
      return place
    },
  }
}

export function encodeTurns({ step, arm, agents, turns, waits }: StepTurns): Uint8Array<ArrayBuffer> {
  const texts = places<string>((text) => text)
  const sets = places<readonly number[]>((set) => set.join(' '))
  const agentOf = (name: string): number => {
    const place = agents.indexOf(name)
    assert(place >= 0, `${name} is no agent of this step`)
    return place
  }
  const setOf = (names: readonly string[]): number => sets.placeOf(names.map(agentOf))
  const turnRows = turns.map((turn) => [
    turn.episode,
    turn.group,
    agentOf(turn.agent),
    turn.place === undefined ? 0 : agentOf(turn.place) + 1,
    turn.wave,
    texts.placeOf(turn.player),
    turn.version,
    turn.tokens,
    VERDICTS.indexOf(turn.verdict),
    texts.placeOf(turn.action),
    turn.stop === undefined ? 0 : STOPS.indexOf(turn.stop) + 1,
  ])
  const waitRows = waits.map((wait) => [
    ...[wait.episode, wait.group, wait.wave, WAITS.indexOf(wait.kind)],
    ...[setOf(wait.waiting), setOf(wait.for), wait.since, wait.until],
  ])
  const json = JSON.stringify({ step, arm, agents, texts: texts.values, sets: sets.values, turns: turns.length, waits: waits.length })
  const header = bytesOfText(json + ' '.repeat((8 - (bytesOfText(json).length % 8)) % 8))
  const rewards = Float64Array.from(
    turns.flatMap((turn) => agents.map((agent) => (Object.hasOwn(turn.rewards, agent) ? (turn.rewards[agent] ?? 0) : Number.NaN))),
  )
  const columns = Uint32Array.from([...transposed(turnRows, TURN_COLUMNS), ...transposed(waitRows, WAIT_COLUMNS)])
  const blob = new Uint8Array(PREFIX + header.length + rewards.byteLength + columns.byteLength)
  new Uint32Array(blob.buffer, 0, 4).set([MAGIC, TURN_BLOB_VERSION, header.length, 0])
  blob.set(header, PREFIX)
  blob.set(bytesOf(rewards), PREFIX + header.length)
  blob.set(bytesOf(columns), PREFIX + header.length + rewards.byteLength)
  return blob
}

const transposed = (rows: readonly (readonly number[])[], columns: number): number[] =>
  Array.from({ length: columns }, (_, column) => rows.map((row) => at(row, column))).flat()

export function decodeTurns(blob: Uint8Array): Result<StepTurns> {
  const invalid = (message: string) =>
    fail(tokenloomError('RECORD_INVALID', `The turn record ${message}.`, 'Run the same spec again: it plays the same turns.'))
  if (blob.length < PREFIX) return invalid('is too short')
  // A copy starts at a multiple of 8, whatever window of a buffer was handed in.
  const bytes = bytesOf(blob)
  const view = new DataView(bytes.buffer)
  if (view.getUint32(0, true) !== MAGIC) return invalid('does not begin as one')
  const version = view.getUint32(4, true)
  if (version !== TURN_BLOB_VERSION) {
    const sentence = `The turn record has format ${version}; this Tokenloom reads ${TURN_BLOB_VERSION}.`
    return fail(tokenloomError('RECORD_VERSION', sentence, 'Open it with the Tokenloom that wrote it.'))
  }
  const length = view.getUint32(8, true)
  if (length % 8 !== 0 || length > bytes.length - PREFIX) return invalid('has a header that does not fit')
  const header = parseTurnHeader(bytes.subarray(PREFIX, PREFIX + length))
  if (!header.ok) return invalid(header.error)
  const { agents, turns, waits } = header.value
  const start = PREFIX + length
  const expected = turns * (8 * agents.length + 4 * TURN_COLUMNS) + waits * 4 * WAIT_COLUMNS
  if (bytes.length - start !== expected) return invalid(`has ${bytes.length - start} bytes of columns for ${turns} turns and ${waits} waits`)
  return readColumns(header.value, bytes.buffer, start) ?? invalid('names an agent, a text or an outcome that it does not have')
}

/** Undefined where a column points outside what the header holds. */
function readColumns(header: TurnHeader, buffer: ArrayBuffer, start: number): Result<StepTurns> | undefined {
  const { agents, texts, sets } = header
  const rewards = new Float64Array(buffer, start, header.turns * agents.length)
  const cells = new Uint32Array(buffer, start + rewards.byteLength)
  const turns: TurnRecord[] = []
  for (let row = 0; row < header.turns; row++) {
    const cell = (column: number): number => cells[column * header.turns + row] ?? 0
    const [agent, place, verdict, stop] = [agents[cell(2)], agents[cell(3) - 1], VERDICTS[cell(8)], STOPS[cell(10) - 1]]
    const [player, action] = [texts[cell(5)], texts[cell(9)]]
    if (agent === undefined || verdict === undefined || player === undefined || action === undefined) return undefined
    if ((cell(3) > 0 && place === undefined) || (cell(10) > 0 && stop === undefined)) return undefined
    const earned = agents
      .map((name, index) => [name, rewards[row * agents.length + index] ?? Number.NaN] as const)
      .filter(([, reward]) => !Number.isNaN(reward))
    if (earned.some(([, reward]) => !Number.isFinite(reward))) return undefined
    turns.push({
      ...{ episode: cell(0), group: cell(1), agent, wave: cell(4), player, version: cell(6), tokens: cell(7), verdict, action },
      ...(place === undefined ? {} : { place }),
      rewards: Object.fromEntries(earned),
      ...(stop === undefined ? {} : { stop }),
    })
  }
  const waits: WaitRecord[] = []
  const namesOf = (set: readonly number[]): string[] => set.map((place) => at(agents, place))
  for (let row = 0; row < header.waits; row++) {
    const cell = (column: number): number => cells[header.turns * TURN_COLUMNS + column * header.waits + row] ?? 0
    const [kind, waiting, awaited] = [WAITS[cell(3)], sets[cell(4)], sets[cell(5)]]
    if (kind === undefined || waiting === undefined || awaited === undefined) return undefined
    waits.push({ episode: cell(0), group: cell(1), wave: cell(2), kind, waiting: namesOf(waiting), for: namesOf(awaited), since: cell(6), until: cell(7) })
  }
  return ok({ step: header.step, arm: header.arm, agents, turns, waits })
}
