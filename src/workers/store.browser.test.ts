// The store on what the browser really gives: IndexedDB, OPFS through a dedicated worker, and the lock.

import { proxy, transfer, wrap } from 'comlink'
import { afterAll, describe, expect, it } from 'vitest'
import { unwrap } from '../base/result.ts'
import type { RunEvent } from '../record/events.ts'
import { presetSpec } from '../record/spec-schema.ts'
import { createEventSender, STORE_LIMITS } from './event-port.ts'
import { openOutcome } from './outcome.ts'
import type { StoreWorkerApi } from './store-api.ts'

const workers: Worker[] = []
function storeWorker() {
  const worker = new Worker(new URL('./store.worker.ts', import.meta.url), { type: 'module' })
  workers.push(worker)
  return wrap<StoreWorkerApi>(worker)
}
afterAll(() => {
  for (const worker of workers) worker.terminate()
})

const run = `t${crypto.randomUUID().slice(0, 8)}`
const log: RunEvent[] = [
  {
    kind: 'started',
    spec: unwrap(presetSpec('arithmetic')),
    service: {
      engine: 'wgsl',
      device: 'd',
      software: true,
      variants: {},
      shaderHash: '',
      base: { name: 'b', hash: '', parameters: 1, contextTokens: 8, vocabulary: 2 },
    },
    memory: { items: [], totalBytes: 0, limitBytes: 1, fits: true },
    vocabulary: ['a', 'b'],
    run,
    seq: 0,
  },
  { kind: 'phase', phase: 'rollout', step: 1, run, seq: 1 },
  { kind: 'stopped', step: 1, run, seq: 2 },
]

describe('the store in a browser', () => {
  const store = storeWorker()

  it('opens, keeps a log and a file, and gives both back', async () => {
    expect(await store.open()).toMatchObject({ ok: true })
    expect(await store.append(log)).toMatchObject({ ok: true })
    expect(await store.putFile(run, { name: 'adapter.bin', bytes: Uint8Array.of(1, 2, 3) })).toMatchObject({ ok: true })
    expect(await store.events(run, 1)).toEqual({ ok: true, value: log.slice(1) })
    expect(await store.files(run)).toEqual({ ok: true, value: [{ name: 'adapter.bin', bytes: Uint8Array.of(1, 2, 3) }] })
    const runs = await store.runs()
    expect(runs.ok && runs.value.find((row) => row.id === run)).toMatchObject({ status: 'stopped', lastSeq: 2 })
  })

  it('replaces a file whole when it is written again', async () => {
    await store.putFile(run, { name: 'adapter.bin', bytes: Uint8Array.of(9) })
    expect(await store.files(run)).toEqual({ ok: true, value: [{ name: 'adapter.bin', bytes: Uint8Array.of(9) }] })
  })

  it('keeps the newest checkpoint of a run, which goes on from there with every event once', async () => {
    const { port1, port2 } = new MessageChannel()
    await store.accept(
      transfer(port2, [port2]),
      proxy((failure) => expect(failure).toBeUndefined()),
    )
    const sender = createEventSender(port1, STORE_LIMITS)
    for (const seq of [3, 4]) sender.sendCheckpoint({ kind: 'checkpointed', step: seq, hash: '', run, seq }, { seq, step: seq, bytes: Uint8Array.of(seq) })
    sender.send({ kind: 'phase', phase: 'rollout', step: 5, run, seq: 5 })
    await sender.drained()
    expect(await store.checkpoint(run)).toEqual({ ok: true, value: { seq: 4, step: 4, bytes: Uint8Array.of(4) } })
    await store.append([{ kind: 'continued', step: 4, run, seq: 5 }])
    const events = await store.events(run, 4)
    expect(events.ok && events.value.map(({ kind, seq }) => `${seq} ${kind}`)).toEqual(['4 checkpointed', '5 continued'])
    const runs = await store.runs()
    expect(runs.ok && runs.value.find((row) => row.id === run)).toMatchObject({ status: 'running', lastSeq: 5, stepsDone: 4 })
  })

  it('keeps adapters in a library: names, addresses, lineage, a fork, a way back', async () => {
    const column = Float32Array.of(1, 2, 3)
    const spec = { name: 'a', rank: 1, scale: 1, targets: ['q_proj' as const], seed: 1 }
    const adapter = (version: number) => ({ spec, baseHash: 'b', version, hash: `h${version}`, weights: column, moment1: column, moment2: column })
    const checkpoint = (version: number, parent: string | null) => ({
      adapter: adapter(version),
      counters: { seed: 1, episodes: version },
      lineage: { parent, how: 'trained' as const, run, step: version },
    })
    const name = `${run}/policy`
    const first = openOutcome(await store.saveAdapter(name, checkpoint(1, null)))
    const second = openOutcome(await store.saveAdapter(name, checkpoint(2, first)))
    expect(openOutcome(await store.loadAdapter(name))).toEqual(checkpoint(2, first))
    expect(openOutcome(await store.listAdapters({ prefix: run })).map((entry) => [entry.name, entry.hash, entry.row.version])).toEqual([[name, second, 2]])
    expect(openOutcome(await store.adapterLineage(name)).map(({ hash }) => hash)).toEqual([second, first])
    openOutcome(await store.forkAdapter(name, `${name} 2`))
    openOutcome(await store.rollBackAdapter(name, first))
    expect(openOutcome(await store.loadAdapter(name)).adapter.version).toBe(1)
    for (const each of [name, `${name} 2`]) openOutcome(await store.removeAdapter(each))
    expect(openOutcome(await store.sweepAdapters())).toBeGreaterThanOrEqual(2)
    expect(await store.loadAdapter(first)).toMatchObject({ ok: false, error: { code: 'CHECKPOINT_UNKNOWN' } })
  })

  it('tells a second tab that it is busy', async () => {
    const second = await storeWorker().open()
    expect(second.ok ? 'open' : second.error.code).toBe('STORE_BUSY')
  })

  it('forgets a run that is deleted', async () => {
    await store.remove(run)
    expect(await store.events(run, 0)).toEqual({ ok: true, value: [] })
    expect(await store.files(run)).toEqual({ ok: true, value: [] })
  })
})
