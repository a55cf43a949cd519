// E1 under the action mask: what was sampled from a trie is what training evaluates, bit for bit, in any company: several
// tries in a batch, free sequences among them, cached and recomputed. And what makes a mask one: nothing outside it is ever
// sampled, no gradient leaks out of it, and a mask that allows everything changes no bit.

import { at } from '../../base/assert.ts'
import { createRng } from '../../base/random.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import type { ModelConfig } from '../../model/config.ts'
import { type ActionMask, type ActionTrie, type Datum, type SampledSequence, type SamplePrompt, type SamplingParams, UNMASKED } from '../../service/index.ts'
import { type Comparison, compare, compareSequences, compareStates, type EngineCase, together } from './engine-case.ts'
import { type Play, recomputed, sample, withPlay } from './play.ts'
import { ADAM, dataOf, ODD_VOCABULARY, TINY, tinyPrompts, tinySpec, WIDE_VOCABULARY } from './tiny-model.ts'

const PARAMS: SamplingParams = { maxTokens: 19, temperature: 1, stopTokens: [7] }

/** A trie of `depth` levels with a few tokens each, long enough that a sequence walks it over several blocks of decoding. */
function tinyTrie(seed: number, { vocabulary }: ModelConfig, depth: number): ActionTrie {
  const rng = createRng([0x74726965, seed])
  const starts = [0]
  const tokens: number[] = []
  const next: number[] = []
  for (let state = 0; state < depth; state++) {
    const count = 1 + rng.integer(9)
    const allowed = new Set(Array.from({ length: count }, () => rng.integer(vocabulary)))
    for (const token of [...allowed].sort((a, b) => a - b)) {
      tokens.push(token)
      // Some tokens skip a level, so that sequences of one trie part ways.
      next.push(Math.min(depth, state + 1 + rng.integer(2)))
    }
    starts.push(tokens.length)
  }
  return { starts: Uint32Array.from([...starts, tokens.length]), tokens: Uint32Array.from(tokens), next: Uint32Array.from(next) }
}

/** Groups of prompts under tries of their own, every third group free. */
export function maskedPrompts(groups: number, size: number, config: ModelConfig): readonly SamplePrompt[] {
  const tries = Array.from({ length: groups }, (_, group) => tinyTrie(group, config, 3 + ((group * 4) % 17)))
  return tinyPrompts(groups, size, config).map((prompt, index) => {
    const group = Math.floor(index / size)
    return group % 3 === 2 ? prompt : { ...prompt, actions: at(tries, group) }
  })
}

/** What training sees of masked sequences: the sets that they were sampled from. */
export function maskedData(prompts: readonly SamplePrompt[], sampled: readonly SampledSequence[], data: readonly Datum[]): readonly Datum[] {
  return data.map((datum, index): Datum => {
    const { actions, tokens: prompt } = at(prompts, index)
    const { states } = at(sampled, index)
    if (actions === undefined || states === undefined) return datum
    const own = new Uint32Array(datum.tokens.length).fill(UNMASKED)
    own.set(states, prompt.length)
    return { ...datum, actionMask: { states: own, starts: actions.starts, tokens: actions.tokens } satisfies ActionMask }
  })
}

/** Sampled tokens that the trie does not allow where they stand; and all that were looked at. */
function strays(prompts: readonly SamplePrompt[], sampled: readonly SampledSequence[]): Comparison {
  let [differing, compared] = [0, 0]
  sampled.forEach(({ tokens, states }, index) => {
    const { actions } = at(prompts, index)
    if (actions === undefined) return
    let state = 0
    tokens.forEach((token, i) => {
      compared++
      const edge = actions.tokens.subarray(0, at(actions.starts, state + 1)).indexOf(token, at(actions.starts, state))
      if (states?.[i] !== state || edge < 0) differing++
      state = actions.next[edge] ?? state
    })
  })
  return { differing, compared, gap: differing === 0 ? 0 : Number.POSITIVE_INFINITY }
}

const settings: readonly (readonly [name: string, config: ModelConfig, groupSize: number, params: Partial<SamplingParams>])[] = [
  ['temperature 1, groups of 4', TINY, 4, {}],
  ['temperature 0.7', TINY, 1, { temperature: 0.7 }],
  ['top-k 3, groups of 4', TINY, 4, { temperature: 0.9, topK: 3 }],
  ['top-p 0.8', TINY, 1, { topP: 0.8 }],
  ['greedy', TINY, 1, { temperature: 0 }],
  ['a vocabulary of 61', ODD_VOCABULARY, 4, {}],
  ['a vocabulary of 4100', WIDE_VOCABULARY, 2, {}],
  ['a vocabulary of 4100, top-k 4', WIDE_VOCABULARY, 2, { topK: 4 }],
]

