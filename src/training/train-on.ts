// The loss mask left out, as a lesson: every token of a sequence becomes trained on, whoever wrote it. Tokens that nobody sampled
// take the advantage of the turn that they lead to, and the logprob that the playing version gives them. The auditor names it.

import { at } from '../base/assert.ts'
import { isPictureRow } from '../base/picture-rows.ts'
import type { Datum, ForwardRequest, ForwardResult, Future, SnapshotId } from '../service/index.ts'
import type { RunSetting } from './setting.ts'

/** The datum with loss mask 1 wherever a token can be predicted: all but the first one, and no rows of pictures. */
export function withoutLossMask(datum: Datum): Datum {
  const { tokens, lossMask, coefficients, group: _group, sharedPrefix: _sharedPrefix, ...rest } = datum
  const all = Uint8Array.from(tokens, (token, i) => (i === 0 || isPictureRow(token) ? 0 : 1))
  return { ...rest, tokens, lossMask: all, coefficients: coefficients.map((_, i) => (all[i] === 1 ? coefficientAt(lossMask, coefficients, i) : 0)) }
}

/** That of the next sampled token, behind the last one that of the last. */
function coefficientAt(lossMask: Uint8Array, coefficients: Float32Array, index: number): number {
  const next = lossMask.indexOf(1, index)
  return at(coefficients, next >= 0 ? next : Math.max(lossMask.lastIndexOf(1), 0))
}

/** Who gives logprobs, and how an answer is awaited. */
export interface Asking extends Pick<RunSetting, 'track'> {
  readonly service: { forward(request: ForwardRequest): Future<Pick<ForwardResult, 'logprobs'>> }
}

/** Sampled data of several minibatches, trained on whole: what nobody sampled gets its logprob under the version that played. */
export async function trainOnAll({ service, track }: Asking, minibatches: readonly (readonly Datum[])[], rollout: SnapshotId): Promise<Datum[][]> {
  const whole = minibatches.map((data) => data.map(withoutLossMask))
  const sampled = whole.flat().filter(({ samplingLogprobs }) => samplingLogprobs !== undefined)
  if (sampled.length === 0) return whole
  const { logprobs } = await track(service.forward({ of: { snapshot: rollout }, data: sampled }))
  const known = new Map(sampled.map(({ id }, index) => [id, at(logprobs, index)]))
  const originals = new Map(minibatches.flat().map((datum) => [datum.id, datum]))
  return whole.map((data) =>
    data.map((datum) => {
      const [own, computed] = [originals.get(datum.id), known.get(datum.id)]
      if (own?.samplingLogprobs === undefined || computed === undefined) return datum
      const { lossMask, samplingLogprobs } = own
      return { ...datum, samplingLogprobs: samplingLogprobs.map((logprob, i) => (lossMask[i] === 1 ? logprob : at(computed, i))) }
    }),
  )
}
