import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { at } from '../base/assert.ts'
import type { ActionTrie } from '../service/index.ts'
import { actionsFrom, buildActionTrie, createTrieCompiler, tokensBehind } from './action-trie.ts'

const STOP = 9
/** Token sequences that end in a stop token and hold it nowhere else, no two alike. */
const actionLists = fc.uniqueArray(
  fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 5 }).map((tokens) => [...tokens, STOP]),
  { minLength: 1, maxLength: 40, selector: (tokens) => tokens.join(' ') },
)

/** Every path from the start to the end. */
function paths({ starts, tokens, next }: ActionTrie, state = 0): number[][] {
  const [from, to] = [at(starts, state), at(starts, state + 1)]
  if (from === to) return [[]]
  return Array.from({ length: to - from }, (_, i) => paths({ starts, tokens, next }, at(next, from + i)).map((rest) => [at(tokens, from + i), ...rest])).flat()
}

const text = (list: readonly (readonly number[])[]): string[] => list.map((tokens) => tokens.join(' ')).sort()

describe('the trie of legal actions', () => {
  it('spells every legal action by one path, and nothing else', () => {
    fc.assert(
      fc.property(actionLists, (actions) => {
        const spelt = paths(buildActionTrie(actions.map((tokens) => Uint32Array.from(tokens))))
        expect(text(spelt)).toEqual(text(actions))
      }),
    )
  })

  it('has edges in ascending order and one state for every prefix, and one for the end', () => {
    fc.assert(
      fc.property(actionLists, (actions) => {
        const { starts, tokens, next } = buildActionTrie(actions.map((list) => Uint32Array.from(list)))
        const prefixes = new Set(actions.flatMap((list) => list.map((_, i) => list.slice(0, i).join(' '))))
        expect(starts.length - 1).toBe(prefixes.size + 1)
        for (let state = 0; state + 1 < starts.length; state++) {
          for (let edge = at(starts, state); edge < at(starts, state + 1); edge++) {
            if (edge > at(starts, state)) expect(at(tokens, edge)).toBeGreaterThan(at(tokens, edge - 1))
            expect(at(next, edge)).toBeGreaterThan(state)
          }
        }
      }),
    )
  })

  it('does not depend on the order of the actions', () => {
    fc.assert(
      fc.property(actionLists, (actions) => {
        const lists = actions.map((tokens) => Uint32Array.from(tokens))
        expect(text(paths(buildActionTrie([...lists].reverse())))).toEqual(text(paths(buildActionTrie(lists))))
      }),
    )
  })

  it('counts the actions that begin in each state', () => {
    fc.assert(
      fc.property(actionLists, (actions) => {
        const trie = buildActionTrie(actions.map((tokens) => Uint32Array.from(tokens)))
        const counts = actionsFrom(trie)
        for (let state = 0; state < counts.length; state++) expect(counts[state]).toBe(paths(trie, state).length)
      }),
    )
  })

  it.each([
    ['no action', []],
    ['an empty action', [[]]],
    ['an action that begins another', [[1], [1, 2]]],
    ['the same, in the other order', [[1, 2], [1]]],
  ])('refuses %s', (_, actions) => {
    expect(() => buildActionTrie(actions.map((tokens) => Uint32Array.from(tokens)))).toThrow(expect.objectContaining({ code: 'ENVIRONMENT_INVALID' }))
  })
})

/** Pairs of characters that it knows become one token, from the left; the others are single. */
const pairing = (pairs: readonly string[]) => ({
  encode(given: string) {
    const ids: number[] = []
    for (let i = 0; i < given.length; ) {
      const pair = pairs.indexOf(given.slice(i, i + 2))
      ids.push(pair >= 0 ? 1000 + pair : given.charCodeAt(i))
      i += pair >= 0 ? 2 : 1
    }
    return Uint32Array.from(ids)
  },
})

describe('tokens behind a prompt', () => {
  it('are those of both together where the border holds', () => {
    expect([...tokensBehind(pairing(['ab']), 'x:', 'ab;')]).toEqual([1000, ';'.charCodeAt(0)])
  })

  it('are those of the text alone where a token would span the border', () => {
    expect([...tokensBehind(pairing([':c']), 'x:', 'c4')]).toEqual([...'c4'].map((char) => char.charCodeAt(0)))
  })

  it('keep what the context alone decides: no prefix space inside a sentence', () => {
    // A tokenizer that marks the beginning of a text, as SentencePiece does.
    const marking = { encode: (given: string) => Uint32Array.from([...` ${given}`], (char) => char.charCodeAt(0)) }
    expect([...tokensBehind(marking, 'x>', '5')]).toEqual(['5'.charCodeAt(0)])
  })
})

describe('the compiler', () => {
  const compiler = createTrieCompiler(pairing(['c4']))

  it('gives equal lists behind equal endings one and the same trie', () => {
    const first = compiler.compile('a long story that ends in the same words: ', ['c4;', 'd4;'])
    expect(compiler.compile('another story that ends in the same words: ', ['c4;', 'd4;'])).toBe(first)
    expect(compiler.compile('a long story that ends in the same words: ', ['c4;'])).not.toBe(first)
  })

  it('writes the canonical tokens of each action', () => {
    expect(text(paths(compiler.compile('>', ['c4;', 'd4;'])))).toEqual(text([[1000, 59], [...'d4;'].map((char) => char.charCodeAt(0))]))
  })
})
