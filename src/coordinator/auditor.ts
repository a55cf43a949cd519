// The auditor: hears every fact of a batch in the order in which they happen, and compares the testimonies of environment host, writers,
// engine, coordinator and trainer with the rules and with each other. It is told the rules, the seeds and who sits where;
// never who conducted the episodes. It changes nothing, and what it finds wrong stops nothing.

import { unreachable } from '../base/assert.ts'
import { bytesOfText, hashOfLists, sha256Hex } from '../base/hash.ts'
import type { AgentId } from '../environments/contract.ts'
import type { Trajectory } from '../episode/trajectory.ts'
import { createEpisodeAudit, type EpisodeAudit } from './audit/episode-audit.ts'
import { type AuditVerdict, createFindings } from './audit/findings.ts'
import type { AuditSetting } from './audit/setting.ts'
import { judgeDatum, judgeTrajectory } from './audit/trajectories.ts'
import type { EpisodePlan } from './episode-plan.ts'
import type { Seating } from './player.ts'
import type { Fact, Witness } from './testimony.ts'

export interface AuditRequest extends AuditSetting {
  /** The plans of the batch, made anew: nobody has drawn from their generators yet. */
  readonly plans: readonly EpisodePlan[]
  /** Who sits where, and which version each is pinned to. */
  readonly players: Seating
}

export interface Auditor {
  /** Hears a fact. Never throws. */
  readonly take: Witness
  /** What was found so far; waits for the hashes that are still being computed. */
  verdict(): Promise<AuditVerdict>
}

export function createAuditor(request: AuditRequest): Auditor {
  const { plans, players } = request
  const findings = createFindings()
  const planOf = new Map(plans.map((plan) => [plan.episode, plan]))
  const audits = new Map<number, EpisodeAudit>()
  const trajectories = new Map<string, Trajectory>()
  const trainedTokens = new Map<string, number>()
  const hashes: Promise<void>[] = []

  const auditOf = (episode: number): EpisodeAudit | undefined => {
    const known = audits.get(episode)
    const plan = planOf.get(episode)
    if (known !== undefined || plan === undefined) return known
    const audit = createEpisodeAudit(plan, request, pinnedBy(plan, players), findings)
    audits.set(episode, audit)
    return audit
  }
  const compareHash = (episode: number, stamped: string, computed: Promise<string>, what: string): void => {
    const compare = async (): Promise<void> => {
      const expected = await computed
      findings.check('engine stamps', expected === stamped, () => ({
        name: 'engine_input_unknown',
        episode,
        turn: 0,
        agent: null,
        expected,
        found: stamped,
        sentence: `The engine testifies to other ${what} than it was sent.`,
      }))
    }
    hashes.push(compare())
  }

  const told = (trajectory: Trajectory): void => {
    const { episode, agent } = trajectory
    trajectories.set(seatOf(episode, agent), trajectory)
    const audit = auditOf(episode)
    if (audit !== undefined) judgeTrajectory(trajectory, audit.record(agent), audit.report)
  }
  const fed = ({ episode, agent, datum }: Extract<Fact, { readonly kind: 'fed' }>): void => {
    trainedTokens.set(
      datum.id,
      datum.lossMask.reduce((sum, bit) => sum + bit, 0),
    )
    const audit = auditOf(episode)
    if (audit !== undefined) judgeDatum(datum, trajectories.get(seatOf(episode, agent)) ?? null, audit.report)
  }
  const trained = ({ ids, inputHash, trainedTokens: found }: Extract<Fact, { readonly kind: 'trained' }>): void => {
    compareHash(-1, inputHash, sha256Hex(bytesOfText(ids.join('\n'))), 'data')
    const expected = ids.reduce((sum, id) => sum + (trainedTokens.get(id) ?? 0), 0)
    findings.check('gradient', expected === found, () => ({
      name: 'gradient_outside_mask',
      episode: -1,
      turn: 0,
      agent: null,
      expected: `${expected} tokens with loss mask 1`,
      found: `${found} tokens trained`,
      sentence: `The engine trained on ${found} tokens, and ${expected} have loss mask 1.`,
    }))
  }
  const hear = (fact: Fact): void => {
    switch (fact.kind) {
      case 'began':
      case 'shown':
      case 'acted':
      case 'forfeited':
        auditOf(fact.episode)?.environment(fact)
        break
      case 'wrote':
        auditOf(fact.episode)?.wrote(fact)
        break
      case 'granted':
        auditOf(fact.episode)?.granted(fact.agent)
        break
      case 'credited':
        auditOf(fact.episode)?.credited(fact.rewards)
        break
      case 'closed':
        auditOf(fact.episode)?.closed(fact.stop)
        break
      case 'updated':
        for (const audit of audits.values()) audit.updated()
        break
      case 'served':
        compareHash(fact.episode, fact.stamp.inputHash, hashOfLists(fact.prompts), 'prompts')
        break
      case 'told':
        told(fact.trajectory)
        break
      case 'fed':
        fed(fact)
        break
      case 'trained':
        trained(fact)
        break
      default:
        unreachable(fact)
    }
  }

  return {
    take(fact) {
      try {
        hear(fact)
      } catch (thrown) {
        const found = thrown instanceof Error ? thrown.message : String(thrown)
        const episode = 'episode' in fact ? fact.episode : -1
        const sentence = `The audit could not follow what the ${fact.by} testifies: ${found}.`
        findings.violate({
          check: 'environment repeats',
          name: 'audit_failed',
          episode,
          turn: 0,
          agent: null,
          expected: 'a fact that the rules allow',
          found,
          sentence,
        })
      }
    },
    async verdict() {
      await Promise.all(hashes)
      return findings.verdict(audits.size)
    },
  }
}

const seatOf = (episode: number, agent: AgentId): string => `${episode}/${agent}`

function pinnedBy(plan: EpisodePlan, players: Seating): (agent: AgentId) => { readonly hash: string; readonly version: number } | null {
  return (agent) => {
    const player = players(plan, agent)
    return player.kind === 'policy' ? player.snapshot : null
  }
}
