// A play of a definition as somebody at a table sees it: frame by frame from its seed and what was written, so that undoing is playing
// less, a snapshot is a list of texts, and a finding of the contract suite is played again as it was found. Keeps nothing.

import type { Json } from '../base/json.ts'
import type { AgentId, EnvironmentDefinition, Split } from '../environments/contract.ts'
import type { Picture } from '../environments/picture.ts'
import { createPlay, type Play, type PlayStop, type Verdict } from '../environments/play.ts'
import type { SceneData } from '../environments/scene.ts'
import { playGenerators, randomAction } from '../environments/suite/random-play.ts'

/** What was done in one step, by agent: as it was written, or as actions such as the contract suite names. */
export type AuthoredTurn = { readonly texts: Readonly<Record<AgentId, string>> } | { readonly actions: Readonly<Record<AgentId, Json>> }

export interface AuthoredPlayRequest {
  /** As a person would write it; what is left out takes its default. */
  readonly config?: Json
  /** The same play as the contract suite's of this seed. */
  readonly seed: number
  readonly split?: Split
  readonly turns: readonly AuthoredTurn[]
  /** Who plays on by itself after that, for at most so many turns; it ends where somebody else is awaited. */
  readonly onward?: { readonly players: Readonly<Record<AgentId, AutomaticPlayer>>; readonly turns: number }
}

/** At random, or what a master would do. */
export type AutomaticPlayer = 'random' | 'script'

/** Somebody who must act now. */
export interface AuthoredSeat {
  readonly agent: AgentId
  readonly prompt: string
  /** One for every mark in the prompt. */
  readonly pictures: readonly Picture[]
  readonly observation: Json
  /** Every legal action as it is written, the text that ends it included; null where any text may be tried. */
  readonly legal: readonly string[] | null
  /** What a master would write; null where nobody knows. */
  readonly master: string | null
  /** What a random player of this seed writes here; null where it finds nothing. */
  readonly random: string | null
}

export interface AuthoredFrame {
  /** What those who wrote had read, by agent. */
  readonly read: Readonly<Record<AgentId, string>>
  /** What led here; empty in the first frame. */
  readonly texts: Readonly<Record<AgentId, string>>
  readonly verdicts: Readonly<Record<AgentId, Verdict>>
  readonly rewards: Readonly<Record<AgentId, number>>
  readonly info: Readonly<Record<AgentId, Json>>
  readonly metrics: Readonly<Record<string, number>>
  readonly state: Json
  /** Those who have not left. */
  readonly live: readonly AgentId[]
  /** Null where the environment draws nothing. */
  readonly scene: SceneData | null
  readonly stop: PlayStop | null
  /** What the environment threw, when stop is environment_error. */
  readonly fault: string | null
}

export interface AuthoredPlay {
  /** The first state, and one frame for every turn that was played; turns after the end are left out. */
  readonly frames: readonly AuthoredFrame[]
  /** The turns that were played, those played onward included: the request that gives this play again. */
  readonly turns: readonly AuthoredTurn[]
  /** Who acts after the last frame. Empty when the play is over. */
  readonly seats: readonly AuthoredSeat[]
}

/** Throws what the environment throws outside a step, and the error of a configuration that does not fit. */
export function playAuthored(definition: EnvironmentDefinition, { config = {}, seed, split = 'train', turns, onward }: AuthoredPlayRequest): AuthoredPlay {
  const parsed = definition.parseConfig(config)
  if (!parsed.ok) throw parsed.error
  const generators = playGenerators(seed)
  const frames: AuthoredFrame[] = []
  // The suite counts steps where a play counts actions: both draw from the same child here.
  const chance = { ...generators.players, split: () => generators.chance(frames.length - 1) }
  const play = createPlay(definition, { config: parsed.value, split, start: generators.start, chance })
  const nothing = { read: {}, texts: {}, verdicts: {}, rewards: {}, info: {}, metrics: {} }
  frames.push(frameOf(play, { ...nothing, fault: null }))
  const played: AuthoredTurn[] = []
  const take = (turn: AuthoredTurn, awaited: readonly AgentId[]): void => {
    const texts = textsOf(definition, turn, awaited)
    const read = Object.fromEntries(Object.keys(texts).map((agent) => [agent, play.shown(agent).text]))
    const { verdicts, rewards, info, metrics, fault } = play.submit(texts)
    frames.push(frameOf(play, { read, texts, verdicts, rewards, info, metrics, fault: fault ?? null }))
    played.push(turn)
  }
  for (const turn of turns) {
    const awaited = play.waiting()
    if (awaited.length === 0) break
    take(turn, awaited)
  }
  const sit = () => play.waiting().map((agent) => seatOf(play, agent, seed, frames.length))
  let seats = sit()
  for (let more = onward?.turns ?? 0; more > 0 && seats.length > 0; more--) {
    const texts = automaticTexts(seats, onward?.players ?? {})
    if (texts === null) break
    take(
      { texts },
      seats.map(({ agent }) => agent),
    )
    seats = sit()
  }
  return { frames, turns: played, seats }
}

/** What all seats write by themselves; null where one of them does not, or finds nothing to write. */
function automaticTexts(seats: readonly AuthoredSeat[], players: Readonly<Record<AgentId, AutomaticPlayer>>): Readonly<Record<AgentId, string>> | null {
  const texts: Record<AgentId, string> = {}
  for (const { agent, random, master } of seats) {
    const player = players[agent]
    const text = player === 'script' ? (master ?? random) : player === 'random' ? random : null
    if (text === null) return null
    texts[agent] = text
  }
  return texts
}

/** What the agents that are awaited wrote. */
function textsOf({ format }: EnvironmentDefinition, turn: AuthoredTurn, awaited: readonly AgentId[]): Readonly<Record<AgentId, string>> {
  const own = 'texts' in turn ? turn.texts : Object.fromEntries(Object.entries(turn.actions).map(([agent, action]) => [agent, format(action)]))
  return Object.fromEntries(Object.entries(own).filter(([agent]) => awaited.includes(agent)))
}

function frameOf(play: Play, facts: Omit<AuthoredFrame, 'state' | 'live' | 'scene' | 'stop'>): AuthoredFrame {
  const { definition } = play
  const state = play.state()
  return { ...facts, state, live: definition.agents(state), scene: definition.view?.(state) ?? null, stop: play.stop() ?? null }
}

function seatOf({ definition, state: stateOf, shown }: Play, agent: AgentId, seed: number, turn: number): AuthoredSeat {
  const state = stateOf()
  const legal = definition.legalActions(state, agent)
  const master = definition.demonstrate?.(state, agent)
  const place = definition.spec.possibleAgents.indexOf(agent)
  const random = randomAction(definition, state, agent, playGenerators(seed).players.split(turn).split(place))
  const { text, pictures } = shown(agent)
  return {
    agent,
    prompt: text,
    pictures,
    observation: definition.observe(state, agent),
    legal: legal.kind === 'any' ? null : legal.actions.map((action) => definition.format(action)),
    master: master === undefined ? null : definition.format(master),
    random: random === undefined ? null : definition.format(random),
  }
}
