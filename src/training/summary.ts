// What is known of a whole run at its end, gathered as it goes. Counts the trained policy for rates, every arm
// for the logprob gap.

import { assert } from '../base/assert.ts'
import type { Arm, Evaluation, RunSummary } from '../record/events.ts'
import type { ControlName } from '../record/spec.ts'
import type { StepOutcome } from './train-step.ts'

export interface Tally {
  evaluation(evaluation: Evaluation): void
  step(arm: Arm, outcome: StepOutcome): void
  summary(steps: number, digest: string): RunSummary
}

export function createTally(clock: () => number): Tally {
  const start = clock()
  let base: Evaluation | undefined
  let final: Evaluation | undefined
  const controls: Partial<Record<ControlName, number>> = {}
  let [sampledTokens, rolloutTime, trainedTokens, trainTime, logprobGap] = [0, 0, 0, 0, 0]
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
    summary(steps, digest) {
      assert(base !== undefined && final !== undefined, 'a run is evaluated before its first and after its last step')
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
