// Every loss at one token: the number that is minimised and its derivative with respect to the token's logprob.
// The engine calls it between the forward and the backward pass, so one backward kernel serves all losses.
// Computed in float64; validateLoss has refused specs that lack what their loss reads.

import { assert, unreachable } from '../base/assert.ts'
import type { LossSpec } from '../service/index.ts'
import { crossEntropy } from './cross-entropy.ts'
import { dro } from './dro.ts'
import { k3 } from './kl.ts'
import { type ClipBounds, cispo, importanceSampling, ppo } from './ratio.ts'
import type { Objective, TokenLoss } from './token-loss.ts'

/**
 * Loss = scale · (klCoefficient · k3(p, b) - objective). `coefficient` is the weight of cross_entropy, the
 * advantage of all others. A token is trained on only where its loss mask is 1: the caller sees to that.
 */
export function evaluateToken(loss: LossSpec, logprob: number, samplingLogprob: number, coefficient: number, baseLogprob?: number): TokenLoss {
  const scale = loss.scale ?? 1
  const objective = objectiveOf(loss, logprob, samplingLogprob, coefficient)
  const kl = baseLogprob === undefined ? undefined : k3(logprob, baseLogprob)
  const klCoefficient = loss.klCoefficient ?? 0
  assert(klCoefficient === 0 || kl !== undefined, 'a loss with a KL term needs the base logprob')
  return {
    loss: scale * (klCoefficient * (kl?.value ?? 0) - objective.value),
    gradient: scale * (klCoefficient * (kl?.slope ?? 0) - objective.slope),
    clipped: objective.clipped,
    kl: kl?.value ?? 0,
  }
}

function objectiveOf(loss: LossSpec, p: number, q: number, coefficient: number): Objective {
  switch (loss.name) {
    case 'cross_entropy':
      return crossEntropy(p, coefficient)
    case 'importance_sampling':
      return importanceSampling(p, q, coefficient)
    case 'ppo':
      return ppo(p, q, coefficient, boundsOf(loss))
    case 'cispo':
      return cispo(p, q, coefficient, boundsOf(loss))
    case 'dro':
      assert(loss.beta !== undefined, 'dro states beta')
      return dro(p, q, coefficient, loss.beta)
    default:
      return unreachable(loss.name)
  }
}

function boundsOf(loss: LossSpec): ClipBounds {
  assert(loss.clipLow !== undefined && loss.clipHigh !== undefined, `${loss.name} states its clip bounds`)
  return { low: loss.clipLow, high: loss.clipHigh }
}
