import { describe, expect, it } from 'vitest'
import type { Json } from '../base/json.ts'
import { contest } from './testing/contest.ts'
import { type RecordedRun, runRecorded, summaryOf } from './testing/run-recorded.ts'

const spec = (changes: { readonly [name: string]: Json }): Json => ({
  steps: 3,
  environment: { id: 'counting-v1', config: { rounds: 4 } },
  rollout: { groups: 2, groupSize: 6, maxTokensPerEpisode: 60 },
  objective: { minibatches: 2 },
  optimizer: { learningRate: 0.3, warmupSteps: 0 },
  evaluation: { problems: 4, every: 3 },
  ...changes,
})
const auditsOf = (run: RecordedRun) => run.events.flatMap((event) => (event.kind === 'audited' ? [event] : []))

describe('the audit of a run', () => {
  it.each<[string, Json]>([
    ['one adapter for all', spec({})],
    ['an adapter each', spec({ agents: { adapters: 'separate' } })],
    ['a script beside a learner', spec({ agents: { learners: ['low'], others: 'script' } })],
    ['past selves', spec({ agents: { soloShare: 0.5, others: 'past', poolEvery: 1 } })],
    ['rollouts that lag behind', spec({ rollout: { groups: 2, groupSize: 6, maxTokensPerEpisode: 60, staleness: 1 } })],
    ['no action mask', spec({ rollout: { groups: 2, groupSize: 6, maxTokensPerEpisode: 60, actionMask: 'off' } })],
  ])('holds in every step: %s', async (_, settings) => {
    const run = await runRecorded(settings, contest())
    expect(auditsOf(run).map(({ step, audit }) => [step, audit.episodes, audit.violations])).toEqual([1, 2, 3].map((step) => [step, 12, []]))
    for (const { turns } of auditsOf(run).map((one) => one.audit)) {
      // Two agents in turn: whoever is not asked waits for the other.
      expect(turns?.turns.length).toBeGreaterThan(0)
      expect(turns?.waits.length).toBe(turns?.turns.length)
      expect(turns?.waits.every(({ kind }) => kind === 'turn')).toBe(true)
    }
    const { audit } = summaryOf(run)
    expect(audit).toEqual({ checks: auditsOf(run).reduce((sum, one) => sum + one.audit.checksHeld, 0), violations: 0, first: null })
    // Every kind of testimony was compared, those of the engine and of training among them.
    const kinds = new Set(auditsOf(run).flatMap((one) => Object.keys(one.audit.held)))
    for (const kind of ['turn order', 'version pinned', 'phase barrier', 'rewards attributed', 'loss mask', 'gradient', 'engine stamps'])
      expect(kinds).toContain(kind)
  })

  it.each(['no_turn_barrier', 'shuffled_order', 'double_move', 'update_during_rollout', 'reward_to_last_mover'])(
    'names %s when the spec chooses it',
    async (fault) => {
      // Where all move at once, all earn at once: only then is there something to give to the last.
      const run = await runRecorded(spec({ coordinator: fault }), contest(fault === 'reward_to_last_mover'))
      const { audit } = summaryOf(run)
      expect(audit?.violations).toBeGreaterThan(0)
      expect(audit?.first?.name).toBe(fault)
      // The list of turns is that of the episode in which the first one was found.
      for (const one of auditsOf(run)) {
        if (one.audit.violations[0] !== undefined) expect(one.audit.turns?.episode).toBe(one.audit.violations[0].episode)
      }
      for (const { violations } of auditsOf(run).map((one) => one.audit)) for (const { name } of violations) expect(name).toBe(fault)
    },
  )
})
