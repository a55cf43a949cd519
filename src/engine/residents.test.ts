// More adapters than the device holds: whoever asks cannot tell. The same work with room for all and with room for two must leave
// the same bits; what is put aside comes back; what a pass needs stays.

import { beforeAll, describe, expect, test } from 'vitest'
import { AdapterStore } from '../adapters/adapter-store.ts'
import { adapterLayout } from '../adapters/layout.ts'
import { memoryShelf, type Shelf } from '../adapters/shelf.ts'
import { createRng } from '../base/random.ts'
import { WasmKernels } from '../kernels/wasm/wasm-kernels.ts'
import type { CheckpointData } from '../service/index.ts'
import { ADAM, TINY, tinyEngine, tinyPrompts, tinySpec, writtenData } from './cases/tiny-model.ts'
import { Engine } from './engine.ts'
import { countingKernels } from './testing/counting-kernels.ts'

let kernels: WasmKernels

beforeAll(async () => {
  kernels = await WasmKernels.create()
})

/** Bytes that this many adapters of rank 3, and as many snapshots, take. */
const roomFor = (count: number): number => count * adapterLayout(TINY, tinySpec('any')).length * 20

const small = (limitBytes?: number, shelf?: Shelf): Engine =>
  tinyEngine(
    kernels,
    TINY,
    (options) => new Engine({ ...options, adapters: { ...(limitBytes === undefined ? {} : { limitBytes }), ...(shelf === undefined ? {} : { shelf }) } }),
  )

/** Five adapters trained in an order that a seed decides, sampled, forked and freed on the way. */
async function work(engine: Engine): Promise<{ readonly states: readonly CheckpointData[]; readonly tokens: number[]; readonly logprobs: number[] }> {
  const rng = createRng([7, 7])
  const ids: string[] = []
  for (let i = 0; i < 5; i++) ids.push(await engine.createAdapter(tinySpec(`a${i}`, { seed: i })))
  const snapshots: string[] = []
  for (let round = 0; round < 14; round++) {
    const adapter = ids[rng.integer(ids.length)] ?? ''
    // A gradient may wait for its step while others pass.
    await engine.forwardBackward({ adapter, data: writtenData(3, 8, round), loss: { name: 'cross_entropy', scale: 0.05 } }).result
    const other = ids[rng.integer(ids.length)] ?? ''
    snapshots.push((await engine.saveWeightsForSampler(other)).id)
    await engine.optimStep(adapter, ADAM).result
  }
  ids.push(await engine.forkAdapter(ids[0] ?? '', { name: 'fork', moments: true }))
  await engine.freeAdapter(ids.splice(2, 1)[0] ?? '')
  const answers = []
  for (const snapshot of snapshots) {
    answers.push(await engine.sample({ snapshot, prompts: tinyPrompts(2, 1), params: { maxTokens: 4, temperature: 1, stopTokens: [] }, key: [1, 2] }).result)
  }
  const sequences = answers.flatMap((answer) => answer.sequences)
  const states: CheckpointData[] = []
  for (const id of ids) states.push(await engine.saveState(id))
  return { states, tokens: sequences.flatMap(({ tokens }) => [...tokens]), logprobs: sequences.flatMap(({ logprobs }) => [...logprobs]) }
}

describe('adapters that do not fit the device together', () => {
  test('leave the same bits as adapters that do', async () => {
    const [roomy, tight] = [small(), small(roomFor(2))]
    const [want, got] = [await work(roomy), await work(tight)]
    expect(got).toEqual(want)
    expect(tight.residency.evictions).toBeGreaterThan(5)
    expect(roomy.residency).toMatchObject({ evictions: 0, resident: roomy.residency.known })
    expect(tight.residency.resident).toBeLessThanOrEqual(4)
    roomy.dispose()
    tight.dispose()
  })

  test('are served in parts when one batch asks for more of them than fit', async () => {
    const [roomy, tight] = [small(), small(roomFor(2))]
    const answers = async (engine: Engine) => {
      const ids: string[] = []
      for (let i = 0; i < 5; i++) ids.push(await engine.createAdapter(tinySpec(`a${i}`, { seed: i })))
      const results = await Promise.all(
        ids.map((adapter, i) => engine.forwardBackward({ adapter, data: writtenData(3, 8, i), loss: { name: 'cross_entropy' } }).result),
      )
      await Promise.all(ids.map((adapter) => engine.optimStep(adapter, ADAM).result))
      const hashes: string[] = []
      for (const id of ids) hashes.push((await engine.saveState(id)).hash)
      return [results.map(({ logprobs }) => logprobs), hashes]
    }
    expect(await answers(tight)).toEqual(await answers(roomy))
    roomy.dispose()
    tight.dispose()
  })

  test('say so when the shelf lost what lay on it, and the others go on', async () => {
    const shelf = memoryShelf()
    const engine = small(roomFor(1), { ...shelf, get: async () => undefined })
    const [first, second] = [await engine.createAdapter(tinySpec('first')), await engine.createAdapter(tinySpec('second'))]
    const train = (adapter: string) => engine.forwardBackward({ adapter, data: writtenData(2, 6, 1), loss: { name: 'cross_entropy' } }).result
    await expect(train(first)).rejects.toMatchObject({ code: 'ADAPTER_UNKNOWN' })
    await expect(train(second)).resolves.toMatchObject({ metrics: { trainedTokens: 6 } })
    engine.dispose()
  })

  test('one that is larger than the whole room is refused, naming its rank', async () => {
    const engine = small(roomFor(1))
    await expect(engine.createAdapter(tinySpec('large', { rank: 64 }))).rejects.toMatchObject({ code: 'MEMORY_PLAN', at: 'adapter.rank' })
    await expect(engine.createAdapter(tinySpec('small'))).resolves.toBe('small#1')
    engine.dispose()
  })
})

describe('a store with room for hundreds', () => {
  test('holds them all, stays within its limit when there are more, and writes nothing twice', async () => {
    const counted = countingKernels()
    const shelf = memoryShelf()
    let puts = 0
    const store = new AdapterStore(counted, TINY, 'tiny', {
      limitBytes: roomFor(300),
      shelf: {
        ...shelf,
        put: (name, numbers) => {
          puts++
          return shelf.put(name, numbers)
        },
      },
    })
    const before = counted.bytesHeld
    for (let i = 0; i < 400; i++) await store.create(tinySpec(`a${i}`))
    expect(store.residents.census).toEqual({ resident: 300, known: 400 })
    expect(puts).toBe(100)
    // The table of slots, and the arenas of live adapters; no snapshots.
    expect(counted.bytesHeld - before).toBeLessThan(roomFor(300))
    // Reading in turn: whoever comes back pushes another one out, which the shelf does not know yet; the second time round it does.
    for (let round = 0; round < 3; round++) for (let i = 0; i < 400; i++) await store.need([`a${i}#${i + 1}`])
    expect(puts).toBe(400)
    store.dispose()
  })
})
