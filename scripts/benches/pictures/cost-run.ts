// The experiment of the bench `pictures`: the same questions with pictures of several sizes, with text in place of their rows, and
// with neither; forwards and training, in turn, apart and by siblings that share what they see. Under Node or in a page.

import { assert, at } from '../../../src/base/assert.ts'
import { pictureRowIds } from '../../../src/base/picture-rows.ts'
import { createRng } from '../../../src/base/random.ts'
import type { EngineChoice } from '../../../src/engine/choose-kernels.ts'
import { type AdapterSpec, type Datum, type ImageChunk, type LossSpec, type PatchShape, PROJECTIONS } from '../../../src/service/index.ts'
import { type BaseFiles, openGround } from '../../adapters/ground.ts'

export interface CostInput {
  readonly engine: EngineChoice
  readonly base: BaseFiles
  /** Pixels of a picture's side. */
  readonly sides: readonly number[]
  /** Questions of a pass, each with one picture. */
  readonly questions: number
  readonly groupSize: number
  readonly rounds: number
}

/** What stands before the words of a question: a picture, as many rows of text, or nothing. */
type Lead = 'picture' | 'text' | 'nothing'

export interface Times {
  readonly forward: readonly number[]
  readonly train: readonly number[]
}

export interface SideCost {
  readonly side: number
  readonly rowsPerPicture: number
  readonly leads: Readonly<Record<Lead, Times>>
  /** Rows and training times of groups that share their picture, of groups that do not, and of groups without one. */
  readonly groups: Readonly<Record<'shared' | 'apart' | 'nothing', { readonly rows: number; readonly milliseconds: readonly number[] }>>
}

export interface CostReport {
  readonly engine: string
  readonly device: string
  readonly costs: readonly SideCost[]
}

const ADAPTER: AdapterSpec = { name: 'pictures', rank: 8, scale: 2, targets: PROJECTIONS, seed: 1 }
const LOSS: LossSpec = { name: 'cross_entropy', scale: 1 / 64 }
const WORDS = 7
const ANSWER = 3

export async function pictureCost({ engine: choice, base, sides, questions, groupSize, rounds }: CostInput, tell: (side: number) => void): Promise<CostReport> {
  const ground = await openGround(choice, base)
  const { engine } = ground.open()
  try {
    const { engine: name, device, base: model } = await engine.describe()
    const { patch } = model
    assert(patch !== undefined, `the base ${model.name} reads text alone`)
    const adapter = await engine.createAdapter(ADAPTER)
    const forward = (data: readonly Datum[]) => engine.forward({ of: { adapter }, data }).result
    const train = (data: readonly Datum[]) => engine.forwardBackward({ adapter, data, loss: LOSS }).result
    const costs: SideCost[] = []
    for (const side of sides) {
      tell(side)
      const rowsPerPicture = (side / patch.size) ** 2
      const draw = { patch, side, vocabulary: model.vocabulary }
      const alone = (lead: Lead) => Array.from({ length: questions }, (_, index) => question(draw, lead, index))
      const groups = (lead: Lead, shared: boolean) =>
        alone(lead).flatMap((datum) => Array.from({ length: groupSize }, (_, member) => sibling(datum, member, shared)))
      const runs = [
        ...(['picture', 'text', 'nothing'] as const).flatMap((lead) => [() => forward(alone(lead)), () => train(alone(lead))]),
        () => train(groups('picture', true)),
        () => train(groups('picture', false)),
        () => train(groups('nothing', true)),
      ]
      const rows: number[] = []
      for (const run of runs) rows.push(rowsOf(await run()))
      const times = runs.map((): number[] => [])
      for (let round = 0; round < rounds; round++) {
        for (const [index, run] of runs.entries()) {
          const start = performance.now()
          await run()
          at(times, index).push(performance.now() - start)
        }
      }
      const pair = (index: number): Times => ({ forward: at(times, index), train: at(times, index + 1) })
      const group = (index: number) => ({ rows: at(rows, index), milliseconds: at(times, index) })
      costs.push({
        side,
        rowsPerPicture,
        leads: { picture: pair(0), text: pair(2), nothing: pair(4) },
        groups: { shared: group(6), apart: group(7), nothing: group(8) },
      })
    }
    return { engine: name, device, costs }
  } finally {
    engine.dispose()
    ground.close()
  }
}

const rowsOf = (result: object): number => ('metrics' in result ? (result as { readonly metrics: { readonly rows: number } }).metrics.rows : 0)

interface Draw {
  readonly patch: PatchShape
  readonly side: number
  readonly vocabulary: number
}

function question({ patch, side, vocabulary }: Draw, lead: Lead, index: number): Datum {
  const rng = createRng([0x636f7374, side], index)
  const expectedTokens = (side / patch.size) ** 2
  const words = (length: number): number[] => Array.from({ length }, () => rng.integer(vocabulary))
  const image: ImageChunk = {
    type: 'image',
    width: side,
    height: side,
    channels: patch.channels,
    data: Uint8Array.from({ length: side * side * patch.channels }, () => rng.integer(256)),
    expectedTokens,
  }
  const before = lead === 'picture' ? [...pictureRowIds(image, expectedTokens)] : lead === 'text' ? words(expectedTokens) : []
  const tokens = Uint32Array.from([...before, ...words(WORDS), ...words(ANSWER)])
  const lossMask = Uint8Array.from(tokens, (_, i) => (i >= tokens.length - ANSWER ? 1 : 0))
  const images = lead === 'picture' ? { images: [{ start: 0, image }] } : {}
  return { id: `${index}`, tokens, lossMask, coefficients: Float32Array.from(lossMask), ...images }
}

const sibling = (datum: Datum, member: number, shared: boolean): Datum => ({
  ...datum,
  id: `${datum.id}.${member}`,
  ...(shared ? { group: datum.id, sharedPrefix: datum.tokens.length - ANSWER } : {}),
})
