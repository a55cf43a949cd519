// What an update computes before the weights move: every token's logprob under the version that wrote it, the newest version's
// where the loss reads them, and the base's. Passes that check and measure; none of them trains.

import { at } from '../base/assert.ts'
import type { Witness } from '../coordinator/testimony.ts'
import { type AdapterId, BASE_SNAPSHOT, type Datum, type SnapshotInfo } from '../service/index.ts'
import type { RunSetting } from './setting.ts'

export interface UpdateRequest {
  readonly adapter: AdapterId
  /** The version that the rollout read, and the newest one, from which the adapter moves on. The same where nothing lags behind. */
  readonly rollout: SnapshotInfo
  readonly newest: SnapshotInfo
  readonly minibatches: readonly (readonly Datum[])[]
  /** Examples that nobody sampled, in a run that otherwise learns by reward. */
  readonly examples?: boolean
  /** Index of the first of this step's planned optimizer steps, from 0. */
  readonly firstOptimizerStep: number
  /** Where an episode may mix versions: the version of every token by datum id, and the versions by their number. */
  readonly mixed?: { readonly versions: ReadonlyMap<string, Uint32Array>; readonly snapshots: readonly SnapshotInfo[] } | undefined
  /** Hears what the engine testifies of each pass. */
  readonly witness?: Witness | undefined
}

export type Minibatches = UpdateRequest['minibatches']

const lags = ({ rollout, newest }: UpdateRequest): boolean => rollout.id !== newest.id

/** Logprobs under the recorded version, for all sampled data that the first pass of training does not compute under it anyway. */
export async function forwardRecorded(setting: RunSetting, request: UpdateRequest, minibatches: Minibatches): Promise<Map<Datum, Float32Array>> {
  const { service, track } = setting
  if (request.mixed !== undefined) return forwardMixed(setting, request.mixed, minibatches.flat())
  const first = lags(request) ? -1 : minibatches.findIndex((data) => data.length > 0)
  const later = minibatches
    .slice(first + 1)
    .flat()
    .filter((datum) => datum.samplingLogprobs !== undefined)
  if (later.length === 0) return new Map()
  const { logprobs } = await track(service.forward({ of: { snapshot: request.rollout.id }, data: later }))
  return new Map(later.map((datum, index) => [datum, at(logprobs, index)]))
}

/** Every token's logprob under the version that wrote it: one pass a version over the data that it has a part in. */
async function forwardMixed(
  { service, track }: RunSetting,
  { versions, snapshots }: NonNullable<UpdateRequest['mixed']>,
  data: readonly Datum[],
): Promise<Map<Datum, Float32Array>> {
  const recorded = new Map<Datum, Float32Array>(data.map((datum) => [datum, new Float32Array(datum.tokens.length)]))
  for (const { id, version } of snapshots) {
    const wrote = (datum: Datum, index: number): boolean => datum.lossMask[index] === 1 && versions.get(datum.id)?.[index] === version
    const own = data.filter((datum) => datum.tokens.some((_, index) => wrote(datum, index)))
    if (own.length === 0) continue
    const { logprobs } = await track(service.forward({ of: { snapshot: id }, data: own }))
    for (const [place, datum] of own.entries()) {
      const column = recorded.get(datum)
      at(logprobs, place).forEach((logprob, index) => {
        if (column !== undefined && wrote(datum, index)) column[index] = logprob
      })
    }
  }
  return recorded
}

/** The data with the logprobs of the newest version, where the loss reads them: what was sampled under it has them already. */
export async function withProximal({ spec, service, track }: RunSetting, request: UpdateRequest): Promise<Minibatches> {
  if (spec.objective.loss !== 'decoupled_ppo') return request.minibatches
  const data = request.minibatches.flat()
  const proximal = new Map<Datum, Float32Array | undefined>(data.map((datum) => [datum, datum.samplingLogprobs]))
  if (lags(request) && data.length > 0) {
    const { logprobs } = await track(service.forward({ of: { snapshot: request.newest.id }, data }))
    for (const [index, datum] of data.entries()) proximal.set(datum, at(logprobs, index))
  }
  return request.minibatches.map((part) =>
    part.map((datum) => {
      const proximalLogprobs = proximal.get(datum)
      return proximalLogprobs === undefined ? datum : { ...datum, proximalLogprobs }
    }),
  )
}

/** The base's logprobs of everything that trains. A loss with a KL term brings them along, so then none are asked for. */
export async function forwardBase({ service, spec, track }: RunSetting, minibatches: Minibatches): Promise<Map<Datum, Float32Array>> {
  const data = minibatches.flat()
  if (data.length === 0 || spec.objective.klCoefficient > 0) return new Map()
  const { logprobs } = await track(service.forward({ of: { snapshot: BASE_SNAPSHOT }, data }))
  return new Map(data.map((datum, index) => [datum, at(logprobs, index)]))
}
