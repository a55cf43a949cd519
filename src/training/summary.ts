// What is known of a whole run at its end, gathered as it goes. Counts the trained policy for rates, every arm
// for the logprob gap.

import { assert } from '../base/assert.ts'
import type { Arm, Evaluation, RunSummary, RunTotals } from '../record/events.ts'
import type { ControlName } from '../record/spec.ts'
import type { StepOutcome } from './train-step.ts'

export interface Tally {
  evaluation(evaluation: Evaluation): void
  step(arm: Arm, outcome: StepOutcome): void
  totals(): RunTotals
  summary(steps: number, digest: string): RunSummary
}

const NOTHING: RunTotals = {
  base: null,
  final: null,
  controls: {},
  sampledTokens: 0,
  trainedTokens: 0,
  logprobGap: 0,
  milliseconds: { rollout: 0, train: 0, total: 0 },
}

/** `from` is what an earlier tally had counted: the new one goes on from there. */
export function createTally(clock: () => number, from: RunTotals = NOTHING): Tally {
  const start = clock() - from.milliseconds.total
  let { base, final, sampledTokens, trainedTokens, logprobGap } = from
  let { rollout: rolloutTime, train: trainTime } = from.milliseconds
  const controls: Partial<Record<ControlName, number>> = { ...from.controls }
  const rate = (tokens: number, milliseconds: number): number => (milliseconds > 0 ? (tokens * 1000) / milliseconds : 0)
  return {
    evaluation(evaluation) {
      const { arm } = evaluation
      if (arm === 'policy') {
        base ??= evaluation
        final = evaluation
      } else controls[arm] = evaluation.sampled
    },
    step(arm, { metrics, milliseconds }) {
      logprobGap = Math.max(logprobGap, metrics.logprobGap)
      if (arm !== 'policy') return
      sampledTokens += metrics.sampledTokens
      rolloutTime += milliseconds.rollout
      trainedTokens += metrics.trainedTokens
      trainTime += milliseconds.forwardBackward + milliseconds.optimizer
    },
    totals: () => ({
      base,
      final,
      controls: { ...controls },
      sampledTokens,
      trainedTokens,
      logprobGap,
      milliseconds: { rollout: rolloutTime, train: trainTime, total: clock() - start },
    }),
    summary(steps, digest) {
      assert(base !== null && final !== null, 'a run is evaluated before its first and after its last step')
      return {
        steps,
        baseSampled: base.sampled,
        baseGreedy: base.greedy,
        final: final.sampled,
        finalGreedy: final.greedy,
        controls,
        // 0 where nothing was sampled, as in supervised runs.
        rolloutTokensPerSecond: rate(sampledTokens, rolloutTime),
        trainTokensPerSecond: rate(trainedTokens, trainTime),
        logprobGap,
        digest,
        seconds: (clock() - start) / 1000,
      }
    },
  }
}
