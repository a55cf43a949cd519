// Legal actions as a trie of tokens: every path from state 0 to the end spells exactly one legal action, in the tokens that the
// tokenizer itself would write behind the prompt. Equal prefixes share their states, all actions share the end. Pure; knows
// texts and tokens, not who samples or how.

import { at } from '../base/assert.ts'
import { tokenloomError } from '../base/errors.ts'
import type { ActionTrie } from '../service/index.ts'
import { recall } from './recall.ts'
import type { Tokenizer } from './tokenizer.ts'

/** Characters of the prompt that may decide how the text behind them is cut into tokens. */
const CONTEXT = 24

/**
 * The canonical tokens of a text behind a context: those that the tokenizer writes for both together, where its tokens of the
 * context alone are their beginning. Where a token would span the border, those of the text alone: a prompt is never tokenised again.
 */
export function tokensBehind(tokenizer: Pick<Tokenizer, 'encode' | 'standsAlone'>, context: string, text: string): Uint32Array {
  if (tokenizer.standsAlone?.(text) === true) return tokenizer.encode(text)
  const before = tokenizer.encode(context)
  const both = tokenizer.encode(context + text)
  const whole = both.length > before.length && before.every((token, i) => token === both[i])
  return whole ? both.slice(before.length) : tokenizer.encode(text)
}

interface Node {
  readonly edges: Map<number, Node>
  /** An action ends here. */
  ends: boolean
}

/** The trie of these token sequences. Throws ENVIRONMENT_INVALID when one is empty or begins another. */
export function buildActionTrie(actions: readonly Uint32Array[]): ActionTrie {
  const root: Node = { edges: new Map(), ends: false }
  for (const action of actions) {
    let node = root
    for (const token of action) {
      const known = node.edges.get(token)
      const next = known ?? { edges: new Map<number, Node>(), ends: false }
      if (known === undefined) node.edges.set(token, next)
      node = next
    }
    node.ends = true
  }
  const inner = innerNodes(root)
  const state = new Map(inner.map((node, index) => [node, index]))
  const starts = [0]
  const tokens: number[] = []
  const next: number[] = []
  for (const node of inner) {
    for (const token of [...node.edges.keys()].sort((a, b) => a - b)) {
      tokens.push(token)
      // The one state without edges comes last.
      next.push(state.get(node.edges.get(token) ?? node) ?? inner.length)
    }
    starts.push(tokens.length)
  }
  return { starts: Uint32Array.from([...starts, tokens.length]), tokens: Uint32Array.from(tokens), next: Uint32Array.from(next) }
}

/** Nodes with edges, breadth first: the root is state 0. */
function innerNodes(root: Node): readonly Node[] {
  const nodes = [root]
  for (let i = 0; i < nodes.length; i++) {
    const { edges, ends } = at(nodes, i)
    if (ends || edges.size === 0) throw ambiguous()
    for (const child of edges.values()) if (child.edges.size > 0) nodes.push(child)
  }
  return nodes
}

const ambiguous = () =>
  tokenloomError(
    'ENVIRONMENT_INVALID',
    'The legal actions cannot be told apart by their tokens: there is none, or one begins another.',
    'End every formatted action with stopText, once; the contract suite checks it.',
    'environment.id',
  )

export interface TrieCompiler {
  /** The trie of the texts behind `prompt`, the text that the agent has just read. Equal lists give one and the same object. */
  compile(prompt: string, texts: readonly string[]): ActionTrie
}

/** Remembers what it has tokenised: positions of a game repeat, and so do their moves. */
export function createTrieCompiler(tokenizer: Pick<Tokenizer, 'encode' | 'standsAlone'>): TrieCompiler {
  const known = new Map<string, Uint32Array>()
  /** The tokens of texts that are the same behind any prompt; null for all others. */
  const alone = new Map<string, Uint32Array | null>()
  const tries = new Map<string, ActionTrie>()
  const tokensAlone = (text: string): Uint32Array | null => recall(alone, text, () => (tokenizer.standsAlone?.(text) === true ? tokenizer.encode(text) : null))
  return {
    compile(prompt, texts) {
      // Where no prompt matters, equal lists have one trie whatever stands before them.
      const context = texts.every((text) => tokensAlone(text) !== null) ? '' : prompt.slice(-CONTEXT)
      const behind = (text: string): Uint32Array =>
        tokensAlone(text) ?? recall(known, JSON.stringify([context, text]), () => tokensBehind(tokenizer, context, text))
      return recall(tries, JSON.stringify([context, texts]), () => buildActionTrie(texts.map(behind)))
    },
  }
}

/** How many actions begin in each state: a draw in proportion to them makes all actions equally likely. */
export function actionsFrom({ starts, next }: ActionTrie): Float64Array {
  const counts = new Float64Array(starts.length - 1)
  // States are numbered breadth first, so every edge leads to a greater one.
  for (let state = counts.length - 1; state >= 0; state--) {
    const [from, to] = [at(starts, state), at(starts, state + 1)]
    counts[state] = from === to ? 1 : 0
    for (let edge = from; edge < to; edge++) counts[state] = at(counts, state) + at(counts, at(next, edge))
  }
  return counts
}
