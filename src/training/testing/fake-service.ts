// A training service over the tabular policy: deterministic, exact, and as strict as the real one. It records what
// it was asked, and can be told to misbehave. Tests alone use it.

import { assert, at } from '../../base/assert.ts'
import { tokenloomError } from '../../base/errors.ts'
import { bytesOfText, hashOfLists, sha256Hex } from '../../base/hash.ts'
import { createRng } from '../../base/random.ts'
import { evaluateDatum } from '../../objectives/evaluate-datum.ts'
import {
  type ActionTrie,
  BASE_SNAPSHOT,
  type Datum,
  type ForwardBackwardRequest,
  type ForwardBackwardResult,
  type ForwardRequest,
  type Future,
  type SampledSequence,
  type SamplePrompt,
  type SampleRequest,
  type ServiceDescription,
  type SnapshotInfo,
  type TrainingService,
  UNMASKED,
} from '../../service/index.ts'
import {
  addGradient,
  amongTokens,
  copyTable,
  createTabularAdapter,
  hashTable,
  packTable,
  TABULAR_VOCABULARY,
  type Table,
  type TabularAdapter,
  tabularLogprobs,
  tabularStep,
  unpackTable,
} from './tabular-policy.ts'

export interface FakeService extends TrainingService {
  /** What was asked, in order: the names of the primitives. */
  readonly calls: string[]
  readonly requests: { readonly sample: SampleRequest[]; readonly forwardBackward: ForwardBackwardRequest[] }
  open(): { readonly adapters: number; readonly snapshots: number }
}

const DESCRIPTION: ServiceDescription = {
  engine: 'cpu',
  device: 'tabular',
  software: true,
  variants: {},
  shaderHash: '',
  base: { name: 'tabular', hash: 'base', parameters: 0, contextTokens: 64, vocabulary: TABULAR_VOCABULARY },
}

