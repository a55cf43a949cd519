// E1: the logprob recorded while sampling is the logprob of the training forward, bit for bit, whatever is sampled and
// whoever shares a batch, a wave or a prompt. And what makes it so: a sequence's draws depend on nothing but itself.

import { at } from '../../base/assert.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import type { ModelConfig } from '../../model/config.ts'
import { BASE_SNAPSHOT, type SamplingParams } from '../../service/index.ts'
import { alternativesExactness } from './alternatives-exactness.ts'
import { type Comparison, compare, compareSequences, type EngineCase, together } from './engine-case.ts'
import { maskedExactness } from './masked-exactness.ts'
import { pictureExactness } from './picture-exactness.ts'
import { recomputed, sample, withPlay } from './play.ts'
import { dataOf, ODD_VOCABULARY, TINY, tinyPrompts, tinySpec, WIDE_VOCABULARY } from './tiny-model.ts'

/** More than two blocks of decoding steps between readbacks, and a stop token that some sequences meet. */
const PARAMS: SamplingParams = { maxTokens: 19, temperature: 1, stopTokens: [7] }

const settings: readonly (readonly [name: string, config: ModelConfig, groupSize: number, params: Partial<SamplingParams>])[] = [
  ['temperature 1', TINY, 1, {}],
  ['temperature 1, groups of 4', TINY, 4, {}],
  ['temperature 0.7, groups of 4', TINY, 4, { temperature: 0.7 }],
  ['temperature 0.9, top-k 5, groups of 4', TINY, 4, { temperature: 0.9, topK: 5 }],
  ['temperature 1, top-p 0.8', TINY, 1, { topP: 0.8 }],
  ['greedy', TINY, 1, { temperature: 0 }],
  ['a vocabulary of 61', ODD_VOCABULARY, 4, {}],
  ['a vocabulary of 4100, top-k 40', WIDE_VOCABULARY, 2, { topK: 40 }],
  ['a vocabulary of 4100', WIDE_VOCABULARY, 2, {}],
]

const recordedCases: readonly EngineCase[] = settings.map(([name, config, groupSize, change]) => ({
  promise: 'E1',
  name: `sampling and training agree: ${name}`,
  run: (kernels) =>
    withPlay(kernels, config, async (play) => {
      const params = { ...PARAMS, ...change }
      const prompts = tinyPrompts(5, groupSize, config)
      const sampled = await sample(play, prompts, params)
      const temperature = params.temperature === 0 ? 1 : params.temperature
      const shared = dataOf(prompts, sampled, { temperature, shared: true })
      const apart = dataOf(prompts, sampled, { temperature })
      return together([
        await recomputed(play, shared, sampled),
        await recomputed(play, apart, sampled),
        await recomputed(play, [at(apart, 2)], [at(sampled, 2)]),
      ])
    }),
}))

/** The same kernels with less room for a tensor, so that a request is cut into waves. */
const withLimit = (kernels: Kernels, bindingLimit: number): Kernels => Object.create(kernels, { bindingLimit: { value: bindingLimit } })

/** Requests that differ in everything that may differ: adapter, length, temperature, cut, greed, key, prompts. */
const unlike: readonly (Partial<SamplingParams> & { readonly of: 'trained' | 'other' | 'base'; readonly key: readonly [number, number] })[] = [
  { of: 'trained', key: [11, 12] },
  { of: 'base', key: [11, 12], temperature: 0.7 },
  { of: 'other', key: [5, 6], maxTokens: 5, topK: 5 },
  { of: 'other', key: [11, 12], maxTokens: 11, stopTokens: [] },
  { of: 'trained', key: [1, 2], temperature: 0, maxTokens: 3 },
]

const mixedAdapters: EngineCase = {
  promise: 'draws',
  name: 'adapters, base and unlike requests sampled in one pass as each alone',
  run: (kernels) =>
    withPlay(kernels, TINY, async ({ engine, snapshot }) => {
      const other = (await engine.saveWeightsForSampler(await engine.createAdapter(tinySpec('other', { rank: 6, targets: ['q_proj', 'up_proj'], seed: 8 })))).id
      const snapshots = { trained: snapshot, other, base: BASE_SNAPSHOT }
      const requests = unlike.map(({ of, key, ...change }, index) => ({
        snapshot: snapshots[of],
        prompts: tinyPrompts(3 + index, index % 2 === 0 ? 2 : 1),
        params: { ...PARAMS, ...change },
        key,
      }))
      // Asked for in one turn of the event loop, so served as one batch; then one after the other.
      const mixed = await Promise.all(requests.map((request) => engine.sample(request).result))
      const parts: Comparison[] = []
      for (const [index, request] of requests.entries()) {
        const { sequences, stamp } = await engine.sample(request).result
        parts.push(compareSequences(at(mixed, index).sequences, sequences), compare([at(mixed, index).stamp.snapshotHash === stamp.snapshotHash ? 0 : 1], [0]))
      }
      return together(parts)
    }),
}

const company: readonly EngineCase[] = [
  mixedAdapters,
  {
    promise: 'draws',
    name: 'a sequence is sampled alone as in a batch, shared prompt or not',
    run: (kernels) =>
      withPlay(kernels, TINY, async (play) => {
        const prompts = tinyPrompts(5, 3)
        const all = await sample(play, prompts, PARAMS)
        const parts = [4, 9].map(async (index) => {
          const { group: _, ...prompt } = at(prompts, index)
          return compareSequences([at(all, index)], await sample(play, [prompt], PARAMS))
        })
        const reversed = await sample(play, [...prompts].reverse(), PARAMS)
        return together([...(await Promise.all(parts)), compareSequences(all, [...reversed].reverse())])
      }),
  },
  {
    promise: 'draws',
    name: 'waves change nothing',
    run: (kernels) =>
      withPlay(kernels, TINY, async (play) => {
        const prompts = tinyPrompts(20, 3)
        const whole = await sample(play, prompts, PARAMS)
        // Room for 384 key rows of one head of 8, and for one adapter: a third of the sequences a wave.
        return withPlay(withLimit(kernels, 384 * 8 * 4 * 2), TINY, async (cut) => compareSequences(whole, await sample(cut, prompts, PARAMS)))
      }),
  },
  {
    promise: 'draws',
    name: 'a sequence goes on as if it had never been interrupted',
    run: (kernels) =>
      withPlay(kernels, TINY, async (play) => {
        const params = { ...PARAMS, stopTokens: [] }
        const prompts = tinyPrompts(3, 1)
        const whole = await sample(play, prompts, params)
        const first = await sample(play, prompts, { ...params, maxTokens: 6 })
        const later = prompts.map((prompt, i) => ({ ...prompt, tokens: Uint32Array.from([...prompt.tokens, ...at(first, i).tokens]) }))
        const rest = await sample(play, later, { ...params, maxTokens: 13 })
        return together(
          whole.map(({ tokens, logprobs }, i) =>
            together([
              compare(tokens, [...at(first, i).tokens, ...at(rest, i).tokens]),
              compare(logprobs, Float32Array.of(...at(first, i).logprobs, ...at(rest, i).logprobs)),
            ]),
          ),
        )
      }),
  },
]

export const samplingExactness: readonly EngineCase[] = [...recordedCases, ...company, ...maskedExactness, ...alternativesExactness, ...pictureExactness]
