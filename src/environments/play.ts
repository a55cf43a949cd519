// One play of an environment, from the operator's side: holds the state, takes what agents wrote, applies the
// policy for illegal actions and the limit on turns. The faces and the coordinator stand on it. Knows text and
// actions, not tokens; agents never reach it directly, they see prompts alone.

import { assert } from '../base/assert.ts'
import { canonicalJson, type Json } from '../base/json.ts'
import type { Rng } from '../base/random.ts'
import type { AgentId, EnvironmentDefinition, Split } from './contract.ts'

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

export interface PlayStart {
  readonly config: Json
  readonly split: Split
  /** Decides the first state. Siblings of a group are given equal ones. */
  readonly start: Rng
  /** Decides what happens later; turn n draws from its child n, so that a replay needs the actions alone. */
  readonly chance: Rng
}

export interface Play {
  readonly definition: EnvironmentDefinition
  state(): Json
  stop(): PlayStop | undefined
  turns(): number
  /** The agents whose action is awaited now. Empty when the play is over. */
  waiting(): readonly AgentId[]
  prompt(agent: AgentId): string
  /** Takes the texts of agents that are awaited. The environment steps once nobody is awaited any more. */
  submit(texts: Readonly<Record<AgentId, string>>): PlayUpdate
  /** Ends the play for an agent that wrote no whole action: the cost is that of an illegal one. */
  forfeit(agent: AgentId): PlayUpdate
}

export function isLegal(definition: EnvironmentDefinition, state: Json, agent: AgentId, action: Json): boolean {
  const legal = definition.legalActions(state, agent)
  if (legal.kind === 'any') return true
  const text = canonicalJson(action)
  return legal.actions.some((other) => canonicalJson(other) === text)
}

export function createPlay(definition: EnvironmentDefinition, { config, split, start, chance }: PlayStart): Play {
  let state = definition.init(config, split, start)
  let turns = 0
  let stop: PlayStop | undefined
  let accepted: Record<AgentId, Json> = {}
  let failures: Record<AgentId, number> = {}
  const policy = definition.spec.illegalAction

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
      stop = 'environment_error'
      return { verdicts, rewards: {}, left: [], info: {}, metrics: {}, stop, fault: thrown instanceof Error ? thrown.message : String(thrown) }
    }
    return { verdicts, rewards, ...rest, ...(stop === undefined ? {} : { stop }) }
  }

  return {
    definition,
    state: () => state,
    stop: () => stop,
    turns: () => turns,
    waiting,
    prompt: (agent) => definition.prompt(definition.observe(state, agent), agent),
    submit,
    forfeit(agent) {
      assert(waiting().includes(agent), `it is not the turn of ${agent}`)
      stop = 'parse_error'
      const reason = 'the action ran out of tokens'
      return { verdicts: { [agent]: { kind: 'parse_error', reason } }, rewards: { [agent]: policy.reward }, left: [], info: {}, metrics: {}, stop }
    },
  }
}
