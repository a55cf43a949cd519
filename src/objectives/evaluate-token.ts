// Every loss at one token: the number that is minimised and its derivative with respect to the token's logprob.
// The engine calls it between the forward and the backward pass, so one backward kernel serves all losses.
// Computed in float64; validateLoss has refused specs that lack what their loss reads.

import { assert, unreachable } from '../base/assert.ts'
import type { LossSpec } from '../service/index.ts'
import { crossEntropy } from './cross-entropy.ts'
import { decoupledPpo } from './decoupled-ppo.ts'
import { dro } from './dro.ts'
import { gspo } from './gspo.ts'
import { k3 } from './kl.ts'
import { type ClipBounds, cispo, importanceSampling, ppo } from './ratio.ts'
import type { Objective, TokenLoss } from './token-loss.ts'

/** What a loss may read of one token. Logprobs are in nats, at the sampling temperature. */
export interface TokenFacts {
  /** Now. */
  readonly logprob: number
  readonly samplingLogprob: number
  /** The weight of cross_entropy, the advantage of all others. */
  readonly coefficient: number
  readonly baseLogprob?: number | undefined
  /** Just before the update; decoupled_ppo. */
  readonly proximalLogprob?: number | undefined
  /** The mean over the sequence's trained tokens of logprob - samplingLogprob; gspo. */
  readonly sequenceLogRatio?: number | undefined
}

/**
 * Loss = scale · (klCoefficient · k3(p, b) - objective). A token is trained on only where its loss mask is 1: the caller sees to that.
 */
export function evaluateToken(loss: LossSpec, facts: TokenFacts): TokenLoss {
  const { logprob, baseLogprob } = facts
  const scale = loss.scale ?? 1
  const objective = objectiveOf(loss, facts)
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

function objectiveOf(loss: LossSpec, facts: TokenFacts): Objective {
  const { logprob: p, samplingLogprob: q, coefficient } = facts
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
    case 'gspo':
      assert(facts.sequenceLogRatio !== undefined, 'gspo reads the ratio of the sequence')
      return gspo(facts.sequenceLogRatio, coefficient, boundsOf(loss))
    case 'decoupled_ppo':
      assert(facts.proximalLogprob !== undefined && loss.weightCap !== undefined, 'decoupled_ppo reads the proximal logprob and states its cap')
      return decoupledPpo(p, q, facts.proximalLogprob, coefficient, boundsOf(loss), loss.weightCap)
    default:
      return unreachable(loss.name)
  }
}

function boundsOf(loss: LossSpec): ClipBounds {
  assert(loss.clipLow !== undefined && loss.clipHigh !== undefined, `${loss.name} states its clip bounds`)
  return { low: loss.clipLow, high: loss.clipHigh }
}