export function createFakeService(): FakeService {
  const adapters = new Map<string, TabularAdapter>()
  const snapshots = new Map<string, { readonly info: SnapshotInfo; readonly weights: Table }>()
  const calls: string[] = []
  const requests: { sample: SampleRequest[]; forwardBackward: ForwardBackwardRequest[] } = { sample: [], forwardBackward: [] }
  const baseInfo: SnapshotInfo = { id: BASE_SNAPSHOT, adapter: null, version: 0, hash: 'base' }
  let made = 0

  const adapterOf = (id: string): TabularAdapter => {
    const adapter = adapters.get(id)
    if (adapter === undefined) throw tokenloomError('ADAPTER_UNKNOWN', `There is no adapter ${id}.`, 'Create it first.')
    return adapter
  }
  const snapshotOf = (id: string): { readonly info: SnapshotInfo; readonly weights: Table | null } => {
    if (id === BASE_SNAPSHOT) return { info: baseInfo, weights: null }
    const snapshot = snapshots.get(id)
    if (snapshot === undefined) throw tokenloomError('CHECKPOINT_UNKNOWN', `There is no snapshot ${id}.`, 'Save it first.')
    return snapshot
  }
  const stamp = async ({ hash, version }: SnapshotInfo, input: string) => ({ snapshotHash: hash, version, inputHash: await sha256Hex(bytesOfText(input)) })

  return {
    calls,
    requests,
    open: () => ({ adapters: adapters.size, snapshots: snapshots.size }),
    describe: async () => DESCRIPTION,
    planMemory: async () => ({ items: [], totalBytes: 1, limitBytes: 2, fits: true }),
    async createAdapter() {
      calls.push('createAdapter')
      const id = `adapter-${made++}`
      adapters.set(id, createTabularAdapter())
      return id
    },
    async forkAdapter(of, { moments }) {
      const { weights, moment1, moment2, version } = adapterOf(of)
      const id = `adapter-${made++}`
      const kept = moments ? { moment1: copyTable(moment1), moment2: copyTable(moment2), version } : {}
      adapters.set(id, { ...createTabularAdapter(), weights: copyTable(weights), ...kept })
      return id
    },
    async freeAdapter(id) {
      adapterOf(id)
      adapters.delete(id)
    },
    forward: (request: ForwardRequest) =>
      future(async () => {
        calls.push('forward')
        const live = 'adapter' in request.of
        const weights = 'adapter' in request.of ? adapterOf(request.of.adapter).weights : snapshotOf(request.of.snapshot).weights
        const info = 'adapter' in request.of ? baseInfo : snapshotOf(request.of.snapshot).info
        const columns = request.data.map((datum) => readDatum(weights, datum))
        return { ...split(columns), stamp: await stamp(info, live ? 'live' : 'snapshot'), milliseconds: 1 }
      }),
    forwardBackward: (request: ForwardBackwardRequest) =>
      future(async () => {
        calls.push('forwardBackward')
        requests.forwardBackward.push(request)
        return trainOn(adapterOf(request.adapter), request, await stamp(baseInfo, request.data.map((datum) => datum.id).join('\n')))
      }),
    optimStep: (id, params) =>
      future(async () => {
        calls.push('optimStep')
        const adapter = adapterOf(id)
        return { ...tabularStep(adapter, params), version: adapter.version, milliseconds: 1 }
      }),
    async saveWeightsForSampler(id) {
      const adapter = adapterOf(id)
      const info: SnapshotInfo = { id: `${id}@${adapter.version}`, adapter: id, version: adapter.version, hash: await hashTable(adapter.weights) }
      snapshots.set(info.id, { info, weights: copyTable(adapter.weights) })
      return info
    },
    async releaseSnapshot(id) {
      snapshotOf(id)
      snapshots.delete(id)
    },
    sample: (request: SampleRequest) =>
      future(async () => {
        calls.push('sample')
        requests.sample.push(request)
        const { info, weights } = snapshotOf(request.snapshot)
        return {
          sequences: request.prompts.map((prompt) => writeSequence(weights, prompt, request)),
          stamp: { ...(await stamp(info, '')), inputHash: await hashOfLists(request.prompts.map(({ tokens }) => tokens)) },
          milliseconds: 1,
        }
      }),
    async saveState(id) {
      const adapter = adapterOf(id)
      const spec = { name: id, rank: 1, scale: 1, targets: [], seed: 0 }
      const [weights, moment1, moment2] = [adapter.weights, adapter.moment1, adapter.moment2].map(packTable)
      assert(weights !== undefined && moment1 !== undefined && moment2 !== undefined, 'three tables')
      return { spec, baseHash: 'base', version: adapter.version, weights, moment1, moment2, hash: await hashTable(adapter.weights) }
    },
    async loadState({ version, weights, moment1, moment2 }) {
      calls.push('loadState')
      const id = `adapter-${made++}`
      const [w, m1, m2] = [weights, moment1, moment2].map(unpackTable)
      assert(w !== undefined && m1 !== undefined && m2 !== undefined, 'three tables')
      adapters.set(id, { ...createTabularAdapter(), version, weights: w, moment1: m1, moment2: m2 })
      return id
    },
  }
}

/** A future that can be cancelled until it begins, one task later. */
function future<T>(work: () => Promise<T>): Future<T> {
  let cancelled = false
  const result = Promise.resolve().then(() => {
    if (cancelled) throw tokenloomError('CANCELLED', 'The request was cancelled.', 'Ask again.')
    return work()
  })
  return {
    result,
    cancel() {
      cancelled = true
    },
  }
}

interface Columns {
  readonly logprobs: Float32Array
  readonly entropies: Float32Array
}

const split = (columns: readonly Columns[]) => ({ logprobs: columns.map(({ logprobs }) => logprobs), entropies: columns.map(({ entropies }) => entropies) })

const entropyOf = (logprobs: Float32Array): number =>
  -logprobs.reduce((sum, logprob) => (Number.isFinite(logprob) ? sum + Math.exp(logprob) * logprob : sum), 0)

/** What a token of a datum was sampled from; undefined: everything. */
function allowedAt({ actionMask }: Datum, position: number): Uint32Array | undefined {
  const state = actionMask?.states[position] ?? UNMASKED
  return actionMask === undefined || state === UNMASKED ? undefined : allowedIn(actionMask, state)
}

