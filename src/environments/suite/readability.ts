// What a policy cannot know from what it reads, however long it learns: turns that read the same, in which a master does different things
// and doing the same would earn less; turns that only the base cannot tell apart; and legal actions that it cannot. Whether a small policy finds a
// rule that is there is not foretold (docs/decisions.md). Knows no policy, and of the base its alphabet.

import type { Json } from '../../base/json.ts'
import { createRng, type Rng } from '../../base/random.ts'
import type { AgentId, EnvironmentDefinition } from '../contract.ts'
import { createPlay } from '../play.ts'
import { asBaseReads, MOST_CHARACTERS } from './base-alphabet.ts'
import { randomAction } from './random-play.ts'

/** Turns that read the same in different plays. */
export interface AlikeTurns {
  readonly alike: number
  /** Those among them in which the master did something else than most often where this was read. */
  readonly differing: number
  /** Of some of these, how many were tried with what it does most often there, and in how many that earned less. */
  readonly tried: number
  readonly worse: number
  /** So often that the master goes by something which is not in the text. */
  readonly hidden: boolean
  /** A text that was read there, its end alone where it is long; null where nothing differs. */
  readonly example: string | null
}

export interface Readability {
  /** Demonstrated turns that were looked at; those without a choice teach nothing and are left out. */
  readonly turns: number
  /** By what an agent read and wrote, and by what the base makes of it. */
  readonly text: AlikeTurns
  readonly base: AlikeTurns
  /** Two actions that are legal at once and one to the base; null where there are none. */
  readonly twins: readonly [string, string] | null
}

const PLAYS = 320
const MOST_TRIED = 48
const LONGEST_EXAMPLE = 60
/** Fewer turns that read alike say nothing. */
const LEAST_ALIKE = 20
/** The share of them in which the master must differ, and the share of those in which that must pay. */
const DIFFERS = 0.2
const PAYS = 0.5

export interface ReadabilityOptions {
  readonly seed?: number
  /** A clock in milliseconds: where a master thinks long, what was seen until then must do. */
  readonly now?: () => number
}

/** For plays, in milliseconds. */
const PATIENCE = 6000

/** A turn of a master: the state, what everybody does there, and how it reads and writes. */
interface MasteredTurn {
  readonly agent: AgentId
  readonly state: Json
  readonly actions: Readonly<Record<AgentId, Json>>
  readonly told: string
  readonly text: string
}

/** Throws what the environment throws. */
export function estimateReadability(definition: EnvironmentDefinition, config: Json, { seed = 1, now = () => 0 }: ReadabilityOptions = {}): Readability {
  const start = now()
  let twins: Readability['twins'] = null
  let longest = 0
  const turns: MasteredTurn[] = []
  for (let number = 0; number < PLAYS && now() - start < PATIENCE; number++) {
    const rng = createRng([seed >>> 0, 0x6d617374], number)
    for (const turn of masteredTurns(definition, config, rng)) {
      longest = Math.max(longest, turn.told.length + turn.text.length)
      const legal = definition.legalActions(turn.state, turn.agent)
      if (legal.kind === 'list') twins ??= twinsAmong(legal.actions.map((action) => definition.format(action)))
      const chooses = legal.kind === 'any' || legal.actions.length > 1
      if (chooses && definition.demonstrate !== undefined && definition.pictures === undefined) turns.push(turn)
    }
  }
  const compared = (read: (text: string) => string): AlikeTurns => compareAlike(definition, turns, read, createRng([seed >>> 0, 0x616c696b]))
  const text = compared((told) => told)
  if (longest > MOST_CHARACTERS) return { turns: turns.length, text, base: text, twins: null }
  return { turns: turns.length, text, base: compared(asBaseReads), twins }
}

function twinsAmong(texts: readonly string[]): Readability['twins'] {
  const known = new Map<string, string>()
  for (const text of texts) {
    const read = asBaseReads(text)
    const twin = known.get(read)
    if (twin !== undefined) return [twin, text]
    known.set(read, text)
  }
  return null
}

