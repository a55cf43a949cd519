// The promises with pictures among the rows: sampling and training agree bit for bit whoever shares a prompt, a wave or a pass;
// an adapter trained on pictures in company is the one trained alone; resumed equals uninterrupted. And what makes a picture one:
// sequences that differ in nothing else do not share a key, and read differently.

import { at } from '../../base/assert.ts'
import { pictureRowIds } from '../../base/picture-rows.ts'
import { createRng } from '../../base/random.ts'
import type { ModelConfig } from '../../model/config.ts'
import type { CheckpointData, Datum, ImageChunk, LossSpec, PlacedImage, SamplePrompt, SamplingParams } from '../../service/index.ts'
import type { Engine } from '../engine.ts'
import { type Comparison, compare, compareSequences, compareStates, type EngineCase, together } from './engine-case.ts'
import { type Play, recomputed, sample, withPlay } from './play.ts'
import { ADAM, dataOf, TINY, tinyEngine, tinySpec, writtenData } from './tiny-model.ts'

const GREY: ModelConfig = { ...TINY, patch: { size: 4, channels: 1 } }
const COLOUR: ModelConfig = { ...TINY, layers: 1, patch: { size: 2, channels: 3 } }
const PARAMS: SamplingParams = { maxTokens: 19, temperature: 1, stopTokens: [7] }
const LOSS: LossSpec = { name: 'ppo', clipLow: 0.8, clipHigh: 1.2, klCoefficient: 0.05, scale: 0.02 }

function tinyImage(seed: number, { patch }: ModelConfig, across: number, down: number): ImageChunk {
  if (patch === undefined) throw new Error('Assertion failed: the case is for a base that sees')
  const rng = createRng([0x70696374, seed])
  const [width, height] = [across * patch.size, down * patch.size]
  const data = Uint8Array.from({ length: width * height * patch.channels }, () => rng.integer(256))
  return { type: 'image', width, height, channels: patch.channels, data, expectedTokens: across * down }
}

/** Words and pictures in turn: numbers are tokens. */
function promptOf(parts: readonly (number | ImageChunk)[]): Pick<SamplePrompt, 'tokens' | 'images'> {
  const tokens: number[] = []
  const images: PlacedImage[] = []
  for (const part of parts) {
    if (typeof part === 'number') tokens.push(part)
    else {
      images.push({ start: tokens.length, image: part })
      tokens.push(...pictureRowIds(part, part.expectedTokens))
    }
  }
  return { tokens: Uint32Array.from(tokens), ...(images.length === 0 ? {} : { images }) }
}

/** Groups whose words are all the same and whose pictures differ in number and place; every fourth group is text alone. */
function picturedPrompts(groups: number, size: number, config: ModelConfig): readonly SamplePrompt[] {
  return Array.from({ length: groups }, (_, group) => {
    const [one, two] = [tinyImage(group, config, 3, 2), tinyImage(100 + group, config, 1, 3)]
    const layouts = [
      [one, 4, 9],
      [4, 9, one],
      [4, one, 9, two],
      [4, 9],
    ] as const
    const prompt = promptOf(at(layouts, group % layouts.length))
    return Array.from({ length: size }, (_, member): SamplePrompt => {
      const stream = [group * size + member, 0] as const
      return size === 1 ? { ...prompt, stream } : { ...prompt, stream, group: `g${group}` }
    })
  }).flat()
}

const settings: readonly (readonly [name: string, config: ModelConfig, groupSize: number, params: Partial<SamplingParams>])[] = [
  ['grey, temperature 1, groups of 4', GREY, 4, {}],
  ['grey, temperature 0.7', GREY, 1, { temperature: 0.7 }],
  ['colour, top-k 5, groups of 3', COLOUR, 3, { topK: 5 }],
]

const recordedCases: readonly EngineCase[] = settings.map(([name, config, groupSize, change]) => ({
  promise: 'E1',
  name: `sampling and training agree with pictures: ${name}`,
  run: (kernels) =>
    withPlay(kernels, config, async (play) => {
      const params = { ...PARAMS, ...change }
      const prompts = picturedPrompts(9, groupSize, config)
      const sampled = await sample(play, prompts, params)
      const { temperature } = params
      const apart = dataOf(prompts, sampled, { temperature })
      return together([
        await recomputed(play, dataOf(prompts, sampled, { temperature, shared: true }), sampled),
        await recomputed(play, apart, sampled),
        await recomputed(play, [at(apart, 2)], [at(sampled, 2)]),
      ])
    }),
}))

/** Numbers that are the same although they must not be. */
const unlike = (a: ArrayLike<number>, b: ArrayLike<number>): Comparison => {
  const same = compare(a, b).differing === 0
  return { differing: same ? 1 : 0, compared: a.length, gap: same ? Number.POSITIVE_INFINITY : 0 }
}

