// The action mask of a seat: what legalActions lists in the writer's place, compiled behind the prompt that the writer reads.
// Knows rules and texts; the compiler knows tokens.

import type { Json } from '../base/json.ts'
import type { AgentId, EnvironmentDefinition } from '../environments/contract.ts'
import type { TrieCompiler } from '../episode/action-trie.ts'
import type { ActionTrie } from '../service/index.ts'

/** Undefined where any text may be tried, or where nothing is legal: then whatever is written costs what the environment says. */
export function maskOf(definition: EnvironmentDefinition, state: Json, place: AgentId, prompt: string, masks: TrieCompiler): ActionTrie | undefined {
  const legal = definition.legalActions(state, place)
  if (legal.kind === 'any' || legal.actions.length === 0) return undefined
  const texts = legal.actions.map((action) => definition.format(action))
  return masks.compile(prompt, texts)
}
