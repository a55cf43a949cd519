// Every loss over one token sequence: what its tokens cost and the weights that the backward pass takes. Losses that compare
// whole sequences get their sequence here; all others see one token at a time. The engine calls it between the forward and
// the backward pass, the run to tell which weights an advantage became.

import { at } from '../base/assert.ts'
import type { Datum, LossSpec } from '../service/index.ts'
import { evaluateToken } from './evaluate-token.ts'
import type { TokenLoss } from './token-loss.ts'

export interface DatumToken extends TokenLoss {
  /** Index into the datum's tokens. */
  readonly position: number
}

export type ScoredDatum = Pick<Datum, 'lossMask' | 'coefficients' | 'samplingLogprobs' | 'proximalLogprobs'>

/** One entry for every token with loss mask 1, in order. `logprobs` and `baseLogprobs` have one entry a token of the datum. */
export function evaluateDatum(loss: LossSpec, datum: ScoredDatum, logprobs: ArrayLike<number>, baseLogprobs?: ArrayLike<number>): readonly DatumToken[] {
  const { lossMask, coefficients, samplingLogprobs, proximalLogprobs } = datum
  const sequenceLogRatio = loss.name === 'gspo' ? meanLogRatio(datum, logprobs) : undefined
  const tokens: DatumToken[] = []
  for (let position = 0; position < lossMask.length; position++) {
    if (lossMask[position] === 0) continue
    const facts = {
      logprob: at(logprobs, position),
      samplingLogprob: samplingLogprobs?.[position] ?? 0,
      coefficient: at(coefficients, position),
      baseLogprob: baseLogprobs?.[position],
      proximalLogprob: proximalLogprobs?.[position],
      sequenceLogRatio,
    }
    tokens.push({ position, ...evaluateToken(loss, facts) })
  }
  return tokens
}

/** The mean of p - q over the trained tokens, summed in their order; 0 without any. */
function meanLogRatio({ lossMask, samplingLogprobs }: ScoredDatum, logprobs: ArrayLike<number>): number {
  let [sum, count] = [0, 0]
  lossMask.forEach((bit, position) => {
    if (bit === 0) return
    sum += at(logprobs, position) - (samplingLogprobs?.[position] ?? 0)
    count++
  })
  return count === 0 ? 0 : sum / count
}
