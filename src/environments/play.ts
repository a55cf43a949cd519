// One play of an environment, from the operator's side: holds the state, takes what agents wrote, applies the
// policy for illegal actions and the limit on turns. The faces and the coordinator stand on it. Knows text and
// actions, not tokens; agents never reach it directly, they see prompts alone.

import { assert } from '../base/assert.ts'
import { TokenloomError } from '../base/errors.ts'
import { canonicalJson, type Json } from '../base/json.ts'
import type { Rng } from '../base/random.ts'
import type { AgentId, EnvironmentDefinition, Split } from './contract.ts'
import { type PlayAhead, Unforeseen } from './foresight.ts'
import type { Picture } from './picture.ts'

export type PlayStop = 'completed' | 'truncated_turns' | 'parse_error' | 'illegal_action' | 'environment_error'

/** What became of one agent's text. */
export type Verdict =
  | { readonly kind: 'accepted'; readonly action: Json }
  | { readonly kind: 'parse_error'; readonly reason: string }
  | { readonly kind: 'illegal_action'; readonly action: Json }

export interface PlayUpdate {
  readonly verdicts: Readonly<Record<AgentId, Verdict>>
  /** Rewards by agent, those of the policy for illegal actions included. */
  readonly rewards: Readonly<Record<AgentId, number>>
  /** Agents that left with this update. */
  readonly left: readonly AgentId[]
  readonly info: Readonly<Record<AgentId, Json>>
  readonly metrics: Readonly<Record<string, number>>
  /** Set when the play is over. */
  readonly stop?: PlayStop
  /** What the environment threw, when stop is environment_error. */
  readonly fault?: string
}

/** Hears what the play does, at the moment it does it. */
export interface PlayWitness {
  shown(agent: AgentId, text: string, pictures: readonly Picture[]): void
  acted(texts: Readonly<Record<AgentId, string>>, update: PlayUpdate): void
  forfeited(agent: AgentId, text: string, update: PlayUpdate): void
}

export interface PlayStart {
  readonly config: Json
  readonly split: Split
  /** Decides the first state. Siblings of a group are given equal ones. */
  readonly start: Rng
  /** Decides what happens later; turn n draws from its child n, so that a replay needs the actions alone. */
  readonly chance: Rng
  readonly witness?: PlayWitness
}

/** What an agent is shown: a text, and a picture for every mark in it. */
export interface Shown {
  readonly text: string
  readonly pictures: readonly Picture[]
}

export interface Play {
  readonly definition: EnvironmentDefinition
  state(): Json
  stop(): PlayStop | undefined
  turns(): number
  /** The agents whose action is awaited now. Empty when the play is over. */
  waiting(): readonly AgentId[]
  prompt(agent: AgentId): string
  /** The same with the pictures that the text marks. */
  shown(agent: AgentId): Shown
  /** Takes the texts of agents that are awaited. The environment steps once nobody is awaited any more. */
  submit(texts: Readonly<Record<AgentId, string>>): PlayUpdate
  /** What submitting these texts will ask, for rules that live elsewhere. Changes nothing. */
  ahead(texts: Readonly<Record<AgentId, string>>): PlayAhead
  /** Ends the play for an agent that wrote no whole action, only `text`: the cost is that of an illegal one. */
  forfeit(agent: AgentId, text: string): PlayUpdate
}

export function isLegal(definition: EnvironmentDefinition, state: Json, agent: AgentId, action: Json): boolean {
  const legal = definition.legalActions(state, agent)
  if (legal.kind === 'any') return true
  if (typeof action !== 'object' || action === null) return legal.actions.includes(action)
  const text = canonicalJson(action)
  return legal.actions.some((other) => canonicalJson(other) === text)
}

/** What an agent that must act in this state is shown. */
export function showTo(definition: EnvironmentDefinition, state: Json, agent: AgentId): Shown {
  const observation = definition.observe(state, agent)
  return { text: definition.prompt(observation, agent), pictures: definition.pictures?.(observation, agent) ?? [] }
}