const allowedIn = ({ starts, tokens }: Pick<ActionTrie, 'starts' | 'tokens'>, state: number): Uint32Array =>
  tokens.subarray(at(starts, state), at(starts, state + 1))

function readDatum(weights: Table | null, datum: Datum): Columns {
  const { tokens, lossMask, temperature = 1 } = datum
  const logprobs = new Float32Array(tokens.length)
  const entropies = new Float32Array(tokens.length)
  lossMask.forEach((bit, i) => {
    if (bit === 0) return
    const all = amongTokens(tabularLogprobs(weights, tokens.subarray(0, i), temperature), allowedAt(datum, i))
    logprobs[i] = at(all, at(tokens, i))
    entropies[i] = entropyOf(all)
  })
  return { logprobs, entropies }
}

function trainOn(adapter: TabularAdapter, { data, loss }: ForwardBackwardRequest, stamp: ForwardBackwardResult['stamp']): ForwardBackwardResult {
  const metrics = { lossSum: 0, trainedTokens: 0, rows: 0, clippedTokens: 0, klSum: 0, entropySum: 0 }
  const columns = data.map((datum) => readDatum(adapter.weights, datum))
  const base = (loss.klCoefficient ?? 0) > 0 ? data.map((datum) => readDatum(null, datum).logprobs) : undefined
  data.forEach((datum, place) => {
    const { tokens, temperature = 1 } = datum
    const { logprobs, entropies } = at(columns, place)
    metrics.rows += tokens.length
    for (const { position, loss: value, gradient, clipped, kl } of evaluateDatum(loss, datum, logprobs, base?.[place])) {
      addGradient(adapter, tokens.subarray(0, position), at(tokens, position), gradient, temperature, allowedAt(datum, position))
      metrics.lossSum += value
      metrics.trainedTokens++
      metrics.clippedTokens += clipped ? 1 : 0
      metrics.klSum += kl
      metrics.entropySum += at(entropies, position)
    }
  })
  return { ...split(columns), ...(base === undefined ? {} : { baseLogprobs: base }), metrics, stamp, milliseconds: 1 }
}

function writeSequence(weights: Table | null, prompt: SamplePrompt, { params, key }: SampleRequest): SampledSequence {
  const tokens = [...prompt.tokens]
  const logprobs: number[] = []
  const entropies: number[] = []
  const { actions } = prompt
  const states: number[] = []
  let [state, stopped] = [0, false]
  while (!stopped && logprobs.length < params.maxTokens) {
    const free = tabularLogprobs(weights, Uint32Array.from(tokens), params.temperature === 0 ? 1 : params.temperature)
    const all = amongTokens(free, actions === undefined ? undefined : allowedIn(actions, state))
    const rng = createRng(key, prompt.stream[0], prompt.stream[1], (prompt.firstIndex ?? prompt.tokens.length) + logprobs.length)
    const token = params.temperature === 0 ? all.indexOf(Math.max(...all)) : draw(all, rng.float())
    tokens.push(token)
    logprobs.push(at(all, token))
    entropies.push(entropyOf(all))
    stopped = params.stopTokens.includes(token)
    if (actions === undefined) continue
    states.push(state)
    state = at(actions.next, actions.tokens.indexOf(token, at(actions.starts, state)))
    stopped ||= allowedIn(actions, state).length === 0
  }
  const written = tokens.slice(prompt.tokens.length)
  return {
    tokens: Uint32Array.from(written),
    logprobs: Float32Array.from(logprobs),
    entropies: Float32Array.from(entropies),
    ...(actions === undefined ? {} : { states: Uint32Array.from(states) }),
    stop: stopped ? 'stop_token' : 'max_tokens',
  }
}

function draw(logprobs: Float32Array, uniform: number): number {
  let sum = 0
  for (const [token, logprob] of logprobs.entries()) {
    sum += Math.exp(logprob)
    if (uniform < sum) return token
  }
  return logprobs.findLastIndex((logprob) => Number.isFinite(logprob))
}