/** One play in which everybody does what a master would, or else anything legal. */
function masteredTurns(definition: EnvironmentDefinition, config: Json, rng: Rng): readonly MasteredTurn[] {
  const play = createPlay(definition, { config, split: 'train', start: rng.split(0), chance: rng.split(1) })
  const read = new Map<AgentId, string>()
  const turns: MasteredTurn[] = []
  for (let turn = 2; play.waiting().length > 0; turn++) {
    const state = play.state()
    const actions = actAll(definition, state, play.waiting(), rng.split(turn))
    if (actions === null) break
    const texts: Record<AgentId, string> = {}
    for (const [agent, action] of Object.entries(actions)) {
      const told = (read.get(agent) ?? '') + play.prompt(agent)
      const text = definition.format(action)
      texts[agent] = text
      read.set(agent, told + text)
      turns.push({ agent, state, actions, told, text })
    }
    play.submit(texts)
  }
  return turns
}

/** Null where somebody finds nothing to do. */
function actAll(definition: EnvironmentDefinition, state: Json, agents: readonly AgentId[], rng: Rng): Record<AgentId, Json> | null {
  const actions: Record<AgentId, Json> = {}
  for (const [place, agent] of agents.entries()) {
    const action = definition.demonstrate?.(state, agent) ?? randomAction(definition, state, agent, rng.split(place))
    if (action === undefined) return null
    actions[agent] = action
  }
  return actions
}

function compareAlike(definition: EnvironmentDefinition, turns: readonly MasteredTurn[], read: (text: string) => string, rng: Rng): AlikeTurns {
  const groups = new Map<string, MasteredTurn[]>()
  for (const turn of turns) {
    const key = `${turn.agent}\n${read(turn.told)}`
    groups.set(key, [...(groups.get(key) ?? []), turn])
  }
  let [alike, differing, tried, worse] = [0, 0, 0, 0]
  let example: string | null = null
  for (const group of groups.values()) {
    if (group.length < 2) continue
    alike += group.length
    const usual = mostUsual(group)
    for (const turn of group.filter(({ text }) => text !== usual.text)) {
      differing++
      example ??= turn.told.slice(-LONGEST_EXAMPLE)
      const instead = usual.actions[turn.agent]
      if (tried >= MOST_TRIED || instead === undefined || !isLegal(definition, turn, usual.text)) continue
      const chance = rng.split(tried++)
      const [own, others] = [turn.actions, { ...turn.actions, [turn.agent]: instead }].map((actions) => returnOf(definition, turn, actions, chance))
      if ((others ?? 0) < (own ?? 0)) worse++
    }
  }
  const hidden = alike >= LEAST_ALIKE && differing / alike > DIFFERS && worse / Math.max(tried, 1) > PAYS
  return { alike, differing, tried, worse, hidden, example }
}

function mostUsual(group: readonly MasteredTurn[]): MasteredTurn {
  const counts = new Map<string, number>()
  for (const { text } of group) counts.set(text, (counts.get(text) ?? 0) + 1)
  return group.reduce((most, turn) => ((counts.get(turn.text) ?? 0) > (counts.get(most.text) ?? 0) ? turn : most))
}

function isLegal(definition: EnvironmentDefinition, { state, agent }: MasteredTurn, text: string): boolean {
  const legal = definition.legalActions(state, agent)
  return legal.kind === 'any' || legal.actions.some((action) => definition.format(action) === text)
}

/** What the agent earns from here on where this is done first and a master goes on. */
function returnOf(definition: EnvironmentDefinition, { state: from, agent }: MasteredTurn, first: Readonly<Record<AgentId, Json>>, chance: Rng): number {
  let [state, total] = [from, 0]
  let actions: Readonly<Record<AgentId, Json>> | null = first
  for (let turn = 0; turn < definition.spec.maxTurns && actions !== null; turn++) {
    const { state: next, rewards } = definition.step(state, actions, chance.split(2 * turn))
    total += rewards[agent] ?? 0
    state = next
    const awaited = definition.turn(state)
    actions = awaited.length === 0 ? null : actAll(definition, state, awaited, chance.split(2 * turn + 1))
  }
  return total
}
