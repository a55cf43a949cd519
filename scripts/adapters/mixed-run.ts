// K policies in one pass against K passes of one policy: sampling and training, both arms on one engine, interleaved round by
// round, every arm the same requests with the same rows. What is compared is time per round; the ratio is the median of those of
// the rounds, so that a machine that is slow for a while slows both arms.

import { assert } from '../../src/base/assert.ts'
import { median } from '../../src/base/median.ts'
import type { EngineChoice } from '../../src/engine/choose-kernels.ts'
import type { LoadedModel } from '../../src/model/load.ts'
import { parameterCount } from '../../src/model/weights.ts'
import type { Datum, TrainingService } from '../../src/service/index.ts'
import { type BaseFiles, type Cores, type Ground, openGround } from './ground.ts'
import { memoryRatio } from './mixed-memory.ts'
import { ADAM, dataOf, PROMPT_TOKENS, policySpec, promptsOf, SAMPLING } from './mixed-policies.ts'

export interface MixedInput {
  readonly engine: EngineChoice
  readonly base: BaseFiles
  readonly rounds: number
  /** Starts engines on further cores, which share the work of both arms. Absent: one core. */
  readonly openCores?: (model: LoadedModel) => Cores
  /** Numbers of policies to measure, and rows that each samples. */
  readonly policies: readonly number[]
  readonly rows: readonly number[]
}

export interface MixedRow {
  readonly what: 'sample' | 'train'
  readonly policies: number
  /** Token rows of one policy: sequences that decode at once, or rows of its data. */
  readonly rows: number
  readonly separateMilliseconds: number
  readonly mixedMilliseconds: number
  /** Separate over mixed, the median over the rounds; and of the best round of each arm, which a busy machine disturbs least. */
  readonly ratio: number
  readonly ratioOfBest: number
  readonly bestSeparate: number
  readonly bestMixed: number
}

export interface MixedReport {
  readonly engine: string
  readonly device: string
  readonly table: readonly MixedRow[]
  /** Of one sampled sequence: its products with the base, at the speed of a large product. */
  readonly productMilliseconds: number
  readonly memory: Awaited<ReturnType<typeof memoryRatio>>
}

export type Clock = () => number

const TRAIN_ROWS = 64

interface Policies {
  readonly adapters: readonly string[]
  readonly snapshots: readonly string[]
}

async function openPolicies(service: TrainingService, count: number, vocabulary: number): Promise<Policies> {
  const adapters: string[] = []
  const snapshots: string[] = []
  for (let index = 0; index < count; index++) {
    const adapter = await service.createAdapter(policySpec(index))
    // One step, so that B is not zero.
    await train(service, adapter, dataOf(index, TRAIN_ROWS, vocabulary))
    adapters.push(adapter)
    snapshots.push((await service.saveWeightsForSampler(adapter)).id)
  }
  return { adapters, snapshots }
}

async function train(service: TrainingService, adapter: string, data: readonly Datum[]): Promise<void> {
  await service.forwardBackward({ adapter, data, loss: { name: 'cross_entropy', scale: 1 / TRAIN_ROWS } }).result
  await service.optimStep(adapter, ADAM).result
}

/** Until code is compiled for good: before that, what a pass costs outside the kernels is several times as much, most of it in the arm of many passes. */
const WARM_UP = { rounds: 40, milliseconds: 2000 }

/** Times both arms, alternating which goes first. */
async function race(
  clock: Clock,
  rounds: number,
  separate: () => Promise<unknown>,
  mixed: () => Promise<unknown>,
): Promise<Omit<MixedRow, 'what' | 'policies' | 'rows'>> {
  const timed = async (arm: () => Promise<unknown>): Promise<number> => {
    const start = clock()
    await arm()
    return clock() - start
  }
  const started = clock()
  for (let round = 0; round < WARM_UP.rounds && (round === 0 || clock() - started < WARM_UP.milliseconds); round++) {
    await separate()
    await mixed()
  }
  const pairs: { readonly separate: number; readonly mixed: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const first = round % 2 === 0
    const early = await timed(first ? separate : mixed)
    const late = await timed(first ? mixed : separate)
    pairs.push(first ? { separate: early, mixed: late } : { separate: late, mixed: early })
  }
  return {
    separateMilliseconds: median(pairs.map((pair) => pair.separate)),
    mixedMilliseconds: median(pairs.map((pair) => pair.mixed)),
    ratio: median(pairs.map((pair) => pair.separate / pair.mixed)),
    ...bestOf(pairs),
  }
}

