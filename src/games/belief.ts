// What a policy believes at a position: how likely it makes every legal action, all tokens of the action together, from one forward
// pass that computes the game so far once. With the action mask the actions share 1 among them; without it what is missing is said
// to other texts. The numbers are those of sampling. Knows the training service; no page.

import { at } from '../base/assert.ts'
import { maskOf } from '../coordinator/action-mask.ts'
import type { HostSetting } from '../coordinator/episode-plan.ts'
import { createTrieCompiler } from '../episode/action-trie.ts'
import { createMaskColumn } from '../episode/mask-column.ts'
import type { ActionTrie, Datum, SnapshotId, TrainingService } from '../service/index.ts'
import { bare, type Position } from './session.ts'

export interface Belief {
  /** Whose turn it is. */
  readonly agent: string
  /** Of the policy that was asked; the base is version 0. */
  readonly version: number
  readonly temperature: number
  readonly masked: boolean
  /** By action, as its text without the closing, the likeliest first. */
  readonly actions: readonly { readonly action: string; readonly probability: number }[]
  /** What is left for texts that are no legal action: 0 under the mask. */
  readonly elsewhere: number
}

export interface Asked {
  readonly service: TrainingService
  readonly snapshot: SnapshotId
  /** Of the sampling. 0 is asked at 1: a policy that always takes the likeliest action still has a belief. */
  readonly temperature: number
  readonly masked: boolean
  /** The longest sequence of the model. */
  readonly contextTokens: number
}

/** Null where nobody must write, where any text may be tried, or where the game has outgrown what the model can read. */
export async function beliefAt(setting: Pick<HostSetting, 'definition' | 'tokenizer'>, position: Position, asked: Asked): Promise<Belief | null> {
  const { definition, tokenizer } = setting
  const [seat] = position.awaited
  const state = position.host.state()
  if (seat === undefined || state === undefined) return null
  const { prompt } = position.host.seatTurn(seat)
  const trie = maskOf(definition, state, seat.agent, prompt, createTrieCompiler(tokenizer))
  if (trie === undefined) return null
  const before = seat.machine.turn().tokens
  const paths = pathsOf(trie)
  if (paths.some(({ tokens }) => before.length + tokens.length > asked.contextTokens)) return null
  const temperature = asked.temperature === 0 ? 1 : asked.temperature
  const data = paths.map((path, index) => datumOf(index, before, path, trie, temperature, asked.masked))
  const { logprobs, stamp } = await asked.service.forward({ of: { snapshot: asked.snapshot }, data }).result
  const actions = paths.map(({ tokens }, index) => {
    const row = at(logprobs, index)
    const sum = tokens.reduce((total, _, place) => total + at(row, before.length + place), 0)
    return { action: bare(tokenizer.decode(Uint32Array.from(tokens)), definition.stopText), probability: Math.exp(sum) }
  })
  const total = actions.reduce((sum, { probability }) => sum + probability, 0)
  return {
    ...{ agent: seat.agent, version: stamp.version, temperature, masked: asked.masked },
    actions: actions.sort((a, b) => b.probability - a.probability),
    elsewhere: asked.masked ? 0 : Math.max(0, 1 - total),
  }
}

interface Path {
  readonly tokens: readonly number[]
  /** The trie's state in which each token is said. */
  readonly states: readonly number[]
}

/** Every way from the start to the end. */
function pathsOf({ starts, tokens, next }: ActionTrie): readonly Path[] {
  const walk = (state: number, path: Path): readonly Path[] => {
    const [from, to] = [at(starts, state), at(starts, state + 1)]
    if (from === to) return [path]
    return Array.from({ length: to - from }, (_, edge) => from + edge).flatMap((edge) =>
      walk(at(next, edge), { tokens: [...path.tokens, at(tokens, edge)], states: [...path.states, state] }),
    )
  }
  return walk(0, { tokens: [], states: [] })
}

function datumOf(index: number, before: Uint32Array, path: Path, trie: ActionTrie, temperature: number, masked: boolean): Datum {
  const tokens = Uint32Array.from([...before, ...path.tokens])
  const lossMask = Uint8Array.from(tokens, (_, place) => (place < before.length ? 0 : 1))
  const column = createMaskColumn()
  for (let place = 0; place < before.length; place++) column.appendFree()
  for (const state of path.states) column.append(trie, state)
  return {
    ...{ id: `action ${index}`, tokens, lossMask, coefficients: new Float32Array(tokens.length), temperature },
    ...{ group: 'position', sharedPrefix: before.length },
    ...(masked ? column.column() : {}),
  }
}
