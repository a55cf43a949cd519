// Leaked observation: an agent is shown what another one sees, before its own observation.

import { at } from '../../base/assert.ts'
import { canonicalJson } from '../../base/json.ts'
import type { AgentId } from '../../environments/contract.ts'
import { type Conduct, type EpisodeView, soundConduct } from '../conduct.ts'
import type { FaultSetting } from './fault.ts'

export function leakedObservation({ taken, manifested }: FaultSetting): Conduct {
  /** Who has been shown too much and not acted yet, by episode. */
  const shown = new Map<number, Set<AgentId>>()
  return {
    ...soundConduct,
    shown(view, writer) {
      const rng = taken(view.episode, view.turns())
      const others = view.live().filter((agent) => agent !== writer && sees(view, agent) !== sees(view, writer))
      if (rng === null || others.length === 0) return [writer]
      shown.set(view.episode, (shown.get(view.episode) ?? new Set()).add(writer))
      return [at(others, rng.integer(others.length)), writer]
    },
    submitted(view, actions) {
      if (actions.some(({ writer }) => shown.get(view.episode)?.has(writer) === true)) manifested(view.episode)
      shown.delete(view.episode)
    },
  }
}

const sees = ({ definition, state }: EpisodeView, agent: AgentId): string => canonicalJson(definition.observe(state(), agent))
