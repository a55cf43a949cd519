// The action mask against the rules: the trie that a sampler walked must spell the legal actions of this state, each once
// and no others, and what was written must be one of them.

import { at } from '../../base/assert.ts'
import type { Json } from '../../base/json.ts'
import type { Tokenizer } from '../../episode/tokenizer.ts'
import type { ActionTrie } from '../../service/index.ts'
import type { AuditSetting, Report } from './setting.ts'
import type { AuditedWriting } from './writings.ts'

/** Tries are shared by many prompts: each is spelt once. */
const spelt = new WeakMap<ActionTrie, ReadonlySet<string>>()

export function judgeActionMask({ definition, tokenizer }: AuditSetting, state: Json, { agent, text }: AuditedWriting, trie: ActionTrie, report: Report): void {
  const legal = definition.legalActions(state, agent)
  const wanted = legal.kind === 'any' ? [] : legal.actions.map((action) => definition.format(action))
  const allowed = spelt.get(trie) ?? new Set(textsOf(trie, tokenizer))
  spelt.set(trie, allowed)
  const distinct = new Set(wanted)
  const equal = allowed.size === distinct.size && wanted.every((one) => allowed.has(one))
  report('action mask', equal, 'action_mask_wrong', agent, () => ({
    expected: JSON.stringify(wanted),
    found: JSON.stringify([...allowed]),
    sentence: `The action mask of ${agent} does not spell the legal actions of this state.`,
  }))
  // A budget may have cut it off.
  const written = allowed.has(text) || [...allowed].some((one) => one.startsWith(text))
  report('action mask', written, 'action_mask_wrong', agent, () => ({
    expected: JSON.stringify([...allowed]),
    found: JSON.stringify(text),
    sentence: `${agent} wrote what its action mask does not allow.`,
  }))
}

/** Every path of the trie as text. */
function textsOf({ starts, tokens, next }: ActionTrie, tokenizer: Pick<Tokenizer, 'decode'>): readonly string[] {
  const texts: string[] = []
  const walk = (state: number, path: readonly number[]): void => {
    const [from, to] = [at(starts, state), at(starts, state + 1)]
    if (from === to) texts.push(tokenizer.decode(path))
    for (let edge = from; edge < to; edge++) walk(at(next, edge), [...path, at(tokens, edge)])
  }
  walk(0, [])
  return texts
}
