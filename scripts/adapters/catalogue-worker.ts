// The worker of the bench `catalogue`: thousands of adapters in the library of this origin (IndexedDB and OPFS), an engine with room
// for few of them, and uses that draw from all. Answers pings all the while, as a page's worker must.

import { createRng } from '../../src/base/random.ts'
import type { AdapterSpec } from '../../src/service/index.ts'
import { openByteShelf } from '../../src/store/byte-shelf.ts'
import { openBytes } from '../../src/store/bytes.ts'
import { openStores } from '../../src/store/open.ts'
import { type CatalogueInput, type CatalogueWork, spreadOf } from './catalogue-plan.ts'
import { openGround } from './ground.ts'
import { dataOf } from './mixed-policies.ts'

const SPEC: AdapterSpec = { name: 'stored', rank: 4, scale: 2, targets: ['q_proj', 'v_proj'], seed: 1 }

const nameOf = (index: number): string => `team ${index % 97}/policy ${String(index).padStart(6, '0')}`

async function timed<T>(times: number[], work: () => Promise<T>): Promise<T> {
  const start = performance.now()
  const value = await work()
  times.push(performance.now() - start)
  return value
}

async function work({ engine: choice, base, adapters, uses, room }: CatalogueInput, say: (line: string) => void): Promise<CatalogueWork> {
  const { library } = await openStores(() => Date.now())
  const ground = await openGround(choice, base)
  const shelf = await openByteShelf(await openBytes())
  const probe = ground.open()
  const first = await probe.engine.saveState(await probe.engine.createAdapter(SPEC))
  probe.engine.dispose()
  const perAdapter = first.weights.length * 4
  const { engine } = ground.open({ adapters: { limitBytes: room * perAdapter * 5, shelf } })

  const create: number[] = []
  for (let index = 0; index < adapters; index++) {
    // Content of its own, so that no two share an address.
    const weights = first.weights.slice()
    weights[index % weights.length] = index + 1
    const adapter = { ...first, spec: { ...SPEC, name: nameOf(index) }, weights }
    const lineage = { parent: null, how: 'trained' as const, run: null, step: index }
    await timed(create, () => library.save(nameOf(index), { adapter, counters: { seed: index, episodes: 0 }, lineage }))
    if ((index + 1) % 1000 === 0) say(`${index + 1} stored`)
  }

  const rng = createRng([0x6361, 0x746c])
  const find: number[] = []
  for (let i = 0; i < 200; i++) await timed(find, () => library.list({ prefix: `team ${rng.integer(97)}/`, limit: 50 }))

  const [coldLoad, hit, miss]: [number[], number[], number[]] = [[], [], []]
  const onEngine = new Map<number, string>()
  const data = dataOf(1, 16, ground.model.config.vocabulary)
  for (let i = 0; i < uses; i++) {
    // The k-th most wanted is asked for about 1/k as often as the first.
    const index = Math.min(adapters - 1, Math.floor(Math.exp(rng.float() * Math.log(adapters + 1))) - 1)
    let id = onEngine.get(index)
    if (id === undefined) {
      id = await timed(coldLoad, async () => engine.loadState((await library.load(nameOf(index))).adapter))
      onEngine.set(index, id)
    }
    const adapter = id
    const before = engine.residency.loads
    const start = performance.now()
    await engine.forward({ of: { adapter }, data }).result
    ;(engine.residency.loads === before ? hit : miss).push(performance.now() - start)
    if ((i + 1) % 1000 === 0) say(`${i + 1} uses`)
  }
  const { loads, hits, evictions, resident, known } = engine.residency
  const { bytes = 0 } = (await library.list({ limit: 1 }))[0]?.row ?? {}
  engine.dispose()
  return {
    engine: ground.kernels.engine,
    ...{ adapters: await library.count(), bytes: bytes * adapters, uses, evictions, resident, known },
    ...{ create: spreadOf(create), find: spreadOf(find), coldLoad: spreadOf(coldLoad), hit: spreadOf(hit), miss: spreadOf(miss) },
    // A use that had to fetch from the library is no hit either.
    hitRate: Number(((hits - coldLoad.length) / (hits + loads)).toFixed(4)),
  }
}

addEventListener('message', ({ data }: MessageEvent<CatalogueInput | 'ping'>) => {
  if (data === 'ping') {
    postMessage({ kind: 'pong' })
    return
  }
  work(data, (line) => postMessage({ kind: 'line', line })).then(
    (report) => postMessage({ kind: 'done', report }),
    (thrown: unknown) => postMessage({ kind: 'failed', message: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown) }),
  )
})
