import { describe, expect, it } from 'vitest'
import { TokenloomError } from '../base/errors.ts'
import { unwrap } from '../base/result.ts'
import type { RunEvent, RunEventBody } from '../record/events.ts'
import { presetSpec } from '../record/spec-schema.ts'
import { createRunStore } from './store.ts'
import { memoryBytes, memoryRecords } from './testing/memory.ts'

const SERVICE = {
  engine: 'wgsl',
  device: 'd',
  software: true,
  variants: {},
  shaderHash: '',
  base: { name: 'b', hash: '', parameters: 1, contextTokens: 8, vocabulary: 2 },
} as const
const started = (run: string): RunEvent => ({
  kind: 'started',
  spec: unwrap(presetSpec('arithmetic')),
  service: SERVICE,
  memory: { items: [], totalBytes: 0, limitBytes: 1, fits: true },
  vocabulary: [],
  run,
  seq: 0,
})
const event = (run: string, seq: number, body: RunEventBody): RunEvent => ({ ...body, run, seq })

function storeWith(tokenBudget?: number) {
  const [records, bytes] = [memoryRecords(), memoryBytes()]
  let time = 1000
  const store = createRunStore({ records, bytes, now: () => time++, ...(tokenBudget === undefined ? {} : { tokenBudget }) })
  return { store, bytes }
}

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no error',
    (thrown: unknown) => (thrown instanceof TokenloomError ? thrown.code : String(thrown)),
  )

