// Which writing became which action. The environment says what it took for each agent's action, the writers say what they
// wrote; an action is first looked for among the agent's own writings, then among everybody's. Knows no rules.

import type { AgentId } from '../../environments/contract.ts'
import type { ActionTrie } from '../../service/index.ts'

export interface AuditedWriting {
  readonly agent: AgentId
  readonly text: string
  /** Actions that had been taken when it was written. */
  readonly turn: number
  /** Whether the agent had been given a turn for it. */
  readonly granted: boolean
  /** The action mask that it was sampled under, where there was one. */
  readonly actions: ActionTrie | null
  /** It was already reported as written too early. */
  readonly reported: boolean
}

export interface Match {
  readonly place: AgentId
  readonly text: string
  /** Null: nobody wrote it. */
  readonly writing: AuditedWriting | null
}

/**
 * Takes what was matched out of `open`. Own words first for everybody, so that equal words never point at another agent.
 * Where a budget cut a text off, its beginning is enough.
 */
export function matchActions(open: AuditedWriting[], texts: Readonly<Record<AgentId, string>>, cut = false): readonly Match[] {
  const says = (writing: AuditedWriting, text: string): boolean => (cut ? writing.text.startsWith(text) : writing.text === text)
  const take = (fits: (writing: AuditedWriting) => boolean): AuditedWriting | null => {
    const index = open.findIndex(fits)
    return index < 0 ? null : (open.splice(index, 1)[0] ?? null)
  }
  const places = Object.entries(texts)
  const own = new Map(places.map(([place, text]) => [place, take((writing) => writing.agent === place && says(writing, text))]))
  return places.map(([place, text]) => ({ place, text, writing: own.get(place) ?? take((writing) => says(writing, text)) }))
}
