import { readFileSync } from 'node:fs'
import { expose } from 'comlink'
import { describe, expect, it } from 'vitest'
import { TokenloomError } from '../base/errors.ts'
import { createRng, streamKey } from '../base/random.ts'
import { unwrap } from '../base/result.ts'
import { arithmetic } from '../environments/arithmetic/arithmetic.ts'
import { decodeTokens } from '../record/token-blob.ts'
import { openAuthoredEnvironment } from '../sandbox/authored-environment.ts'
import { asciiTokenizer } from '../training/testing/ascii-tokenizer.ts'
import { createFakeService } from '../training/testing/fake-service.ts'
import type { ModelText } from './load-tokenizer.ts'
import { outcomeOf } from './outcome.ts'
import type { SandboxWorkerApi } from './sandbox-api.ts'
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
  it('play an authored environment as a run would, from one held-out start, behind a port to its sandbox', async () => {
    const source = readFileSync('src/sandbox/templates/clock-sums.ts', 'utf8')
    const { registration, definition, answer } = unwrap(await openAuthoredEnvironment(source))
    const opened = async (): Promise<MessagePort> => {
      const { port1, port2 } = new MessageChannel()
      const sandbox: Pick<SandboxWorkerApi, 'registration' | 'answer'> = {
        registration: () => outcomeOf(() => registration),
        answer: (visits) => outcomeOf(() => unwrap(answer(visits))),
      }
      expose(sandbox, port1)
      return port2
    }
    const environment = { id: registration.spec.id, config: {} }
    const task = { kind: 'heldOut', number: 7 } as const
    const once = await play({ environment, task, authored: { source, sandbox: await opened() } })
    const state = definition.init(unwrap(definition.parseConfig({})), 'heldOut', createRng(streamKey(7, 'environment')))
    const [agent = ''] = definition.turn(state)
    expect(once.prompt).toBe(definition.prompt(definition.observe(state, agent), agent))
    expect(once.expected).toBe(definition.format(definition.demonstrate?.(state, agent) ?? null))
    expect(answersOf(once.blobs[0])).toHaveLength(8)
    expect(answersOf(once.blobs[0])).toEqual(answersOf(once.blobs[1]))
    const written = play({ environment, task: { kind: 'written', text: '1' }, authored: { source, sandbox: await opened() } })
    await expect(written).rejects.toThrow('Tasks of one’s own are not written')
    const other = play({ environment: { id: 'other-v1', config: {} }, task, authored: { source, sandbox: await opened() } })
    await expect(other).rejects.toThrow('the run names other-v1')
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
