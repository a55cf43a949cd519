// What is known of a whole run at its end, gathered as it goes. Counts the trained policy for rates, every arm
// for the logprob gap.

import { assert } from '../base/assert.ts'
import type { AgentCost, AgentEvaluation, AgentSummary, Arm, Evaluation, RunSummary, RunTotals } from '../record/events.ts'
import type { ControlName } from '../record/spec.ts'
import type { RunAudit, StepAudit } from '../record/step-audit.ts'
import type { Cast } from './cast.ts'
import type { StepOutcome } from './train-step.ts'

export interface Tally {
  evaluation(evaluation: Evaluation): void
  step(arm: Arm, outcome: StepOutcome): void
  /** Another version of the environment is played: what is measured next is what the end is compared with. */
  reloaded(): void
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
export function createTally(clock: () => number, cast: Cast, from: RunTotals = NOTHING): Tally {
  const start = clock() - from.milliseconds.total
  let { base, final, sampledTokens, trainedTokens, logprobGap } = from
  let { rollout: rolloutTime, train: trainTime } = from.milliseconds
  const controls: Partial<Record<ControlName, number>> = { ...from.controls }
  const controlAgents: Partial<Record<ControlName, readonly AgentEvaluation[]>> = { ...from.controlAgents }
  let audit: RunAudit = from.audit ?? { checks: 0, violations: 0, first: null }
  const costs = new Map<string, AgentCost>(from.agents?.map((cost) => [cost.name, cost]))
  const rate = (tokens: number, milliseconds: number): number => (milliseconds > 0 ? (tokens * 1000) / milliseconds : 0)
  return {
    evaluation(evaluation) {
      const { arm } = evaluation
      if (arm === 'policy') {
        base ??= evaluation
        final = evaluation
      } else {
        controls[arm] = evaluation.sampled
        controlAgents[arm] = agentsOf(cast, evaluation)
      }
    },
    step(arm, { metrics, milliseconds, agents, audit: found }) {
      logprobGap = Math.max(logprobGap, metrics.logprobGap)
      if (arm !== 'policy') return
      if (found !== null) audit = addAudit(audit, found)
      for (const agent of agents) costs.set(agent.name, addCost(costs.get(agent.name), agent))
      sampledTokens += metrics.sampledTokens
      rolloutTime += milliseconds.rollout
      trainedTokens += metrics.trainedTokens
      trainTime += milliseconds.forwardBackward + milliseconds.optimizer
    },
    reloaded() {
      base = null
    },
    totals: () => ({
      base,
      final,
      controls: { ...controls },
      controlAgents: { ...controlAgents },
      agents: [...costs.values()],
      audit,
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
        agents: summarizeAgents(cast, base, final, controlAgents, costs),
        audit,
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

/** Every learner of an evaluation; where there is one, the whole is its own. */
function agentsOf({ learners }: Cast, evaluation: Evaluation): readonly AgentEvaluation[] {
  const { sampled, sampledError, greedy } = evaluation
  return evaluation.agents ?? learners.map((name) => ({ name, sampled, sampledError, greedy }))
}

const addAudit = ({ checks, violations, first }: RunAudit, step: StepAudit): RunAudit => ({
  checks: checks + step.checksHeld,
  violations: violations + step.violationCount,
  first: first ?? step.violations[0] ?? null,
})

const addCost = (before: AgentCost | undefined, { name, reward, sampledTokens, milliseconds }: AgentCost): AgentCost => ({
  name,
  reward: (before?.reward ?? 0) + reward,
  sampledTokens: (before?.sampledTokens ?? 0) + sampledTokens,
  milliseconds: (before?.milliseconds ?? 0) + milliseconds,
})

function summarizeAgents(
  cast: Cast,
  base: Evaluation,
  final: Evaluation,
  controlAgents: Readonly<Partial<Record<ControlName, readonly AgentEvaluation[]>>>,
  costs: ReadonlyMap<string, AgentCost>,
): AgentSummary[] {
  const sampledIn = (agents: readonly AgentEvaluation[], name: string): number => agents.find((agent) => agent.name === name)?.sampled ?? 0
  return agentsOf(cast, final).map(({ name, sampled, greedy }) => {
    const cost = costs.get(name)
    const perReward = (amount: number | undefined): number | null => (cost === undefined || cost.reward <= 0 ? null : (amount ?? 0) / cost.reward)
    const controls = Object.fromEntries(Object.entries(controlAgents).map(([control, agents]) => [control, sampledIn(agents, name)]))
    return {
      name,
      base: sampledIn(agentsOf(cast, base), name),
      final: sampled,
      finalGreedy: greedy,
      controls,
      tokensPerReward: perReward(cost?.sampledTokens),
      millisecondsPerReward: perReward(cost?.milliseconds),
    }
  })
}