describe('the store of runs', () => {
  it('gives a log back as it was appended, and knows where the run stands', async () => {
    const { store } = storeWith()
    await store.append([started('a'), event('a', 1, { kind: 'phase', phase: 'rollout', step: 1 })])
    await store.append([event('a', 2, { kind: 'paused', step: 1 })])
    expect((await store.events('a', 0)).map((one) => one.seq)).toEqual([0, 1, 2])
    expect((await store.events('a', 2)).map((one) => one.kind)).toEqual(['paused'])
    expect((await store.runs())[0]).toMatchObject({ id: 'a', status: 'paused', lastSeq: 2 })
  })

  it('lists the newest run first', async () => {
    const { store } = storeWith()
    await store.append([started('old')])
    await store.append([started('new')])
    expect((await store.runs()).map((run) => run.id)).toEqual(['new', 'old'])
  })

  it('refuses a log that has no start', async () => {
    const { store } = storeWith()
    expect(await codeOf(store.append([event('a', 4, { kind: 'stopped', step: 1 })]))).toBe('RECORD_INVALID')
  })

  it('gives tokens back bit for bit, and refuses damaged ones', async () => {
    const { store, bytes } = storeWith()
    await store.append([started('a')])
    await store.putTokens('a', 'policy', 3, Uint8Array.of(1, 2, 3))
    expect(await store.tokens('a', 'policy', 3)).toEqual(Uint8Array.of(1, 2, 3))
    expect(await store.tokens('a', 'policy', 4)).toBeUndefined()
    for (const path of bytes.files.keys()) bytes.files.set(path, Uint8Array.of(1, 2, 4))
    expect(await codeOf(store.tokens('a', 'policy', 3))).toBe('RECORD_INVALID')
    bytes.files.clear()
    expect(await codeOf(store.tokens('a', 'policy', 3))).toBe('RECORD_INVALID')
  })

  it('lets token detail go when its budget is spent, and says how many steps', async () => {
    const { store, bytes } = storeWith(1000)
    await store.append([started('a')])
    for (let step = 1; step <= 30; step++) await store.putTokens('a', 'policy', step, new Uint8Array(100))
    const [run] = await store.runs()
    expect(run?.tokenBytes).toBeLessThanOrEqual(1000)
    expect(run?.tokenStepsDropped).toBe(20)
    expect(bytes.files.size).toBe(10)
    expect(await store.tokens('a', 'policy', 1)).toBeDefined()
    expect(await store.tokens('a', 'policy', 30)).toBeDefined()
  })

  it('keeps a name and a note, also while the run goes on', async () => {
    const { store } = storeWith()
    await store.append([started('a')])
    await Promise.all([
      store.describeRun('a', { name: 'first try', note: 'rank 8' }),
      store.append([event('a', 1, { kind: 'paused', step: 0 })]),
      store.describeRun('gone', { name: 'x', note: '' }),
    ])
    expect(await store.runs()).toMatchObject([{ id: 'a', name: 'first try', note: 'rank 8', lastSeq: 1, status: 'paused' }])
  })

  it('changes only what is said, and knows what came out', async () => {
    const { store } = storeWith()
    const evaluated = (seq: number, arm: 'policy' | 'random', step: number, sampled: number): RunEvent =>
      event('a', seq, { kind: 'evaluated', evaluation: { arm, step, sampled, sampledError: 0.1, greedy: 1, problems: 4 }, milliseconds: 1 })
    await store.append([started('a'), evaluated(1, 'policy', 0, 0.4), evaluated(2, 'random', 0, 0)])
    await store.describeRun('a', { note: 'rank 8', tags: ['try'] })
    await store.describeRun('a', { pinned: true })
    await store.append([evaluated(3, 'policy', 10, 0.9), evaluated(4, 'random', 10, 0)])
    expect(await store.runs()).toMatchObject([{ note: 'rank 8', tags: ['try'], pinned: true, base: { sampled: 0.4 }, last: { step: 10, sampled: 0.9 } }])
  })

  it('deletes a run with all that it left, and no other', async () => {
    const { store, bytes } = storeWith()
    for (const run of ['a', 'b']) {
      await store.append([started(run)])
      await store.putTokens(run, 'policy', 1, Uint8Array.of(1))
      await store.putFile(run, 'adapter_config.json', Uint8Array.of(2))
    }
    await store.removeRun('a')
    expect((await store.runs()).map((run) => run.id)).toEqual(['b'])
    expect(await store.events('a', 0)).toEqual([])
    expect([...bytes.files.keys()].every((path) => path.startsWith('runs/b/'))).toBe(true)
    expect((await store.files('b')).map((file) => file.name)).toEqual(['adapter_config.json'])
  })

  it('keeps nothing of a run that is deleted while tokens of it are on their way', async () => {
    const { store, bytes } = storeWith()
    await store.append([started('a')])
    await Promise.all([store.putTokens('a', 'policy', 1, Uint8Array.of(1)), store.removeRun('a'), store.putTokens('a', 'policy', 2, Uint8Array.of(2))])
    expect([...bytes.files.keys()]).toEqual([])
    expect([await store.runs(), await store.tokens('a', 'policy', 1), await store.tokens('a', 'policy', 2)]).toEqual([[], undefined, undefined])
  })

  it('gives every failure of the browser a code', async () => {
    const records = memoryRecords()
    const bytes = memoryBytes()
    const quota = { ...bytes, write: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) }
    const store = createRunStore({ records, bytes: quota, now: () => 0 })
    await store.append([started('a')])
    expect(await codeOf(store.putTokens('a', 'policy', 1, Uint8Array.of(1)))).toBe('STORE_QUOTA')
    const broken = createRunStore({ records: { ...records, runs: () => Promise.reject(new Error('no')) }, bytes, now: () => 0 })
    expect(await codeOf(broken.runs())).toBe('STORE_FAILED')
  })

  it('tells what a run takes, and lets its tokens go while the log stays', async () => {
    const { store, bytes } = storeWith()
    await store.append([started('r1')])
    await store.putTokens('r1', 'policy', 1, new Uint8Array(100))
    await store.putTokens('r1', 'turns-policy', 1, new Uint8Array(20))
    await store.putFile('r1', 'adapter.bin', new Uint8Array(7))
    expect(await store.usage()).toEqual([{ run: 'r1', tokens: 120, files: 7, checkpoints: 0 }])
    await store.dropTokens('r1')
    expect(await store.usage()).toEqual([{ run: 'r1', tokens: 0, files: 7, checkpoints: 0 }])
    expect(await store.tokens('r1', 'policy', 1)).toBeUndefined()
    expect(await bytes.read('runs/r1/tokens/policy-1.bin')).toBeUndefined()
    expect(await store.events('r1', 0)).toHaveLength(1)
    expect(await store.runs()).toMatchObject([{ id: 'r1', tokenBytes: 0 }])
  })
})
