// The credit of one episode as a ledger: every reward, the turn that earned it, and the token weights that it became. Pure, from
// what was recorded; nothing is computed again.

import type { EpisodeTokens } from './step-tokens.ts'

/** One own turn of the agent. */
export interface LedgerTurn {
  readonly turn: number
  /** Token indices [start, end) of what it wrote. */
  readonly start: number
  readonly end: number
  /** What the turn earned, and the token on which each reward sits. */
  readonly reward: number
  readonly rewardTokens: readonly number[]
  readonly trainedTokens: number
  /** The coefficient of its trained tokens; 0 where it was not trained. */
  readonly advantage: number
  /** By token: the derivative of the loss with respect to its logprob. Null in records from before they were kept. */
  readonly weights: Float32Array | null
  /** Sum of the weights' sizes: how hard the turn pulled. Null without weights. */
  readonly pull: number | null
}

export interface CreditLedger {
  readonly episode: number
  readonly agent: string
  readonly trained: boolean
  readonly totalReward: number
  readonly turns: readonly LedgerTurn[]
  /** Tokens with loss mask 0: how many, and the greatest size of a weight or coefficient on any of them. It is exactly 0. */
  readonly masked: { readonly tokens: number; readonly greatest: number }
}

export function creditLedger({ trajectory, advantages, weights, trained }: EpisodeTokens): CreditLedger {
  const { episode, agent, totalReward, spans, rewards, lossMask } = trajectory
  const turns = spans
    .filter(({ state }) => state === 'GENERATING')
    .map(({ turn, start, end }): LedgerTurn => {
      const earned = rewards.filter((reward) => reward.turn === turn)
      const first = lossMask.indexOf(1, start)
      const own = weights?.slice(start, end) ?? null
      return {
        turn,
        start,
        end,
        reward: earned.reduce((sum, { reward }) => sum + reward, 0),
        rewardTokens: earned.map(({ token }) => token),
        trainedTokens: trained ? lossMask.slice(start, end).reduce((sum, bit) => sum + bit, 0) : 0,
        advantage: first >= start && first < end ? (advantages[first] ?? 0) : 0,
        weights: own,
        pull: own?.reduce((sum, weight) => sum + Math.abs(weight), 0) ?? null,
      }
    })
  let [tokens, greatest] = [0, 0]
  lossMask.forEach((bit, index) => {
    if (bit === 1) return
    tokens++
    greatest = Math.max(greatest, Math.abs(advantages[index] ?? 0), Math.abs(weights?.[index] ?? 0))
  })
  return { episode, agent, trained, totalReward, turns, masked: { tokens, greatest } }
}
