// The turns of one episode that were written and are not played yet: those of this wave, and what was written early, kept until its
// writer's own turn comes. Knows no environment and no rules.

import type { AgentId } from '../environments/contract.ts'
import type { PendingTurn } from './written-turn.ts'

export interface DueTurns {
  /** In the order in which they are played. */
  readonly turns: readonly PendingTurn[]
  /** Those of them that were written early. */
  readonly early: readonly PendingTurn[]
}

export interface OpenTurns {
  add(turn: PendingTurn): void
  /** Whether the agent has already written for a turn that is still to come. */
  keeps(agent: AgentId): boolean
  /** What is played when these agents are due. Changes nothing. */
  due(agents: readonly AgentId[]): DueTurns
  /** The same, and it is open no longer. */
  take(agents: readonly AgentId[]): DueTurns
}

export function createOpenTurns(): OpenTurns {
  let written: PendingTurn[] = []
  const kept = new Map<AgentId, PendingTurn>()

  /** What was written early for agents that are due now and have written nothing else. */
  const keptFor = (agents: readonly AgentId[]): readonly (PendingTurn & { readonly place: AgentId })[] => {
    if (kept.size === 0) return []
    return agents.flatMap((agent) => {
      const turn = written.some(({ place }) => place === agent) ? undefined : kept.get(agent)
      return turn === undefined ? [] : [{ ...turn, place: agent }]
    })
  }

  return {
    add(turn) {
      if (turn.place === null) kept.set(turn.writer, turn)
      else written.push(turn)
    },
    keeps: (agent) => kept.has(agent),
    due(agents) {
      const early = keptFor(agents)
      return { turns: [...written, ...early], early }
    },
    take(agents) {
      const early = keptFor(agents)
      for (const { place } of early) kept.delete(place)
      const turns = [...written, ...early]
      written = []
      return { turns, early }
    },
  }
}
