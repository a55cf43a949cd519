// Who takes part in a run: the agents of the environment, which of them learn, and with which adapter. Settled once, from the
// spec and the environment's first state. Knows no weights.

import { TokenloomError, tokenloomError } from '../base/errors.ts'
import type { Json } from '../base/json.ts'
import { createRng, streamKey } from '../base/random.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { AgentId, EnvironmentDefinition } from '../environments/contract.ts'
import { Unforeseen } from '../environments/foresight.ts'
import type { RunSpec } from '../record/spec.ts'

/** An adapter by its name and the agents that write with it. */
export interface Role {
  readonly name: string
  readonly agents: readonly AgentId[]
}

export interface Cast {
  /** All agents that take part, in the environment's order. */
  readonly agents: readonly AgentId[]
  readonly learners: readonly AgentId[]
  readonly roles: readonly Role[]
}

export function castOf(spec: RunSpec, environment: EnvironmentDefinition, config: Json): Result<Cast> {
  const agents = takingPart(spec, environment, config)
  const named = spec.agents.learners
  const unknown = named.find((agent) => !agents.includes(agent))
  if (unknown !== undefined) {
    const message = `agents.learners names ${unknown}, who takes no part: the agents are ${agents.join(', ')}.`
    return fail(tokenloomError('SPEC_INVALID', message, 'Name agents of this environment and its settings.', 'agents.learners'))
  }
  const learners = agents.filter((agent) => named.length === 0 || named.includes(agent))
  if (spec.controls.includes('swapped') && learners.length < 2) {
    return fail(tokenloomError('SPEC_INVALID', 'controls names swapped, but only one agent learns.', 'Leave this control out.', 'controls'))
  }
  const [only] = learners
  const shared: Role = { name: learners.length === 1 && only !== undefined ? only : 'shared', agents: learners }
  return ok({ agents, learners, roles: spec.agents.adapters === 'shared' ? [shared] : learners.map((name) => ({ name, agents: [name] })) })
}

/** The live agents of a first state. An environment that throws is told of later, by the episodes in which it does. */
function takingPart(spec: RunSpec, { spec: { possibleAgents }, ...environment }: EnvironmentDefinition, config: Json): readonly AgentId[] {
  try {
    const live = environment.agents(environment.init(config, 'train', createRng(streamKey(spec.seed, 'environment'))))
    return possibleAgents.filter((agent) => live.includes(agent))
  } catch (thrown) {
    // Not its own doing: it is elsewhere, or what it said of itself does not hold.
    if (thrown instanceof Unforeseen || thrown instanceof TokenloomError) throw thrown
    return possibleAgents
  }
}
