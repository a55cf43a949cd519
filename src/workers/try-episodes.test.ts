import { describe, expect, it } from 'vitest'
import { TokenloomError } from '../base/errors.ts'
import { unwrap } from '../base/result.ts'
import { arithmetic } from '../environments/arithmetic/arithmetic.ts'
import { decodeTokens } from '../record/token-blob.ts'
import { asciiTokenizer } from '../training/testing/ascii-tokenizer.ts'
import { createFakeService } from '../training/testing/fake-service.ts'
import type { ModelText } from './load-tokenizer.ts'
import type { TryPlayer, TryRequest } from './try-api.ts'
import { tryEpisodes } from './try-episodes.ts'

describe('a written task', () => {
  const task = (text: string) => arithmetic.readTask?.(text)

  it('is read as people write it', () => {
    const state = task(' 47 + 38 = ')
    expect(state?.ok === true && state.value.problem).toEqual({ a: 47, op: '+', b: 38 })
    const difference = task('90-4')
    expect(difference?.ok === true && arithmetic.demonstrate?.(difference.value, 'solver')).toBe('86')
  })
  it('is refused with a reason when no answer of digits fits', () => {
    for (const text of ['', '1+', 'a+b', '3-8', '1+2+3', '1000+1']) {
      const state = task(text)
      expect(state?.ok).toBe(false)
      expect(state?.ok === false && state.error.reason).toContain('three digits')
    }
  })
  it('knows which part of the problem set it belongs to, whichever operand comes first', () => {
    const parts = ['17+45', '45+17'].map((text) => {
      const state = task(text)
      return state?.ok === true ? arithmetic.splitOf?.(state.value) : undefined
    })
    expect(parts[0]).toBe(parts[1])
    expect(['train', 'validation', 'heldOut']).toContain(parts[0])
  })
})

describe('players side by side', () => {
  const request = (change: Partial<TryRequest>): TryRequest => ({
    modelUrl: '',
    engine: new MessageChannel().port1,
    environment: { id: 'arithmetic-v1', config: {} },
    task: { kind: 'written', text: '2+3' },
    players: [{ kind: 'base' }, { kind: 'base' }],
    temperature: 1,
    samples: 8,
    seed: 1,
    maxTokensPerTurn: 4,
    maxTokensPerEpisode: 32,
    ...change,
  })
  // No adapter is read here: the sizes of a model are not needed.
  const text = { tokenizer: asciiTokenizer } as unknown as ModelText
  const play = (change: Partial<TryRequest>) => tryEpisodes(request(change), createFakeService(), text)
  const answersOf = (blob: Uint8Array | undefined) => unwrap(decodeTokens(blob ?? new Uint8Array())).episodes.map(({ trajectory }) => [...trajectory.tokens])

  it('read the same prompt, and draw the same answers from the same weights', async () => {
    const { prompt, expected, blobs } = await play({})
    expect([prompt, expected]).toEqual(['\n2+3=', '5\n'])
    expect(answersOf(blobs[0])).toHaveLength(8)
    expect(answersOf(blobs[0])).toEqual(answersOf(blobs[1]))
  })
  it('give one answer at temperature 0, whatever the random numbers', async () => {
    const [once, again] = [await play({ temperature: 0, seed: 1 }), await play({ temperature: 0, seed: 99 })]
    expect(answersOf(once.blobs[0])).toHaveLength(1)
    expect(answersOf(once.blobs[0])).toEqual(answersOf(again.blobs[0]))
  })
  it('refuse a task that cannot be read, and a policy without files, with a code', async () => {
    const codeOf = (work: Promise<unknown>) =>
      work.then(
        () => 'none',
        (thrown) => (thrown instanceof TokenloomError ? thrown.code : 'other'),
      )
    expect(await codeOf(play({ task: { kind: 'written', text: 'hello' } }))).toBe('ENVIRONMENT_INVALID')
    const empty: TryPlayer = { kind: 'adapter', name: 'gone', files: [], baseHash: '', version: 1 }
    expect(await codeOf(play({ players: [empty] }))).toBe('ADAPTER_INVALID')
  })
})
