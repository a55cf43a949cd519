// The shape of a loss: a scalar function of one token's logprobs. Objectives are written as they are maximised;
// evaluate-token.ts turns the sign. Notation of the files beside this one: p the logprob now, q the logprob when
// the token was sampled, b the base's logprob, r = exp(p - q), A the advantage.

/** The value of an objective at one token and its derivative with respect to p. */
export interface Objective {
  readonly value: number
  readonly slope: number
  /** The clip bound the ratio: for ppo it removed the gradient, for cispo it capped the weight. */
  readonly clipped: boolean
}

/** What evaluateToken gives: the loss that is minimised, scale included. */
export interface TokenLoss {
  readonly loss: number
  /** dLoss / dp: the weight that the one backward kernel takes. */
  readonly gradient: number
  readonly clipped: boolean
  /** The k3 estimate of KL(policy || base) at this token, without coefficient or scale; 0 without a base logprob. */
  readonly kl: number
}
