// What an agent may spend: tokens sampled in rollouts, over the whole run. An agent beyond its budget plays on with what it has
// learned and is trained no more. Counts by arm, so that every arm has the same to spend.

import type { AgentId } from '../environments/contract.ts'
import type { AgentStep } from '../record/events.ts'
import type { RunSpec } from '../record/spec.ts'
import type { RunArm } from './setting.ts'

/** Null without a budget. */
export function tokensLeft({ agents }: RunSpec, arm: RunArm, agent: AgentId): number | null {
  return agents.tokenBudget === 0 ? null : Math.max(0, agents.tokenBudget - (arm.spent.get(agent) ?? 0))
}

/** Counts a step, and says what it leaves. */
export function spend(spec: RunSpec, arm: RunArm, steps: readonly AgentStep[]): AgentStep[] {
  return steps.map((step) => {
    arm.spent.set(step.name, (arm.spent.get(step.name) ?? 0) + step.sampledTokens)
    const left = tokensLeft(spec, arm, step.name)
    return left === null || step.adapter === null ? step : { ...step, tokensLeft: left }
  })
}