const draws: readonly EngineCase[] = [
  {
    promise: 'draws',
    name: 'a sequence with pictures is sampled alone as in a batch, shared prompt or not',
    run: (kernels) =>
      withPlay(kernels, GREY, async (play) => {
        const prompts = picturedPrompts(8, 3, GREY)
        const all = await sample(play, prompts, PARAMS)
        const parts = [1, 7, 14, 22].map(async (index) => {
          const { group: _, ...prompt } = at(prompts, index)
          return compareSequences([at(all, index)], await sample(play, [prompt], PARAMS))
        })
        const reversed = await sample(play, [...prompts].reverse(), PARAMS)
        return together([...(await Promise.all(parts)), compareSequences(all, [...reversed].reverse())])
      }),
  },
  {
    promise: 'draws',
    name: 'another picture gives other numbers, wherever it stands',
    run: (kernels) =>
      withPlay(kernels, GREY, async (play) => {
        const first = await firstNumbers(play, 1)
        const again = await firstNumbers(play, 1)
        const other = await firstNumbers(play, 2)
        return together([...first.map((own, i) => compare(own, at(again, i))), ...first.map((own, i) => unlike(own, at(other, i)))])
      }),
  },
]

/** Entropies of what follows the same words and the picture of this seed, in three places. */
async function firstNumbers(play: Play, seed: number): Promise<readonly Float32Array[]> {
  const image = tinyImage(seed, GREY, 2, 2)
  const prompts = [
    [image, 4, 9],
    [4, image, 9],
    [4, 9, image],
  ].map((parts, index): SamplePrompt => ({ ...promptOf(parts), stream: [index, 0] }))
  const sampled = await sample(play, prompts, { ...PARAMS, stopTokens: [] })
  return sampled.map(({ entropies }) => entropies)
}

async function trainedOn(engine: Engine, name: string, data: readonly Datum[], steps: number): Promise<string> {
  const adapter = await engine.createAdapter(tinySpec(name))
  for (let step = 0; step < steps; step++) await stepped(engine, adapter, data)
  return adapter
}

async function stepped(engine: Engine, adapter: string, data: readonly Datum[]): Promise<void> {
  await engine.forwardBackward({ adapter, data, loss: LOSS }).result
  await engine.optimStep(adapter, ADAM).result
}

async function picturedData(play: Play): Promise<readonly Datum[]> {
  const prompts = picturedPrompts(9, 4, play.config)
  return dataOf(prompts, await sample(play, prompts, PARAMS), { shared: true })
}

const training: readonly EngineCase[] = [
  {
    promise: 'E2',
    name: 'an adapter trained on pictures beside one trained on text is the one trained alone',
    run: (kernels) =>
      withPlay(kernels, GREY, async (play) => {
        const { engine } = play
        const data = await picturedData(play)
        const alone = await engine.saveState(await trainedOn(engine, 'ours', data, 2))
        const [theirs, ours] = [await engine.createAdapter(tinySpec('theirs', { rank: 5, seed: 9 })), await engine.createAdapter(tinySpec('ours'))]
        for (let step = 0; step < 2; step++) {
          const text = writtenData(9, 21, step, GREY)
          await Promise.all([
            engine.forwardBackward({ adapter: theirs, data: text, loss: { name: 'cross_entropy', scale: 0.01 } }).result,
            engine.forwardBackward({ adapter: ours, data, loss: LOSS }).result,
          ])
          await Promise.all([engine.optimStep(theirs, ADAM).result, engine.optimStep(ours, ADAM).result])
        }
        return compareStates(await engine.saveState(ours), alone)
      }),
  },
  {
    promise: 'E3',
    name: 'trained on pictures, saved, loaded elsewhere and trained on as never interrupted',
    run: (kernels) =>
      withPlay(kernels, GREY, async (play) => {
        const { engine } = play
        const data = await picturedData(play)
        const adapter = await trainedOn(engine, 'kept', data, 2)
        const saved = await engine.saveState(adapter)
        await stepped(engine, adapter, data)
        const uninterrupted = await engine.saveState(adapter)
        const fresh = tinyEngine(kernels, GREY)
        try {
          return compareStates(await onward(fresh, saved, data), uninterrupted)
        } finally {
          fresh.dispose()
        }
      }),
  },
]

async function onward(engine: Engine, saved: CheckpointData, data: readonly Datum[]): Promise<CheckpointData> {
  await engine.createAdapter(tinySpec('neighbour', { rank: 8 })) // another slot, another offset
  const adapter = await engine.loadState(saved)
  await stepped(engine, adapter, data)
  return engine.saveState(adapter)
}

export const pictureExactness: readonly EngineCase[] = [...recordedCases, ...draws, ...training]
