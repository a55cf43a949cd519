// Words of the credit ledger: from a reward to the turn that earned it, and to the weights of its tokens.

import type { CreditLedger } from '../../src/record/credit-ledger.ts'
import { signed, significant, whole } from './numbers.ts'

export const LEDGER_HEADS = ['Turn', 'Reward', 'Trained tokens', 'Advantage', 'Weight of each token', 'Pull'] as const
export const LEDGER_GONE = 'The tokens of this step are not kept any more: run the same spec again for its credit.'
export const LEDGER_HELP =
  'A weight is the derivative of the loss with respect to the token’s logprob: below zero the update makes the token likelier. The pull of a turn is the sum of their sizes.'

export const ledgerTitle = (episode: number): string => `Credit of episode ${episode}, from reward to gradient`

export const earnedSentence = ({ agent, totalReward, trained }: CreditLedger): string =>
  `${agent} earned ${signed(totalReward, 2)} in all${trained ? '' : '; nothing of it was trained on'}.`

/** What the loss mask promises, and whether it held. */
export function maskedSentence({ masked: { tokens, greatest } }: CreditLedger): string {
  const what = `${whole(tokens)} tokens that nobody sampled`
  return greatest === 0 ? `${what}: the weight of every one of them is exactly 0.` : `${what}: the weight of one of them is ${significant(greatest)}, not 0.`
}

/** Weights are kept for what an update looked at. */
export const weightWords = (weights: Float32Array | null): string =>
  weights === null ? 'not kept' : Array.from(weights, (weight) => significant(weight)).join('  ')
