// The audit of one episode: plays it again from its seeds and the actions that the environment host says it took, and
// compares every fact with what the rules say at that moment. Knows the rules and the facts; never who conducted it.

import type { Json } from '../../base/json.ts'
import { canonicalJson } from '../../base/json.ts'
import type { AgentId } from '../../environments/contract.ts'
import { createPlay, type Play, type PlayUpdate } from '../../environments/play.ts'
import type { StopReason } from '../../episode/trajectory.ts'
import type { EpisodePlan } from '../episode-plan.ts'
import type { EnvironmentFact, WriterFact } from '../testimony.ts'
import { judgeActionMask } from './action-mask.ts'
import { type AgentRecord, createAgentRecord } from './agent-record.ts'
import type { Findings } from './findings.ts'
import { judgeHidden } from './hidden.ts'
import { judgeReading } from './readings.ts'
import { accountOf, judgeCredit, sameRewards } from './rewards.ts'
import type { AuditSetting, Pinned, Report } from './setting.ts'
import { judgeStop } from './stop-reason.ts'
import { actionCount, judgeDue, judgeWriter, reportEarly } from './turn-order.ts'
import { type AuditedWriting, type Match, matchActions } from './writings.ts'

export interface EpisodeAudit {
  environment(fact: EnvironmentFact): void
  wrote(fact: WriterFact): void
  granted(agent: AgentId): void
  credited(rewards: Readonly<Record<AgentId, number>>): void
  closed(stop: StopReason): void
  updated(): void
  record(agent: AgentId): AgentRecord
  /** Reports what is broken in this episode, in the agent's name or in nobody's. */
  readonly report: Report
}

