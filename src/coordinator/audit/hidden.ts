// Whether the rules themselves tell an agent what it may not see: its prompt must be the same when everything hidden from
// it is drawn anew. Only where the environment says what is hidden.

import { canonicalJson, type Json } from '../../base/json.ts'
import { createRng, type Rng } from '../../base/random.ts'
import type { AgentId, EnvironmentDefinition } from '../../environments/contract.ts'
import { showTo } from '../../environments/play.ts'
import type { Report } from './setting.ts'

/** Decides what is drawn anew after so many actions. */
export const hiddenRng = (turn: number): Rng => createRng([0x61756469, 0x74], turn)

export function judgeHidden(definition: EnvironmentDefinition, state: Json, agent: AgentId, turn: number, report: Report): void {
  const redrawn = definition.redrawHidden?.(state, agent, hiddenRng(turn))
  if (redrawn === undefined) return
  const shown = (of: Json): string => canonicalJson({ ...showTo(definition, of, agent) })
  report('own observation', shown(redrawn) === shown(state), 'environment_leaks', agent, () => ({
    expected: shown(redrawn),
    found: shown(state),
    sentence: `What ${agent} is shown depends on what is hidden from it.`,
  }))
}