export function createPlay(definition: EnvironmentDefinition, { config, split, start, chance, witness }: PlayStart): Play {
  let state = definition.init(config, split, start)
  let turns = 0
  let stop: PlayStop | undefined
  let accepted: Record<AgentId, Json> = {}
  let failures: Record<AgentId, number> = {}
  const policy = definition.illegalAction?.(config) ?? definition.spec.illegalAction

  const waiting = (): readonly AgentId[] => (stop === undefined ? definition.turn(state).filter((agent) => !Object.hasOwn(accepted, agent)) : [])

  const judge = (agent: AgentId, text: string): Verdict => {
    const parsed = definition.parse(text, definition.observe(state, agent))
    if (!parsed.ok) return { kind: 'parse_error', reason: parsed.error.reason }
    return isLegal(definition, state, agent, parsed.value) ? { kind: 'accepted', action: parsed.value } : { kind: 'illegal_action', action: parsed.value }
  }

  const advance = (rewards: Record<AgentId, number>): Omit<PlayUpdate, 'verdicts' | 'rewards'> => {
    const before = definition.agents(state)
    const transition = definition.step(state, accepted, chance.split(turns))
    state = transition.state
    accepted = {}
    failures = {}
    for (const [agent, reward] of Object.entries(transition.rewards)) rewards[agent] = (rewards[agent] ?? 0) + reward
    const live = definition.agents(state)
    if (live.length === 0) stop = 'completed'
    return { left: before.filter((agent) => !live.includes(agent)), info: transition.info, metrics: transition.metrics ?? {} }
  }

  const submit = (texts: Readonly<Record<AgentId, string>>): PlayUpdate => {
    const verdicts: Record<AgentId, Verdict> = {}
    const rewards: Record<AgentId, number> = {}
    let rest: Omit<PlayUpdate, 'verdicts' | 'rewards'> = { left: [], info: {}, metrics: {} }
    try {
      const awaited = waiting()
      for (const [agent, text] of Object.entries(texts)) {
        assert(awaited.includes(agent), `it is not the turn of ${agent}`)
        const verdict = judge(agent, text)
        verdicts[agent] = verdict
        if (verdict.kind === 'accepted') {
          accepted[agent] = verdict.action
          continue
        }
        rewards[agent] = policy.reward
        const failed = (failures[agent] ?? 0) + 1
        failures[agent] = failed
        if (policy.kind === 'lose' || (policy.kind === 'retry' && failed > policy.times)) stop = verdict.kind
      }
      turns += Object.keys(texts).length
      if (stop === undefined && waiting().length === 0) rest = advance(rewards)
      if (stop === undefined && turns >= definition.spec.maxTurns) stop = 'truncated_turns'
    } catch (thrown) {
      // What has a code, or is our own defect, ends more than this play.
      if (thrown instanceof TokenloomError || thrown instanceof Unforeseen) throw thrown
      stop = 'environment_error'
      return { verdicts, rewards: {}, left: [], info: {}, metrics: {}, stop, fault: thrown instanceof Error ? thrown.message : String(thrown) }
    }
    return { verdicts, rewards, ...rest, ...(stop === undefined ? {} : { stop }) }
  }

  const show = (agent: AgentId): Shown => {
    const shown = showTo(definition, state, agent)
    witness?.shown(agent, shown.text, shown.pictures)
    return shown
  }

  return {
    definition,
    state: () => state,
    stop: () => stop,
    turns: () => turns,
    waiting,
    prompt: (agent) => show(agent).text,
    shown: show,
    submit(texts) {
      const update = submit(texts)
      witness?.acted(texts, update)
      return update
    },
    ahead(texts) {
      const taken = turns + Object.keys(texts).length
      return { state, accepted, texts, chance: () => chance.split(taken), turns: taken }
    },
    forfeit(agent, text) {
      assert(waiting().includes(agent), `it is not the turn of ${agent}`)
      stop = 'parse_error'
      const reason = 'the action ran out of tokens'
      const verdicts = { [agent]: { kind: 'parse_error', reason } as const }
      const update: PlayUpdate = { verdicts, rewards: { [agent]: policy.reward }, left: [], info: {}, metrics: {}, stop }
      witness?.forfeited(agent, text, update)
      return update
    },
  }
}
