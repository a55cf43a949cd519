// What a token could have been, through the real engine on the processor: the number that was recorded, from the version that
// wrote it while it is held.

import { beforeAll, describe, expect, it } from 'vitest'
import { at } from '../base/assert.ts'
import { ADAM, dataOf, tinyEngine, tinyPrompts, tinySpec } from '../engine/cases/tiny-model.ts'
import type { Engine } from '../engine/engine.ts'
import { WasmKernels } from '../kernels/wasm/wasm-kernels.ts'
import { BASE_SNAPSHOT, type TrainingService } from '../service/index.ts'
import { askLivePolicy } from './ask-live-policy.ts'
import { notingAdapters } from './noting-adapters.ts'
import { askToken, type TokenQuestion } from './token-alternatives.ts'

let engine: Engine

beforeAll(async () => {
  engine = tinyEngine(await WasmKernels.create())
})

/** The primitives as own functions, as a port's client has them. */
function primitivesOf(real: Engine): TrainingService {
  const names = ['describe', 'planMemory', 'createAdapter', 'freeAdapter', 'forward', 'forwardBackward', 'optimStep'] as const
  const more = ['saveWeightsForSampler', 'releaseSnapshot', 'sample', 'saveState', 'loadState'] as const
  return Object.fromEntries([...names, ...more].map((name) => [name, real[name].bind(real)])) as unknown as TrainingService
}

/** A run that has sampled under a version, and moved on. */
async function played() {
  const raw = primitivesOf(engine)
  const noted = notingAdapters(raw)
  const { service } = noted
  const adapter = await service.createAdapter(tinySpec('policy'))
  const train = async (): Promise<void> => {
    const prompts = tinyPrompts(3, 1)
    const { sequences } = await service.sample({ snapshot: BASE_SNAPSHOT, prompts, params: { maxTokens: 6, temperature: 1, stopTokens: [] }, key: [1, 2] })
      .result
    await service.forwardBackward({ adapter, data: dataOf(prompts, sequences), loss: { name: 'cross_entropy' } }).result
    await service.optimStep(adapter, ADAM).result
  }
  await train()
  const writer = await service.saveWeightsForSampler(adapter)
  const [prompt] = tinyPrompts(1, 1)
  if (prompt === undefined) throw new Error('one prompt')
  const params = { maxTokens: 5, temperature: 0.7, stopTokens: [] }
  const { sequences } = await service.sample({ snapshot: writer.id, prompts: [prompt], params, key: [3, 4] }).result
  await train()
  const newest = await service.saveWeightsForSampler(adapter)
  const { tokens, logprobs, entropies } = at(sequences, 0)
  const question: TokenQuestion = { tokens: Uint32Array.from([...prompt.tokens, ...tokens.slice(0, 3)]), temperature: 0.7, version: writer.version, count: 4 }
  return { raw, noted, service, adapter, writer, newest, question, token: at(tokens, 2), logprob: at(logprobs, 2), entropy: at(entropies, 2) }
}

describe('a token that was sampled', () => {
  it('has its recorded logprob and entropy under the version that wrote it', async () => {
    const { raw, writer, question, token, logprob, entropy } = await played()
    const answer = await askToken(raw, writer.id, question)
    expect(answer.logprobs[answer.tokens.indexOf(token)]).toBe(logprob)
    expect(answer.entropy).toBe(entropy)
    expect([answer.version, answer.sameVersion]).toEqual([writer.version, true])
    expect(answer.tokens.length).toBeGreaterThanOrEqual(4)
  })

  it('says what it was predicted from, where that is asked for', async () => {
    const { raw, writer, question } = await played()
    expect((await askToken(raw, writer.id, question)).attended).toBeUndefined()
    const { attended = new Float32Array(0), ...answer } = await askToken(raw, writer.id, { ...question, attention: true })
    expect(attended).toHaveLength(question.tokens.length - 1)
    expect(attended.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 5)
    expect(new Set(attended).size).toBeGreaterThan(1)
    expect(answer).toEqual(await askToken(raw, writer.id, question))
  })

  it('shows what the action mask forbids', async () => {
    const { raw, writer, question, token } = await played()
    const states = new Uint32Array(question.tokens.length + 2).fill(0xffffffff)
    states[question.tokens.length - 1] = 0
    const actionMask = { states, starts: Uint32Array.of(0, 1), tokens: Uint32Array.of(token) }
    const answer = await askToken(raw, writer.id, { ...question, actionMask })
    answer.tokens.forEach((other, i) => {
      expect(answer.logprobs[i]).toBe(other === token ? 0 : Number.NEGATIVE_INFINITY)
    })
    expect(answer.freeLogprobs.every((logprob) => logprob < 0 && Number.isFinite(logprob))).toBe(true)
    expect(answer.entropy).toBe(0)
  })
})

describe('a run under way', () => {
  it('is answered by the version that wrote while the run holds it, then by the newest, and says so', async () => {
    const { raw, noted, service, writer, newest, question, token, logprob } = await played()
    const held = await askLivePolicy(raw, noted, question)
    expect([held.version, held.sameVersion, held.logprobs[held.tokens.indexOf(token)]]).toEqual([writer.version, true, logprob])
    await service.releaseSnapshot(writer.id)
    const later = await askLivePolicy(raw, noted, question)
    expect([later.version, later.sameVersion]).toEqual([newest.version, false])
    // What was pinned to answer is let go, and what the run holds is not.
    await service.releaseSnapshot(newest.id)
    await expect(askToken(raw, newest.id, question)).rejects.toMatchObject({ code: 'ADAPTER_UNKNOWN' })
  })

  it('is answered by the base before it has a policy', async () => {
    const { raw, question } = await played()
    const answer = await askLivePolicy(raw, notingAdapters(raw), question)
    expect([answer.version, answer.sameVersion]).toEqual([0, false])
  })
})