function bestOf(pairs: readonly { readonly separate: number; readonly mixed: number }[]): Pick<MixedRow, 'bestSeparate' | 'bestMixed' | 'ratioOfBest'> {
  const bestSeparate = Math.min(...pairs.map((pair) => pair.separate))
  const bestMixed = Math.min(...pairs.map((pair) => pair.mixed))
  return { bestSeparate, bestMixed, ratioOfBest: bestSeparate / bestMixed }
}

async function rowsOf(
  { model, open }: Ground,
  clock: Clock,
  { rounds, policies: counts, rows: sampled }: MixedInput,
  tell: (row: MixedRow) => void,
  others: Cores | undefined,
): Promise<readonly MixedRow[]> {
  const { vocabulary } = model.config
  const { service, engine } = open({}, others?.engines)
  const table: MixedRow[] = []
  try {
    const { adapters, snapshots } = await openPolicies(service, Math.max(...counts), vocabulary)
    const add = (row: MixedRow): void => {
      table.push(row)
      tell(row)
    }
    for (const policies of counts) {
      for (const rows of sampled) {
        const requests = snapshots
          .slice(0, policies)
          .map((snapshot, index) => ({ snapshot, prompts: promptsOf(index, rows, vocabulary), params: SAMPLING, key: [1, 2] as const }))
        const one = (request: (typeof requests)[number]) => service.sample(request).result
        const separate = async (): Promise<void> => {
          for (const request of requests) await one(request)
        }
        add({ what: 'sample', policies, rows, ...(await race(clock, rounds, separate, () => Promise.all(requests.map(one)))) })
      }
      const lessons = adapters.slice(0, policies).map((adapter, index) => ({ adapter, data: dataOf(index, TRAIN_ROWS, vocabulary) }))
      const separate = async (): Promise<void> => {
        for (const { adapter, data } of lessons) await train(service, adapter, data)
      }
      const mixed = async (): Promise<void> => {
        const loss = { name: 'cross_entropy', scale: 1 / TRAIN_ROWS } as const
        await Promise.all(lessons.map(({ adapter, data }) => service.forwardBackward({ adapter, data, loss }).result))
        await Promise.all(lessons.map(({ adapter }) => service.optimStep(adapter, ADAM).result))
      }
      add({ what: 'train', policies, rows: TRAIN_ROWS, ...(await race(clock, rounds, separate, mixed)) })
    }
  } finally {
    engine.dispose()
    others?.end()
  }
  return table
}

/** The products of a sequence (every token through the layers, every sampled one through the head) at the speed of a large product, the best of `rounds`. */
async function productTime({ kernels, model }: Ground, clock: Clock, rounds: number): Promise<number> {
  const { config } = model
  const [size, repeats] = [256, 8]
  const [a, b, out] = ['a', 'b', 'out'].map((name) => kernels.tensor(`product.${name}`, 'f32', size * size))
  assert(a !== undefined && b !== undefined && out !== undefined, 'three tensors')
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round <= rounds; round++) {
    const start = clock()
    for (let i = 0; i < repeats; i++) kernels.matmul({ layout: 'nt', a, b, out, m: size, n: size, k: size })
    await kernels.idle()
    if (round > 0) best = Math.min(best, clock() - start)
  }
  for (const tensor of [a, b, out]) kernels.free(tensor)
  const head = config.vocabulary * config.width
  const layers = parameterCount(config) - head - (config.tiedHead ? 0 : head)
  // The last token of a sequence predicts nothing, so it goes through no layer.
  const products = layers * (PROMPT_TOKENS + SAMPLING.maxTokens - 1) + head * SAMPLING.maxTokens
  return (best / repeats / size ** 3) * products
}

/** `clock` counts milliseconds: of the processor (all its cores) where it can, so that a busy machine tells the same; else of the wall. */
export async function mixed(input: MixedInput, tell: (row: MixedRow) => void, clock: Clock = () => performance.now()): Promise<MixedReport> {
  const { engine, base, openCores } = input
  const ground = await openGround(engine, base)
  try {
    const table = await rowsOf(ground, clock, input, tell, openCores?.(ground.model))
    const productMilliseconds = await productTime(ground, clock, input.rounds)
    return { engine: ground.kernels.engine, device: ground.kernels.device, table, productMilliseconds, memory: await memoryRatio(engine, base, 8) }
  } finally {
    ground.close()
  }
}
