// What a token could have been: among its alternatives stands what was sampled, with the very number that was recorded, whether
// it was masked or not; forbidden tokens are marked, the others are ordered and add up to 1.

import { at } from '../../base/assert.ts'
import { type Datum, type TokenAlternatives, UNMASKED } from '../../service/index.ts'
import { type Comparison, compare, type EngineCase, together } from './engine-case.ts'
import { maskedData, maskedPrompts } from './masked-exactness.ts'
import { sample, withPlay } from './play.ts'
import { dataOf, TINY, WIDE_VOCABULARY } from './tiny-model.ts'

const PARAMS = { maxTokens: 12, temperature: 0.8, stopTokens: [] }

const tell = (broken: boolean): Comparison => ({ differing: broken ? 1 : 0, compared: 1, gap: broken ? Number.POSITIVE_INFINITY : 0 })
const descending = (values: readonly number[]): boolean => values.every((value, i) => i === 0 || value <= at(values, i - 1))
const massOf = (logprobs: Float32Array): number => logprobs.reduce((sum, logprob) => sum + Math.exp(logprob), 0)

function allowedAt({ actionMask }: Datum, position: number): Uint32Array | undefined {
  const state = actionMask?.states[position] ?? UNMASKED
  return actionMask === undefined || state === UNMASKED ? undefined : actionMask.tokens.subarray(at(actionMask.starts, state), at(actionMask.starts, state + 1))
}

function ofToken(datum: Datum, recorded: Float32Array, { position, tokens, logprobs, freeLogprobs }: TokenAlternatives, count: number): Comparison {
  const allowed = allowedAt(datum, position)
  const place = tokens.indexOf(at(datum.tokens, position))
  const forbidden = Array.from(tokens, (token) => allowed !== undefined && !allowed.includes(token))
  return together([
    compare([at(logprobs, place)], [at(recorded, position)]),
    compare(
      logprobs.map((logprob) => (Number.isFinite(logprob) ? 0 : 1)),
      forbidden.map(Number),
    ),
    tell(tokens.length < count || !descending([...freeLogprobs].slice(0, count))),
    tell(allowed === undefined && freeLogprobs.some((free, i) => free !== logprobs[i])),
  ])
}

export const alternativesExactness: readonly EngineCase[] = [
  ...(
    [
      ['the first five', TINY, 5],
      ['the first five of a vocabulary of 4100', WIDE_VOCABULARY, 5],
      ['the whole vocabulary', TINY, TINY.vocabulary],
    ] as const
  ).map(
    ([name, config, count]): EngineCase => ({
      promise: 'E1',
      name: `alternatives of a token hold the logprob that was recorded: ${name}`,
      run: (kernels) =>
        withPlay(kernels, config, async (play) => {
          const prompts = maskedPrompts(6, 2, config)
          const sampled = await sample(play, prompts, PARAMS)
          const data = maskedData(prompts, sampled, dataOf(prompts, sampled, { temperature: PARAMS.temperature, shared: true }))
          const { alternatives = [], logprobs } = await play.engine.forward({ of: { snapshot: play.snapshot }, data, alternatives: count }).result
          const plain = await play.engine.forward({ of: { snapshot: play.snapshot }, data }).result
          return together([
            ...logprobs.map((own, index) => compare(own, at(plain.logprobs, index))),
            ...sampled.map(({ tokens }, index) => tell(at(alternatives, index).length !== tokens.length)),
            ...data.flatMap((datum, index) =>
              at(alternatives, index).map((token) => ofToken(datum, datum.samplingLogprobs ?? new Float32Array(0), token, count)),
            ),
            ...alternatives
              .flat()
              .map(({ logprobs: masked, freeLogprobs }) =>
                tell(count === config.vocabulary && !(Math.abs(massOf(masked) - 1) < 1e-4 && Math.abs(massOf(freeLogprobs) - 1) < 1e-4)),
              ),
          ])
        }),
    }),
  ),
]
