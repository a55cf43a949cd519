import { describe, expect, it } from 'vitest'
import { TokenloomError } from '../base/errors.ts'
import { unwrap } from '../base/result.ts'
import type { RunEvent, RunEventBody, StepMetrics } from '../record/events.ts'
import { presetSpec } from '../record/spec-schema.ts'
import type { Bytes } from './bytes.ts'
import { createRunStore, type RunStore } from './store.ts'
import { memoryBytes, memoryRecords } from './testing/memory.ts'

const SERVICE = {
  engine: 'wgsl',
  device: 'd',
  software: true,
  variants: {},
  shaderHash: '',
  base: { name: 'b', hash: '', parameters: 1, contextTokens: 8, vocabulary: 2 },
} as const
const BODIES: readonly RunEventBody[] = [
  {
    kind: 'started',
    spec: unwrap(presetSpec('arithmetic')),
    service: SERVICE,
    memory: { items: [], totalBytes: 0, limitBytes: 1, fits: true },
    vocabulary: [],
  },
  stepped(1),
  { kind: 'checkpointed', step: 1, hash: '' },
  stepped(2),
  { kind: 'checkpointed', step: 2, hash: '' },
  stepped(3),
]
const log = (run: string): RunEvent[] => BODIES.map((body, seq) => ({ ...body, run, seq }))
const bytesOf = (step: number) => Uint8Array.of(step, step, step)

function stepped(step: number): RunEventBody {
  const milliseconds = { rollout: 0, environment: 0, forwardBackward: 0, optimizer: 0, total: 0 }
  return { kind: 'stepped', arm: 'policy', step, version: step, metrics: {} as StepMetrics, digest: '', milliseconds }
}

async function storeWith(change: (bytes: Bytes) => Bytes = (bytes) => bytes) {
  const [records, bytes] = [memoryRecords(), memoryBytes()]
  const store = createRunStore({ records, bytes: change(bytes), now: () => 1 })
  await store.append(log('a'))
  return { store, bytes, records, again: (other: Bytes = bytes): RunStore => createRunStore({ records, bytes: other, now: () => 2 }) }
}
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no error',
    (thrown: unknown) => (thrown instanceof TokenloomError ? thrown.code : String(thrown)),
  )

describe('the checkpoints of a run', () => {
  it('keep the newest alone, under the hash of its content', async () => {
    const { store, bytes } = await storeWith()
    expect(await codeOf(store.checkpoint('a'))).toBe('CHECKPOINT_UNKNOWN')
    await store.putCheckpoint('a', { seq: 2, step: 1, bytes: bytesOf(1) })
    await store.putCheckpoint('a', { seq: 4, step: 2, bytes: bytesOf(2) })
    expect(await store.checkpoint('a')).toEqual({ seq: 4, step: 2, bytes: bytesOf(2) })
    expect([...bytes.files.keys()]).toEqual([expect.stringMatching(/^runs\/a\/checkpoints\/[0-9a-f]{64}\.bin$/)])
  })

  it('lose nothing when a crash or a full disk comes in the middle of a write', async () => {
    const { store, bytes, again } = await storeWith()
    await store.putCheckpoint('a', { seq: 2, step: 1, bytes: bytesOf(1) })
    const full = again({ ...bytes, write: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) })
    expect(await codeOf(full.putCheckpoint('a', { seq: 4, step: 2, bytes: bytesOf(2) }))).toBe('STORE_QUOTA')
    expect(await again().checkpoint('a')).toEqual({ seq: 2, step: 1, bytes: bytesOf(1) })
    // Bytes that were written without their row are as good as not written.
    const torn = again({ ...bytes, write: (path, content) => bytes.write(path, content).then(() => Promise.reject(new Error('power'))) })
    expect(await codeOf(torn.putCheckpoint('a', { seq: 4, step: 2, bytes: bytesOf(2) }))).toBe('STORE_FAILED')
    expect(await again().checkpoint('a')).toEqual({ seq: 2, step: 1, bytes: bytesOf(1) })
  })

  it('say CHECKPOINT_CORRUPT when their bytes are damaged or gone, and leave the run readable', async () => {
    const { store, bytes } = await storeWith()
    await store.putCheckpoint('a', { seq: 2, step: 1, bytes: bytesOf(1) })
    for (const path of bytes.files.keys()) bytes.files.set(path, Uint8Array.of(9))
    expect(await codeOf(store.checkpoint('a'))).toBe('CHECKPOINT_CORRUPT')
    bytes.files.clear()
    expect(await codeOf(store.checkpoint('a'))).toBe('CHECKPOINT_CORRUPT')
    expect(await store.events('a', 0)).toEqual(log('a'))
  })

  it('fall back on the one before, where a crash left both', async () => {
    const { store, bytes, records } = await storeWith()
    await store.putCheckpoint('a', { seq: 2, step: 1, bytes: bytesOf(1) })
    await records.putCheckpoint({ run: 'a', seq: 4, step: 2, bytes: 3, hash: 'f'.repeat(64) })
    expect(await store.checkpoint('a')).toEqual({ seq: 2, step: 1, bytes: bytesOf(1) })
    expect(bytes.files.size).toBe(1)
  })

  it('go when the run has finished, or is deleted', async () => {
    const { store, bytes } = await storeWith()
    await store.putCheckpoint('a', { seq: 2, step: 1, bytes: bytesOf(1) })
    await store.append([{ kind: 'finished', summary: {} as never, run: 'a', seq: 6 }])
    expect(await codeOf(store.checkpoint('a'))).toBe('CHECKPOINT_UNKNOWN')
    expect(bytes.files.size).toBe(0)
    const other = await storeWith()
    await other.store.putCheckpoint('a', { seq: 2, step: 1, bytes: bytesOf(1) })
    await other.store.removeRun('a')
    expect(other.bytes.files.size).toBe(0)
    expect(await other.records.checkpoints('a')).toEqual([])
  })
})

describe('a run that goes on', () => {
  it('has every step once: what had followed its checkpoint is taken out, tokens included', async () => {
    const { store } = await storeWith()
    for (const step of [1, 2, 3]) await store.putTokens('a', 'policy', step, bytesOf(step))
    await store.putCheckpoint('a', { seq: 2, step: 1, bytes: bytesOf(1) })
    // Read first: nothing is taken out until the run really goes on.
    await store.checkpoint('a')
    expect((await store.events('a', 0)).length).toBe(6)
    await store.append([
      { kind: 'continued', step: 1, run: 'a', seq: 3 },
      { kind: 'phase', phase: 'rollout', step: 2, run: 'a', seq: 4 },
    ])
    expect((await store.events('a', 0)).map(({ kind, seq }) => `${seq} ${kind}`)).toEqual([
      '0 started',
      '1 stepped',
      '2 checkpointed',
      '3 continued',
      '4 phase',
    ])
    expect((await store.runs())[0]).toMatchObject({ status: 'running', lastSeq: 4, stepsDone: 1, tokenBytes: 3 })
    expect([await store.tokens('a', 'policy', 1), await store.tokens('a', 'policy', 2)]).toEqual([bytesOf(1), undefined])
    expect(await store.checkpoint('a')).toEqual({ seq: 2, step: 1, bytes: bytesOf(1) })
  })
})
