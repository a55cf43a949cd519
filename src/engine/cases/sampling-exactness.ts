// E1: the logprob recorded while sampling is the logprob of the training forward, bit for bit, whatever is sampled and
// whoever shares a batch, a wave or a prompt. And what makes it so: a sequence's draws depend on nothing but itself.

import { at } from '../../base/assert.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import type { ModelConfig } from '../../model/config.ts'
import type { Datum, SampledSequence, SamplePrompt, SamplingParams } from '../../service/index.ts'
import type { Engine } from '../engine.ts'
import { type Comparison, compare, compareSequences, type EngineCase, together } from './engine-case.ts'
import { ADAM, dataOf, ODD_VOCABULARY, TINY, tinyEngine, tinyPrompts, tinySpec, WIDE_VOCABULARY, writtenData } from './tiny-model.ts'

/** More than two blocks of decoding steps between readbacks, and a stop token that some sequences meet. */
const PARAMS: SamplingParams = { maxTokens: 19, temperature: 1, stopTokens: [7] }

/** An adapter after three optimizer steps; trained again, it is no longer the snapshot. */
async function trained(engine: Engine, config: ModelConfig): Promise<string> {
  const adapter = await engine.createAdapter(tinySpec('trained'))
  for (let step = 0; step < 3; step++) {
    await engine.forwardBackward({ adapter, data: writtenData(4, 12, step, config), loss: { name: 'cross_entropy' } }).result
    await engine.optimStep(adapter, ADAM).result
  }
  return (await engine.saveWeightsForSampler(adapter)).id
}

interface Play {
  readonly engine: Engine
  readonly config: ModelConfig
  readonly snapshot: string
}

const sample = async ({ engine, snapshot }: Play, prompts: readonly SamplePrompt[], params: SamplingParams): Promise<readonly SampledSequence[]> =>
  (await engine.sample({ snapshot, prompts, params, key: [11, 12] }).result).sequences

/** Recorded numbers and those of a forward pass over the same tokens. */
async function recomputed({ engine, snapshot }: Play, data: readonly Datum[], sampled: readonly SampledSequence[]): Promise<Comparison> {
  const { logprobs, entropies } = await engine.forward({ of: { snapshot }, data }).result
  return together(
    sampled.flatMap((sequence, i) => {
      const start = at(data, i).tokens.length - sequence.tokens.length
      return [compare(sequence.logprobs, at(logprobs, i).subarray(start)), compare(sequence.entropies, at(entropies, i).subarray(start))]
    }),
  )
}

async function withPlay(kernels: Kernels, config: ModelConfig, body: (play: Play) => Promise<Comparison>): Promise<Comparison> {
  const engine = tinyEngine(kernels, config)
  try {
    return await body({ engine, config, snapshot: await trained(engine, config) })
  } finally {
    engine.dispose()
  }
}

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

const company: readonly EngineCase[] = [
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
        const prompts = tinyPrompts(6, 3)
        const whole = await sample(play, prompts, PARAMS)
        // Room for about 60 key rows of one head of 8: three sequences a wave.
        return withPlay(withLimit(kernels, 60 * 8 * 4 * 2), TINY, async (cut) => compareSequences(whole, await sample(cut, prompts, PARAMS)))
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

export const samplingExactness: readonly EngineCase[] = [...recordedCases, ...company]