export function createEpisodeAudit(plan: EpisodePlan, setting: AuditSetting, pinned: Pinned, findings: Findings): EpisodeAudit {
  const { definition, tokenizer, config, split } = setting
  const { episode } = plan
  const records = new Map<AgentId, AgentRecord>()
  const open: AuditedWriting[] = []
  const grants = new Map<AgentId, number>()
  const earlier: Json[] = []
  let play: Play | undefined
  let last: { readonly update: PlayUpdate; readonly acted: readonly AgentId[] } | undefined
  let disturbed = false
  let closed = false

  const turn = (): number => play?.turns() ?? 0
  const report: Report = (check, holds, name, agent, facts) => findings.check(check, holds, () => ({ name, episode, turn: turn(), agent, ...facts() }))
  const record = (agent: AgentId): AgentRecord => {
    const known = records.get(agent) ?? createAgentRecord()
    records.set(agent, known)
    return known
  }

  const judgeAction = (match: Match): void => {
    const { place, writing } = match
    judgeWriter(match, turn(), report)
    // The mask of what was written in time; what was written early was sampled for another state.
    if (writing?.agent === place && play !== undefined && writing.turn === turn() && writing.actions !== null)
      judgeActionMask(setting, play.state(), writing, writing.actions, report)
  }
  const settle = (update: PlayUpdate, acted: readonly AgentId[], rewards: Readonly<Record<AgentId, number>>, before: Json): void => {
    last = { update, acted }
    report('rewards recomputed', sameRewards(update.rewards, rewards), 'environment_departs', null, () => ({
      expected: JSON.stringify(update.rewards),
      found: JSON.stringify(rewards),
      sentence: `Played again, this turn of ${acted.join(', ')} pays other rewards than the environment paid.`,
    }))
    const account = play === undefined ? null : accountOf(definition, before, play.state())
    if (account !== null) {
      report('rewards recomputed', sameRewards(account, update.rewards), 'reward_unaccounted', null, () => ({
        expected: JSON.stringify(account),
        found: JSON.stringify(update.rewards),
        sentence: 'What the states before and after account for is not what the step paid.',
      }))
    }
  }

  return {
    record,
    report,
    environment(fact) {
      if (fact.kind === 'began') {
        play = createPlay(definition, { config, split, start: plan.start, chance: plan.chance })
        return
      }
      if (play === undefined) return
      if (fact.kind === 'shown') {
        const { text, pictures } = play.shown(fact.agent)
        const repeats = text === fact.text && canonicalJson(pictures) === canonicalJson(fact.pictures)
        report('environment repeats', repeats, 'environment_departs', fact.agent, () => ({
          expected: JSON.stringify(text),
          found: JSON.stringify(fact.text),
          sentence: `Played again, the environment shows ${fact.agent} something else.`,
        }))
        return
      }
      const due = play.waiting()
      const before = play.state()
      if (fact.kind === 'forfeited') {
        for (const match of matchActions(open, { [fact.agent]: fact.text }, true)) judgeAction(match)
        judgeDue(due, fact.agent, report)
        if (due.includes(fact.agent)) settle(play.forfeit(fact.agent, fact.text), [fact.agent], fact.rewards, before)
        // The others who were due had written too; whoever wrote beyond that did not wait for its turn.
        const owed = due.filter((agent) => agent !== fact.agent && !open.some((one) => one.reported && one.agent === agent)).length
        for (const extra of open.filter(({ reported }) => !reported).slice(owed)) reportEarly(extra, turn(), report)
        return
      }
      const acted = Object.keys(fact.texts)
      for (const match of matchActions(open, fact.texts)) judgeAction(match)
      for (const place of acted) judgeDue(due, place, report)
      if (acted.every((place) => due.includes(place))) {
        const update = play.submit(fact.texts)
        settle(update, acted, fact.rewards, before)
        report('environment repeats', (update.stop ?? null) === fact.stop, 'environment_departs', null, () => ({
          expected: update.stop ?? 'the game goes on',
          found: fact.stop ?? 'the game goes on',
          sentence: 'Played again, the episode ends otherwise than the environment ended it.',
        }))
      }
      earlier.push(before)
      // What is left was written before its turn came.
      for (const writing of open.splice(0)) {
        if (!writing.reported) reportEarly(writing, turn(), report)
        // It may still be played.
        open.push({ ...writing, reported: true })
      }
    },
    wrote(fact) {
      if (play === undefined || closed) return
      const { agent, reading, writing, weights } = fact
      const own = record(agent)
      const state = play.state()
      const verdict = judgeReading({ definition, tokenizer }, reading, { state, agent, transcript: own.transcript(), earlier })
      const names = { own: 'observation_altered', other: 'leaked_observation', earlier: 'no_turn_barrier', altered: 'observation_altered' } as const
      report('own observation', verdict.kind === 'own', names[verdict.kind], agent, () => {
        const { expected, found } = verdict.kind === 'own' ? { expected: '', found: '' } : verdict
        const what =
          verdict.kind === 'other'
            ? `what ${verdict.agent} sees`
            : verdict.kind === 'earlier'
              ? 'what it saw before'
              : 'something that the environment did not show it'
        return { expected: JSON.stringify(expected), found: JSON.stringify(found), sentence: `${agent} read ${what}.` }
      })
      judgeHidden(definition, state, agent, turn(), report)
      if (weights !== null) judgeVersion(agent, weights)
      const given = grants.get(agent) ?? 0
      if (given > 0) grants.set(agent, given - 1)
      own.wrote(reading, writing, weights?.version ?? null)
      const text = writing.kind === 'tokens' ? tokenizer.decode(writing.tokens) : writing.kind === 'text' ? writing.text : definition.format(writing.action)
      open.push({ agent, text: withStop(text, writing.kind), turn: turn(), granted: given > 0, actions: fact.actions ?? null, reported: false })
    },
    granted(agent) {
      grants.set(agent, (grants.get(agent) ?? 0) + 1)
    },
    credited(rewards) {
      if (last === undefined) return
      const { update, acted } = last
      const fault = judgeCredit(update.rewards, rewards, acted)
      report('rewards attributed', fault === null, fault ?? 'reward_misattributed', acted.at(-1) ?? null, () => ({
        expected: JSON.stringify(update.rewards),
        found: JSON.stringify(rewards),
        sentence:
          fault === 'reward_to_last_mover'
            ? `The rewards of this turn went to ${acted.at(-1)}, who moved last, whoever had earned them.`
            : 'The rewards of this turn did not go to the agents that had earned them.',
      }))
      for (const [agent, reward] of Object.entries(rewards)) record(agent).credited(reward)
    },
    closed(stop) {
      closed = true
      if (!disturbed) findings.hold('phase barrier')
      judgeStop(stop, play?.stop(), report)
    },
    updated() {
      if (play === undefined || closed) return
      disturbed = true
      report('phase barrier', false, 'update_during_rollout', null, () => ({
        expected: 'no update while the episode is open',
        found: `an update after ${actionCount(turn())}`,
        sentence: `The weights were updated while the episode was open, after ${actionCount(turn())}.`,
      }))
    },
  }

  function judgeVersion(agent: AgentId, weights: { readonly hash: string; readonly version: number }): void {
    const meant = pinned(agent)
    if (meant === null) return
    report(
      'version pinned',
      meant.hash === weights.hash && meant.version === weights.version,
      disturbed ? 'update_during_rollout' : 'version_changed',
      agent,
      () => ({
        expected: `version ${meant.version} (${meant.hash.slice(0, 8)})`,
        found: `version ${weights.version} (${weights.hash.slice(0, 8)})`,
        sentence: `${agent} was pinned to version ${meant.version} for this rollout, and version ${weights.version} wrote.`,
      }),
    )
  }

  /** People may leave the stop text out; it is added for them. */
  function withStop(text: string, kind: 'tokens' | 'text' | 'action'): string {
    return kind === 'text' && !text.endsWith(definition.stopText) ? text + definition.stopText : text
  }
}