const recordedCases: readonly EngineCase[] = settings.map(([name, config, groupSize, change]) => ({
  promise: 'E1',
  name: `sampling and training agree under the action mask: ${name}`,
  run: (kernels) =>
    withPlay(kernels, config, async (play) => {
      const params = { ...PARAMS, ...change }
      const prompts = maskedPrompts(6, groupSize, config)
      const sampled = await sample(play, prompts, params)
      const temperature = params.temperature === 0 ? 1 : params.temperature
      const shared = maskedData(prompts, sampled, dataOf(prompts, sampled, { temperature, shared: true }))
      const apart = maskedData(prompts, sampled, dataOf(prompts, sampled, { temperature }))
      return together([
        strays(prompts, sampled),
        await recomputed(play, shared, sampled),
        await recomputed(play, apart, sampled),
        await recomputed(play, [at(apart, 1)], [at(sampled, 1)]),
      ])
    }),
}))

/** Everything allowed, for ever: one state that leads to itself. */
function everything({ vocabulary }: ModelConfig): ActionTrie {
  return { starts: Uint32Array.of(0, vocabulary), tokens: Uint32Array.from({ length: vocabulary }, (_, i) => i), next: new Uint32Array(vocabulary) }
}

/** Factors and moments after a step on this data. */
async function stepped({ engine }: Play, name: string, data: readonly Datum[]) {
  const adapter = await engine.createAdapter(tinySpec(name))
  await engine.forwardBackward({ adapter, data, loss: { name: 'importance_sampling', klCoefficient: 0.1, scale: 0.02 } }).result
  await engine.optimStep(adapter, ADAM).result
  return engine.saveState(adapter)
}

const company: readonly EngineCase[] = [
  {
    promise: 'draws',
    name: 'a masked sequence is sampled alone as among others, masked and free',
    run: (kernels: Kernels) =>
      withPlay(kernels, TINY, async (play) => {
        const prompts = maskedPrompts(6, 3, TINY)
        const all = await sample(play, prompts, PARAMS)
        const alone = [0, 4, 7, 11].map(async (index) => compareSequences([at(all, index)], await sample(play, [at(prompts, index)], PARAMS)))
        return together([...(await Promise.all(alone)), compareSequences(all, [...(await sample(play, [...prompts].reverse(), PARAMS))].reverse())])
      }),
  },
  {
    promise: 'E1',
    name: 'a mask that allows everything changes no bit, in sampling or in training',
    run: (kernels: Kernels) =>
      withPlay(kernels, ODD_VOCABULARY, async (play) => {
        const free = tinyPrompts(4, 3, ODD_VOCABULARY)
        const open = free.map((prompt) => ({ ...prompt, actions: everything(ODD_VOCABULARY) }))
        const [want, got] = [await sample(play, free, PARAMS), await sample(play, open, PARAMS)]
        const plain = dataOf(free, want)
        return together([compareSequences(want, got), compareStates(await stepped(play, 'x', plain), await stepped(play, 'x', maskedData(open, got, plain)))])
      }),
  },
  {
    promise: 'E2',
    name: 'an adapter trained on masked data in company is the one trained alone',
    run: (kernels: Kernels) =>
      withPlay(kernels, TINY, async (play) => {
        const prompts = maskedPrompts(6, 3, TINY)
        const sampled = await sample(play, prompts, PARAMS)
        const data = maskedData(prompts, sampled, dataOf(prompts, sampled, { shared: true }))
        const { engine } = play
        const alone = await stepped(play, 'x', data)
        const [ours, theirs] = [await engine.createAdapter(tinySpec('x')), await engine.createAdapter(tinySpec('other', { rank: 5, seed: 9 }))]
        const loss = { name: 'importance_sampling', klCoefficient: 0.1, scale: 0.02 } as const
        const free = dataOf(prompts.slice(0, 5), sampled.slice(0, 5))
        await Promise.all([engine.forwardBackward({ adapter: theirs, data: free, loss }).result, engine.forwardBackward({ adapter: ours, data, loss }).result])
        await Promise.all([engine.optimStep(theirs, ADAM).result, engine.optimStep(ours, ADAM).result])
        return compareStates(await engine.saveState(ours), alone)
      }),
  },
  {
    promise: 'E1',
    name: 'what a mask leaves one choice has logprob 0, entropy 0 and no gradient',
    run: (kernels: Kernels) =>
      withPlay(kernels, TINY, async (play) => {
        const depth = 12
        const one: ActionTrie = {
          starts: Uint32Array.from({ length: depth + 2 }, (_, i) => Math.min(i, depth)),
          tokens: Uint32Array.from({ length: depth }, (_, i) => (i * 11) % TINY.vocabulary),
          next: Uint32Array.from({ length: depth }, (_, i) => i + 1),
        }
        const prompts = tinyPrompts(2, 2).map((prompt) => ({ ...prompt, actions: one }))
        const sampled = await sample(play, prompts, { ...PARAMS, stopTokens: [] })
        const before = await stepped(play, 'x', [])
        const after = await stepped(play, 'x', maskedData(prompts, sampled, dataOf(prompts, sampled)))
        return together([
          ...sampled.map(({ tokens, logprobs, entropies, stop }) =>
            together([
              compare(tokens, one.tokens),
              compare(logprobs, new Float32Array(depth)),
              compare(entropies, new Float32Array(depth)),
              compare([stop === 'stop_token' ? 1 : 0], [1]),
            ]),
          ),
          compareStates(after, before),
        ])
      }),
  },
]

export const maskedExactness: readonly EngineCase[] = [...recordedCases, ...company]
