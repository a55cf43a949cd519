// A play of an authored environment as the page holds it: what decides it (source, settings, seed, turns), what the sandbox answered, and
// who plays which seat. Undoing is fewer turns, a snapshot is a copy of what decides. Plain data and pure functions.

import type { ErrorData } from '../../src/base/errors.ts'
import type { Json } from '../../src/base/json.ts'
import type { AuthoredFrame, AuthoredPlay, AuthoredSeat, AuthoredTurn, AutomaticPlayer } from '../../src/sandbox/authored-play.ts'

export type PlayConfig = Readonly<Record<string, Json>>

export type SeatPlayer = 'person' | AutomaticPlayer

/** The base, `run:` and a run under way, or `saved:` and the name of a policy in the library. */
export type PolicyChoice = string
export const BASE_POLICY: PolicyChoice = 'base'

export interface PlaySnapshot {
  readonly id: number
  readonly seed: number
  readonly config: PlayConfig
  readonly turns: readonly AuthoredTurn[]
}

export interface AuthorPlay {
  readonly seed: number
  /** What differs from the defaults. */
  readonly config: PlayConfig
  readonly turns: readonly AuthoredTurn[]
  /** By agent; who is not named is played by a person. */
  readonly players: Readonly<Record<string, SeatPlayer>>
  /** What people have written for the turn to come, by agent, without the text that ends it. */
  readonly written: Readonly<Record<string, string>>
  /** The frame that is looked at; null: the newest. */
  readonly at: number | null
  readonly answer: AuthoredPlay | null
  /** The text whose play this is. */
  readonly text: string | null
  readonly waiting: boolean
  readonly error: ErrorData | null
  readonly snapshots: readonly PlaySnapshot[]
  readonly policy: PolicyChoice
  /** What a policy said of the turn that it wrote last: how probable each text was. */
  readonly wrote: { readonly version: number; readonly probabilities: Readonly<Record<string, number>> } | null
  /** The check whose finding is played again, by its name. */
  readonly finding: string | null
}

export const NO_PLAY: AuthorPlay = {
  seed: 1,
  config: {},
  turns: [],
  players: {},
  written: {},
  at: null,
  answer: null,
  text: null,
  waiting: false,
  error: null,
  snapshots: [],
  policy: BASE_POLICY,
  wrote: null,
  finding: null,
}

export const playerOf = ({ players }: AuthorPlay, agent: string): SeatPlayer => players[agent] ?? 'person'

/** Those who play by themselves, as the sandbox wants to know them. */
export function automaticOf({ players }: AuthorPlay): Readonly<Record<string, AutomaticPlayer>> {
  return Object.fromEntries(Object.entries(players).filter((entry): entry is [string, AutomaticPlayer] => entry[1] !== 'person'))
}

/** The frame that is on view, with its number. */
export function frameOf({ answer, at }: AuthorPlay): { readonly frame: AuthoredFrame; readonly place: number } | null {
  if (answer === null) return null
  const last = answer.frames.length - 1
  const place = Math.max(0, Math.min(at ?? last, last))
  const frame = answer.frames[place]
  return frame === undefined ? null : { frame, place }
}

/** Those who must act, where the newest frame is on view. */
export function seatsNow(play: AuthorPlay): readonly AuthoredSeat[] {
  const shown = frameOf(play)
  return play.answer !== null && shown !== null && shown.place === play.answer.frames.length - 1 ? play.answer.seats : []
}

/** What all seats write, those of people from `written`; null while one is missing. */
export function turnOf(play: AuthorPlay, seats: readonly AuthoredSeat[], written: Readonly<Record<string, string>>): AuthoredTurn | null {
  const texts: Record<string, string> = {}
  for (const { agent, random, master } of seats) {
    const player = playerOf(play, agent)
    const text = player === 'person' ? written[agent] : player === 'script' ? (master ?? random) : random
    if (text === undefined || text === null || text === '') return null
    texts[agent] = text
  }
  return { texts }
}

/** Rewards of all agents after every turn, summed up. */
export function returnsOf(frames: readonly AuthoredFrame[]): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {}
  for (const { rewards } of frames) for (const [agent, reward] of Object.entries(rewards)) sums[agent] = (sums[agent] ?? 0) + reward
  return sums
}

/** A legal action as a person reads it: without the text that ends it. */
export const bareText = (text: string, stopText: string): string =>
  stopText !== '' && text.endsWith(stopText) ? text.slice(0, text.length - stopText.length) : text

export const wholeText = (text: string, stopText: string): string => (text.endsWith(stopText) ? text : text + stopText)

/** What a policy in these seats would have read and written so far. */
export function policySeatsOf({ answer }: AuthorPlay, seats: readonly AuthoredSeat[]): readonly PolicySeat[] {
  const frames = answer?.frames ?? []
  const agents = frames[0]?.live ?? []
  return seats.map(({ agent, prompt, legal }) => ({
    place: Math.max(0, agents.indexOf(agent)),
    history: frames.flatMap(({ read, texts }) => {
      const [seen, wrote] = [read[agent], texts[agent]]
      return seen === undefined || wrote === undefined ? [] : [{ read: seen, wrote }]
    }),
    prompt,
    actions: legal,
  }))
}

export interface PolicySeat {
  readonly place: number
  readonly history: readonly { readonly read: string; readonly wrote: string }[]
  readonly prompt: string
  readonly actions: readonly string[] | null
}
