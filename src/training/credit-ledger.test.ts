import { beforeAll, describe, expect, it } from 'vitest'
import { creditLedger } from '../record/credit-ledger.ts'
import type { StepTokens } from '../record/token-blob.ts'
import { contest } from './testing/contest.ts'
import { runRecorded } from './testing/run-recorded.ts'

let tokens: readonly StepTokens[]
beforeAll(async () => {
  const spec = {
    steps: 2,
    environment: { id: 'counting-v1', config: { rounds: 6 } },
    rollout: { groups: 2, groupSize: 6, maxTokensPerEpisode: 60 },
    objective: { minibatches: 1, credit: 'turn_relative', gamma: 0, loss: 'importance_sampling', advantage: 'grpo_no_std' },
    evaluation: { problems: 4, every: 2 },
    controls: ['frozen'],
  }
  tokens = (await runRecorded(spec, contest())).tokens
})
const trained = () => tokens.filter(({ arm }) => arm === 'policy').flatMap(({ episodes }) => episodes)

describe('the credit ledger', () => {
  it('gives every reward to the turn that earned it, and they sum to the whole', () => {
    for (const episode of trained()) {
      const ledger = creditLedger(episode)
      expect(ledger.turns.length).toBeGreaterThan(0)
      expect(ledger.turns.reduce((sum, { reward }) => sum + reward, 0)).toBe(episode.trajectory.totalReward)
      for (const { start, end, rewardTokens } of ledger.turns) for (const token of rewardTokens) expect(token >= start && token < end).toBe(true)
    }
  })

  it('a turn pulls as its advantage says, and nothing pulls where the loss mask is 0', () => {
    for (const { episodes } of tokens.filter(({ arm }) => arm === 'policy')) {
      const ledgers = episodes.map(creditLedger)
      // By importance sampling and before the weights moved, a weight is -A over the trained tokens of the step.
      const count = ledgers.flatMap(({ turns }) => turns).reduce((sum, { trainedTokens }) => sum + trainedTokens, 0)
      expect(count).toBeGreaterThan(0)
      for (const { turns, masked } of ledgers) {
        expect([masked.greatest, masked.tokens > 0]).toEqual([0, true])
        for (const { advantage, weights, pull } of turns) {
          expect(pull).toBeCloseTo((Math.abs(advantage) / count) * (weights?.length ?? 0), 6)
          for (const weight of weights ?? []) expect(weight).toBeCloseTo(-advantage / count, 6)
        }
      }
    }
  })

  it('of an arm that does not train has no weights', () => {
    const frozen = tokens.find(({ arm }) => arm === 'frozen')?.episodes ?? []
    expect(frozen.length).toBeGreaterThan(0)
    for (const episode of frozen) for (const turn of creditLedger(episode).turns) expect([turn.weights, turn.pull, turn.trainedTokens]).toEqual([null, null, 0])
  })
})
