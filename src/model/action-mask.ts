// The action mask as the kernels read it: tries of many prompts in one table, walked while sampling; allowed sets of many
// data in one table, read by the training head. Equal tries and equal sets stand in a table once. Knows tries and tables;
// knows no environment.

import { at } from '../base/assert.ts'
import type { RowMask, WalkedMask } from '../kernels/kernels.ts'
import { type ActionMask, type ActionTrie, type SamplePrompt, UNMASKED } from '../service/index.ts'
import type { TensorPool } from './tables.ts'

/** Allowed sets by state, and the state of every row: UNMASKED where there is none. */
export interface MaskEntries {
  readonly rows: Uint32Array
  /** [S, 2] first entry of a state in `tokens`, and the one behind its last. */
  readonly states: Uint32Array
  readonly tokens: Uint32Array
}

/** The state behind a token; undefined where the trie does not know it. */
export function nextState({ starts, tokens, next }: ActionTrie, state: number, token: number): number | undefined {
  for (let edge = at(starts, state); edge < at(starts, state + 1); edge++) if (tokens[edge] === token) return at(next, edge)
  return undefined
}

/** Whether an action is whole in this state. */
export const isEnd = ({ starts }: ActionTrie, state: number): boolean => at(starts, state) === at(starts, state + 1)

/** Bounds of every state of a trie whose entries begin at `offset`. */
function boundsOf(starts: Uint32Array, offset: number): number[] {
  return Array.from(starts.subarray(1), (end, state) => [at(starts, state) + offset, end + offset]).flat()
}

/** The tries of a batch in one table on the device. Rows are not part of it: they change from token to token. */
export interface TrieTensors extends Omit<WalkedMask, 'rows'> {
  /** The number of a trie's state 0 in the table. */
  readonly firstState: ReadonlyMap<ActionTrie, number>
}

/** Undefined where no trie is given. */
export function uploadTries(pool: TensorPool, tries: readonly (ActionTrie | undefined)[]): TrieTensors | undefined {
  const firstState = new Map<ActionTrie, number>()
  const states: number[] = []
  const tokens: number[] = []
  const next: number[] = []
  for (const trie of tries) {
    if (trie === undefined || firstState.has(trie)) continue
    const first = states.length / 2
    firstState.set(trie, first)
    states.push(...boundsOf(trie.starts, tokens.length))
    for (const token of trie.tokens) tokens.push(token)
    for (const state of trie.next) next.push(first + state)
  }
  if (firstState.size === 0) return undefined
  return {
    states: pool.filled('maskStates', Uint32Array.from(states)),
    tokens: pool.filled('maskTokens', Uint32Array.from(tokens)),
    next: pool.filled('maskNext', Uint32Array.from(next)),
    firstState,
  }
}

/** The mask of some sequences where they are now; undefined where none of them has a trie. */
export function walkedRows(
  pool: TensorPool,
  name: string,
  tries: TrieTensors | undefined,
  sequences: readonly { readonly prompt: SamplePrompt; readonly state: number }[],
): WalkedMask | undefined {
  if (tries === undefined || sequences.every(({ prompt }) => prompt.actions === undefined)) return undefined
  const { firstState, ...tables } = tries
  const rows = sequences.map(({ prompt, state }) => (prompt.actions === undefined ? UNMASKED : (firstState.get(prompt.actions) ?? 0) + state))
  return { ...tables, rows: pool.filled(name, Uint32Array.from(rows)) }
}

export function uploadMask(pool: TensorPool, mask: MaskEntries): RowMask {
  return { rows: pool.filled('maskRows', mask.rows), states: pool.filled('maskStates', mask.states), tokens: pool.filled('maskTokens', mask.tokens) }
}

/** Gathers the allowed sets of trained tokens, one row after the other. */
export class MaskGatherer {
  private readonly rows: number[] = []
  private readonly states: number[] = []
  private readonly tokens: number[] = []
  private readonly known = new Map<string, number>()
  private readonly ofMask = new Map<ActionMask, Map<number, number>>()

  /** The next row is token `position` of a sequence with this mask. */
  add(mask: ActionMask | undefined, position: number): void {
    const state = mask === undefined ? UNMASKED : at(mask.states, position)
    this.rows.push(mask === undefined || state === UNMASKED ? UNMASKED : this.stateOf(mask, state))
  }

  /** Undefined where no row has a mask. */
  entries(): MaskEntries | undefined {
    if (this.states.length === 0) return undefined
    return { rows: Uint32Array.from(this.rows), states: Uint32Array.from(this.states), tokens: Uint32Array.from(this.tokens) }
  }

  private stateOf(mask: ActionMask, state: number): number {
    const own = this.ofMask.get(mask) ?? new Map<number, number>()
    this.ofMask.set(mask, own)
    const seen = own.get(state)
    if (seen !== undefined) return seen
    const allowed = mask.tokens.subarray(at(mask.starts, state), at(mask.starts, state + 1))
    const key = allowed.join(' ')
    const number = this.known.get(key) ?? this.append(allowed)
    this.known.set(key, number)
    own.set(state, number)
    return number
  }

  private append(allowed: Uint32Array): number {
    const first = this.tokens.length
    for (const token of allowed) this.tokens.push(token)
    this.states.push(first, this.tokens.length)
    return this.states.length / 2 - 1
  }
}
