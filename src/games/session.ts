// One game with people at the table, through the host and the machines of training. It goes on by itself until a person has to
// write; a move is taken back by playing the rest again, answers as they were recorded. Knows players, no worker and no page.

import { tokenloomError } from '../base/errors.ts'
import { askPlayers } from '../coordinator/ask-players.ts'
import { type Awaited, createEpisodeHost, type EpisodeHost } from '../coordinator/episode-host.ts'
import type { EpisodePlan, HostSetting } from '../coordinator/episode-plan.ts'
import type { Player } from '../coordinator/player.ts'
import type { TurnLogEntry, WaveTime } from '../coordinator/turn-log.ts'
import type { Answered, Written } from '../coordinator/written-turn.ts'
import type { AgentId } from '../environments/contract.ts'

export interface SessionSetting extends HostSetting {
  /** A new plan at every call: its generators are used up by a game. */
  readonly plan: () => EpisodePlan
  /** Who plays an agent; null is a person. */
  readonly playerOf: (agent: AgentId) => Exclude<Player, { readonly kind: 'human' }> | null
  /** Read for durations alone. Default: none are kept. */
  readonly now?: () => number
}

/** A turn with what was written in it, without the text that ends an action. */
export interface SessionTurn extends TurnLogEntry {
  readonly text: string
}

/** A game at one of its positions: the host, and who must write there. */
export interface Position {
  readonly host: EpisodeHost
  readonly awaited: readonly Awaited[]
}

export interface GameSession {
  readonly setting: SessionSetting
  now(): Position
  /** Seats in which a person must write; empty when the game is over. */
  waiting(): readonly Awaited[]
  turns(): readonly SessionTurn[]
  /** Steps of the environment so far. */
  waves(): number
  /** When the questions of every step went out and when they were answered, from the beginning of the game. */
  times(): readonly WaveTime[]
  /** Lets the others play until a person has to write, or the game is over. */
  settle(): Promise<void>
  /** What people write, by agent. ENVIRONMENT_INVALID when a seat is left out. */
  write(texts: Readonly<Record<AgentId, string>>): Promise<void>
  /** Whether a person has written anything yet. */
  canUndo(): boolean
  /** Back to where a person last wrote. */
  undo(): void
  /** The game as it stood after so many steps, as another host. */
  at(wave: number): Position
}

/** People write by this name. */
const PERSON = 'human'

export function createGameSession(setting: SessionSetting): GameSession {
  const { definition, tokenizer } = setting
  let history: (readonly Written[])[] = []
  let { position, turns } = playAgain(setting, history)
  const { now = () => 0 } = setting
  const began = now()
  let times: readonly WaveTime[] = []
  /** When the questions that are open now went out. */
  let asked = 0

  const isPersons = ({ agent }: Awaited): boolean => setting.playerOf(agent) === null
  const take = async (texts: Readonly<Record<AgentId, string>>): Promise<void> => {
    const { host, awaited } = position
    const seats = awaited.map((one) => ({ ...one, host, player: setting.playerOf(one.agent) ?? personWith(texts[one.agent] ?? '') }))
    const written = await Promise.all(askPlayers(seats, definition))
    history = [...history, written]
    times = [...times, { wave: times.length, asked, answered: now() - began }]
    const taken = step(position, written, tokenizer.decode.bind(tokenizer), definition.stopText)
    position = taken.position
    turns = [...turns, ...taken.turns]
    asked = now() - began
  }
  const waiting = (): readonly Awaited[] => position.awaited.filter(isPersons)
  const settle = async (): Promise<void> => {
    while (position.awaited.length > 0 && waiting().length === 0) await take({})
  }
  return {
    setting,
    now: () => position,
    waiting,
    turns: () => turns,
    waves: () => history.length,
    times: () => times,
    settle,
    async write(texts) {
      const missing = waiting().find(({ agent }) => texts[agent] === undefined)
      if (missing !== undefined)
        throw tokenloomError('ENVIRONMENT_INVALID', `${missing.agent} has not written.`, 'Write something for every agent that must act.', missing.agent)
      await take(texts)
      await settle()
    },
    canUndo: () => history.some(wrotePerson),
    undo() {
      const last = history.findLastIndex(wrotePerson)
      if (last < 0) return
      history = history.slice(0, last)
      times = times.slice(0, last)
      const again = playAgain(setting, history)
      position = again.position
      turns = again.turns
    },
    at: (wave) => playAgain(setting, history.slice(0, wave)).position,
  }
}

const wrotePerson = (written: readonly Written[]): boolean => written.some((one) => 'stamp' in one && one.stamp.snapshotHash === PERSON)

const personWith = (text: string): Player => ({ kind: 'human', name: PERSON, write: async () => text })

interface Played {
  readonly position: Position
  readonly turns: readonly SessionTurn[]
}

/** A fresh game, played up to the end of what was written. */
function playAgain(setting: SessionSetting, history: readonly (readonly Written[])[]): Played {
  const { definition, tokenizer } = setting
  const host = createEpisodeHost(setting.plan(), setting)
  let played: Played = { position: { host, awaited: nextSeats(host) }, turns: [] }
  for (const written of history) {
    const taken = step(played.position, written, tokenizer.decode.bind(tokenizer), definition.stopText)
    played = { position: taken.position, turns: [...played.turns, ...taken.turns] }
  }
  return played
}

function step({ host }: Position, written: readonly Written[], decode: (tokens: Uint32Array) => string, stopText: string): Played {
  host.write(written)
  const answered = written.filter((one): one is Answered => 'stamp' in one)
  const texts = new Map(answered.map((one) => [one.writer, bare('text' in one ? one.text : decode(one.sequence.tokens), stopText)]))
  const turns = host.step().map((entry) => ({ ...entry, text: texts.get(entry.agent) ?? '' }))
  return { position: { host, awaited: nextSeats(host) }, turns }
}

/** Everybody who is asked before the next step answers together. */
const nextSeats = (host: EpisodeHost): readonly Awaited[] => host.rounds().flatMap((round) => host.advance(round))

export const bare = (text: string, stopText: string): string => (text.endsWith(stopText) ? text.slice(0, text.length - stopText.length) : text)
