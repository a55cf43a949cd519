// Random play of a definition, recorded move by move, for the checks to look at. Every state that the definition
// is handed is frozen in depth, so that a definition that changes its input throws at once.

import { at } from '../../base/assert.ts'
import type { Json } from '../../base/json.ts'
import { createRng, type Rng } from '../../base/random.ts'
import type { AgentId, EnvironmentDefinition, Split, Transition } from '../contract.ts'
import type { Evidence } from './verdict.ts'

export interface Move {
  readonly before: Json
  readonly agents: readonly AgentId[]
  readonly actions: Readonly<Record<AgentId, Json>>
  readonly transition: Transition<Json>
}

export interface RecordedPlay {
  readonly seed: number
  readonly first: Json
  readonly moves: readonly Move[]
  /** False when maxTurns cut it off. */
  readonly ended: boolean
}

/** Proposes an action where legalActions says `any`; the default writes random text until one parses. */
export type ActionSampler = (state: Json, agent: AgentId, rng: Rng) => Json | undefined

export function freezeDeep<T extends Json>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const child of Object.values(value)) freezeDeep(child)
  }
  return value
}

/** The generators of a play with this seed: for the first state, for chance, for the players. */
export function playGenerators(seed: number): { start: Rng; chance: (turn: number) => Rng; players: Rng } {
  const rng = createRng([seed >>> 0, 0x63686563])
  const chance = rng.split(1)
  return { start: rng.split(0), chance: (turn) => chance.split(turn), players: rng.split(2) }
}

export function randomText(definition: EnvironmentDefinition, rng: Rng): string {
  const alphabet = definition.spec.alphabet ?? 'abcdefghijklmnopqrstuvwxyz0123456789 ,.-'
  let text = ''
  const length = 1 + rng.integer(6)
  for (let i = 0; i < length; i++) text += at(alphabet, rng.integer(alphabet.length))
  return text + definition.stopText
}

export function randomAction(definition: EnvironmentDefinition, state: Json, agent: AgentId, rng: Rng, sampler?: ActionSampler): Json | undefined {
  const legal = definition.legalActions(state, agent)
  if (legal.kind === 'list') return legal.actions.length === 0 ? undefined : at(legal.actions, rng.integer(legal.actions.length))
  const proposed = sampler?.(state, agent, rng)
  if (proposed !== undefined) return proposed
  for (let attempt = 0; attempt < 200; attempt++) {
    const parsed = definition.parse(randomText(definition, rng), definition.observe(state, agent))
    if (parsed.ok) return parsed.value
  }
  return undefined
}

export interface PlayOptions {
  readonly config: Json
  readonly split?: Split
  readonly sampler?: ActionSampler
  readonly seen?: (evidence: Evidence) => void
}

/** Plays at random to the end, or until maxTurns. Stops early where no action can be found. */
export function recordPlay(definition: EnvironmentDefinition, seed: number, { config, split = 'train', sampler, seen }: PlayOptions): RecordedPlay {
  const { start, chance, players } = playGenerators(seed)
  const first = freezeDeep(definition.init(config, split, start))
  const moves: Move[] = []
  const played: Json[] = []
  let state = first
  while (moves.length < definition.spec.maxTurns) {
    // The list itself: what throws in a step is shown by the actions of that step too.
    seen?.({ seed, actions: played })
    const agents = definition.turn(state)
    if (agents.length === 0) break
    const actions: Record<AgentId, Json> = {}
    for (const agent of agents) {
      const action = randomAction(definition, state, agent, players, sampler)
      if (action === undefined) return { seed, first, moves, ended: false }
      actions[agent] = freezeDeep(action)
    }
    played.push(actions)
    const transition = definition.step(state, Object.freeze(actions), chance(moves.length))
    moves.push({ before: state, agents, actions, transition })
    state = freezeDeep(transition.state)
  }
  return { seed, first, moves, ended: definition.agents(state).length === 0 }
}

export const actionsOf = (play: RecordedPlay): readonly Json[] => play.moves.map((move) => move.actions)
