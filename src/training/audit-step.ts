// The audit of one step of the policy, live: what environment host, writers, engine, coordinator and trainer testify goes to an
// auditor that knows the rules, the seeds and who was meant to sit where. It is never told who conducts, and stops nothing.

import { createAuditor } from '../coordinator/auditor.ts'
import type { Player } from '../coordinator/player.ts'
import type { BatchResult } from '../coordinator/run-episodes.ts'
import type { Witness } from '../coordinator/testimony.ts'
import { turnsOf } from '../coordinator/turn-list.ts'
import type { StepAudit } from '../record/step-audit.ts'
import { trainingPlans } from './rollout.ts'
import { trainingSeating } from './seating.ts'
import type { RunArm, RunSetting } from './setting.ts'

export interface StepAuditor {
  readonly witness: Witness
  /** Of everything heard so far, with an episode of the batch to open. */
  verdict(batch: Pick<BatchResult, 'turnLog' | 'waits'>): Promise<StepAudit>
}

/** Violations that an event tells in full. */
const TOLD = 8

/** Before the rollout of the step: the versions that are the newest now are those that everybody is pinned to. */
export function auditStep(setting: RunSetting, arm: RunArm, step: number): StepAuditor {
  const { spec, environment: definition, config, tokenizer, cast } = setting
  const seating = trainingSeating(setting, arm, step)
  const plans = trainingPlans(spec, step)
  const seats = new Map<string, Player>(plans.flatMap((plan) => cast.agents.map((agent) => [`${plan.episode}/${agent}`, seating(plan, agent)] as const)))
  const auditor = createAuditor({
    definition,
    config,
    split: 'train',
    tokenizer,
    plans,
    players: (plan, agent) => seats.get(`${plan.episode}/${agent}`) ?? seating(plan, agent),
  })
  return {
    witness: auditor.take,
    async verdict(batch) {
      const { episodes, checksHeld, held, violations, violationCount } = await auditor.verdict()
      const turns = turnsOf(batch, violations[0]?.episode ?? plans[0]?.episode ?? 0)
      return { episodes, checksHeld, held: { ...held }, violationCount, violations: violations.slice(0, TOLD), turns }
    },
  }
}
