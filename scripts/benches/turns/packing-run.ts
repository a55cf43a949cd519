// The experiment of the bench `turns`: the gradient of the same episodes in both forms, and the time of each, in turn. Under Node
// or in a page.

import { assert, at } from '../../../src/base/assert.ts'
import type { EngineChoice } from '../../../src/engine/choose-kernels.ts'
import { type AdamParams, type AdapterSpec, type Datum, type LossSpec, PROJECTIONS } from '../../../src/service/index.ts'
import { type BaseFiles, openGround } from '../../adapters/ground.ts'
import { packedEpisodes, relativeDifference, type TurnShape, turnsApart } from './episodes.ts'

export interface PackingInput {
  readonly engine: EngineChoice
  readonly base: BaseFiles
  readonly shapes: readonly TurnShape[]
  readonly rounds: number
}

export interface PackingTimes {
  readonly turns: number
  /** Tokens of the data as they were trained, all episodes. */
  readonly packed: number
  readonly apart: number
  /** Token rows that went through the model. */
  readonly packedRows: number
  readonly apartRows: number
  readonly gradientDifference: number
  /** Of the logprobs of all trained tokens. */
  readonly logprobDifference: number
  readonly packedMilliseconds: readonly number[]
  readonly apartMilliseconds: readonly number[]
}

export interface PackingReport {
  readonly engine: string
  readonly device: string
  readonly times: readonly PackingTimes[]
}

const LOSS: LossSpec = { name: 'ppo', clipLow: 0.8, clipHigh: 1.2, scale: 1 / 64 }
const ADAPTER: AdapterSpec = { name: 'turns', rank: 8, scale: 2, targets: PROJECTIONS, seed: 1 }
const ADAM: AdamParams = { learningRate: 1e-2, beta1: 0.9, beta2: 0.99, epsilon: 1e-8, weightDecay: 0, gradClipNorm: 1 }
const tokensOf = (data: readonly Datum[]): number => data.reduce((sum, { tokens }) => sum + tokens.length, 0)

export async function packing({ engine: choice, base, shapes, rounds }: PackingInput, tell: (turns: number) => void): Promise<PackingReport> {
  const ground = await openGround(choice, base)
  const { engine } = ground.open()
  try {
    const { engine: name, device, base: model } = await engine.describe()
    const adapter = await engine.createAdapter(ADAPTER)
    // One step from the start, so that both factors have a gradient.
    const first = await recorded(packedEpisodes({ ...at(shapes, 0), episodes: 2 }, model.vocabulary))
    await engine.forwardBackward({ adapter, data: first, loss: LOSS }).result
    const { skipped } = await engine.optimStep(adapter, ADAM).result
    assert(!skipped, 'the first step is taken')

    async function recorded(data: readonly Datum[]): Promise<readonly Datum[]> {
      const { logprobs } = await engine.forward({ of: { adapter }, data }).result
      return data.map((datum, index) => ({ ...datum, samplingLogprobs: at(logprobs, index) }))
    }
    const gradientOf = async (data: readonly Datum[]) => {
      const start = performance.now()
      const result = await engine.forwardBackward({ adapter, data, loss: LOSS }).result
      const milliseconds = performance.now() - start
      return { result, milliseconds, gradient: await engine.takeGradient(adapter) }
    }
    const times: PackingTimes[] = []
    for (const shape of shapes) {
      tell(shape.turns)
      const packed = await recorded(packedEpisodes(shape, model.vocabulary))
      const apart = turnsApart(packed, shape)
      const [one, many] = [await gradientOf(packed), await gradientOf(apart)]
      const packedMilliseconds: number[] = []
      const apartMilliseconds: number[] = []
      for (let round = 0; round < rounds; round++) {
        packedMilliseconds.push((await gradientOf(packed)).milliseconds)
        apartMilliseconds.push((await gradientOf(apart)).milliseconds)
      }
      times.push({
        turns: shape.turns,
        packed: tokensOf(packed),
        apart: tokensOf(apart),
        packedRows: one.result.metrics.rows,
        apartRows: many.result.metrics.rows,
        gradientDifference: relativeDifference(many.gradient, one.gradient),
        logprobDifference: greatestDifference(packed, one.result.logprobs, many.result.logprobs, shape.turns),
        packedMilliseconds,
        apartMilliseconds,
      })
    }
    return { engine: name, device, times }
  } finally {
    engine.dispose()
    ground.close()
  }
}

/** Over all trained tokens: the logprob in the episode against that in its turn. */
function greatestDifference(packed: readonly Datum[], whole: readonly Float32Array[], apart: readonly Float32Array[], turns: number): number {
  let greatest = 0
  for (const [episode, { lossMask }] of packed.entries()) {
    lossMask.forEach((bit, position) => {
      if (bit === 0) return
      const own = apart.slice(episode * turns, (episode + 1) * turns).reduce((sum, logprobs) => sum + (logprobs[position] ?? 0), 0)
      greatest = Math.max(greatest, Math.abs(own - at(at(whole, episode), position)))
    })
  }
  return greatest
}
