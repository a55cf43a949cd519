import { beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '../base/json.ts'
import type { Trajectory } from '../episode/trajectory.ts'
import { asciiTokenizer } from './testing/ascii-tokenizer.ts'
import { contest } from './testing/contest.ts'
import { type RecordedRun, runRecorded, summaryOf } from './testing/run-recorded.ts'

const SPEC = {
  steps: 10,
  environment: { id: 'counting-v1', config: { rounds: 2 } },
  rollout: { groups: 4, groupSize: 6, maxTokensPerEpisode: 40 },
  objective: { minibatches: 1 },
  optimizer: { learningRate: 0.3, warmupSteps: 0 },
  evaluation: { problems: 24, every: 5 },
}
const spec = (changes: { readonly [group: string]: Json }): Json => ({ ...SPEC, ...changes })
const agentsOf = (run: RecordedRun) => Object.fromEntries((summaryOf(run).agents ?? []).map((agent) => [agent.name, agent]))
const stepsOf = (run: RecordedRun) => run.events.flatMap((event) => (event.kind === 'stepped' && event.arm === 'policy' ? [event] : []))
const policyTokens = (run: RecordedRun) => run.tokens.filter(({ arm }) => arm === 'policy').flatMap(({ episodes }) => episodes)
/** Of the tokens that a policy wrote. */
const versionsOf = ({ versions, lossMask }: Trajectory) => new Set([...versions].filter((_, i) => lossMask[i] === 1))

describe('two agents with an adapter each', () => {
  let run: RecordedRun
  beforeAll(async () => {
    run = await runRecorded(spec({ agents: { adapters: 'separate' }, controls: ['swapped', 'random'] }), contest(true))
  })

  it('both learn what pays for them, and neither serves the other', () => {
    const { high, low } = agentsOf(run)
    expect(high?.final).toBeGreaterThan((high?.base ?? 9) + 1.5)
    expect(low?.final).toBeGreaterThan((low?.base ?? 9) + 1.5)
    // What another's adapter knows of the format serves everybody; what it wants does not.
    expect(high?.controls.swapped).toBeLessThan(high?.final ?? 0)
    expect(low?.controls.swapped).toBeLessThan(low?.final ?? 0)
    expect(summaryOf(run).logprobGap).toBe(0)
  })

  it('an adapter consumes the data of its own agent alone', () => {
    const consumed = new Map<string, Set<string>>()
    for (const { adapter, data } of run.service.requests.forwardBackward) {
      const agents = consumed.get(adapter) ?? new Set()
      consumed.set(adapter, agents)
      for (const { id } of data) agents.add(id.split('/').at(-1) ?? '')
    }
    expect([...consumed.values()].map((agents) => [...agents])).toEqual([['high'], ['low']])
  })

  it('versions move in update phases alone, one after every step, for both', () => {
    expect(stepsOf(run).map(({ agents }) => agents?.map(({ name, adapter, version }) => [name, adapter, version]))).toEqual(
      Array.from({ length: 10 }, (_, i) => [
        ['high', 'high', i + 1],
        ['low', 'low', i + 1],
      ]),
    )
    for (const { step, episodes } of run.tokens.filter(({ arm }) => arm === 'policy'))
      for (const { trajectory } of episodes) expect(versionsOf(trajectory)).toEqual(new Set([step - 1]))
  })

  it('tells what every agent earned and cost, and both adapters are left', () => {
    const [first] = stepsOf(run)
    const blob = run.tokens.find(({ arm, step }) => arm === 'policy' && step === 1)
    for (const { name, reward, sampledTokens, episodes } of first?.agents ?? []) {
      const own = (blob?.episodes ?? []).map(({ trajectory }) => trajectory).filter(({ agent }) => agent === name)
      expect([episodes, reward]).toEqual([own.length, own.reduce((sum, { totalReward }) => sum + totalReward, 0)])
      expect(sampledTokens).toBe(own.reduce((sum, { lossMask }) => sum + lossMask.reduce((count, bit) => count + bit, 0), 0))
    }
    expect(run.outcome.kind === 'finished' && run.outcome.adapters.map(({ name }) => name)).toEqual(['high', 'low'])
    expect(run.service.open()).toEqual({ adapters: 0, snapshots: 0 })
  })

  it('goes on from any step as if it had not been interrupted', async () => {
    for (const from of [run.kept[1], run.kept[6]]) {
      const rest = await runRecorded(spec({ agents: { adapters: 'separate' }, controls: ['swapped', 'random'] }), contest(true), from)
      expect(summaryOf(rest).digest).toBe(summaryOf(run).digest)
      expect(agentsOf(rest)['high']?.final).toBe(agentsOf(run)['high']?.final)
    }
  })
})

describe('one adapter for all', () => {
  it('learns from every agent, simultaneous moves included', async () => {
    const run = await runRecorded(spec({ steps: 2 }), contest(true))
    const ids = run.service.requests.forwardBackward.flatMap(({ data }) => data.map(({ id }) => id.split('/').at(-1)))
    expect(new Set(ids)).toEqual(new Set(['high', 'low']))
    expect(new Set(run.service.requests.forwardBackward.map(({ adapter }) => adapter)).size).toBe(1)
    expect(stepsOf(run)[0]?.agents?.map(({ adapter }) => adapter)).toEqual(['shared', 'shared'])
  })
})

describe('who does not learn', () => {
  it('a script plays its own moves, carries no loss, and is trained by nobody', async () => {
    const run = await runRecorded(spec({ agents: { learners: ['high'], others: 'script' } }), contest())
    for (const { trajectory, trained } of policyTokens(run)) {
      if (trajectory.agent === 'high') continue
      const said = trajectory.spans
        .filter(({ state }) => state === 'GENERATING')
        .map(({ start, end }) => asciiTokenizer.decode(trajectory.tokens.subarray(start, end)))
      expect([trained, trajectory.lossMask.includes(1), said.every((text) => text === '0;')]).toEqual([false, false, true])
    }
    const { high, low } = agentsOf(run)
    expect(high?.final).toBeGreaterThan((high?.base ?? 9) + 1.5)
    expect(low).toBeUndefined()
  })

  it('in solo groups one learner alone is trained, and the seed decides which', async () => {
    const run = await runRecorded(spec({ steps: 4, agents: { soloShare: 1, others: 'base' } }), contest())
    const byGroup = new Map<number, Set<string>>()
    for (const { trajectory, trained } of policyTokens(run)) {
      const agents = byGroup.get(trajectory.group) ?? new Set()
      byGroup.set(trajectory.group, agents)
      if (trained) agents.add(trajectory.agent)
    }
    for (const agents of byGroup.values()) expect(agents.size).toBeLessThan(2)
    expect(new Set([...byGroup.values()].flatMap((agents) => [...agents]))).toEqual(new Set(['high', 'low']))
  })

  it('past selves come from the pool alone, and a run with a pool goes on from a checkpoint', async () => {
    const settings = spec({ agents: { adapters: 'separate', soloShare: 0.75, others: 'past', poolSize: 2, poolEvery: 2 } })
    const run = await runRecorded(settings, contest())
    for (const { step, episodes } of run.tokens) {
      const newest = step - 1
      const pool = [0, 2, 4, 6, 8].filter((version) => version <= newest).slice(-2)
      for (const { trajectory } of episodes) {
        for (const version of versionsOf(trajectory)) expect([newest, ...pool]).toContain(version)
      }
    }
    const written = new Set(policyTokens(run).flatMap(({ trajectory }) => [...trajectory.versions]))
    expect(written.size).toBeGreaterThan(8)
    const rest = await runRecorded(settings, contest(), run.kept[7])
    expect(summaryOf(rest).digest).toBe(summaryOf(run).digest)
    expect(rest.service.open()).toEqual({ adapters: 0, snapshots: 0 })
  })

  it('an evaluation against a script measures one learner at a time, by the metric that the spec names', async () => {
    const run = await runRecorded(spec({ steps: 5, evaluation: { problems: 8, every: 5, others: 'script', metric: 'said' } }), contest())
    const evaluations = run.events.flatMap((event) => (event.kind === 'evaluated' ? [event.evaluation] : []))
    // `saidhigh` is told of the last step alone, in which nobody but the script spoke: -1. Of `low` no such metric is told.
    for (const { agents } of evaluations) {
      expect(agents?.map(({ name }) => name)).toEqual(['high', 'low'])
      expect(agents?.[0]?.sampled).toBeLessThan(0)
      expect(agents?.[1]?.sampled).toBe(0)
    }
  })
})

describe('a token budget', () => {
  it('lets an agent learn until it is spent; then it plays on as it is, and a run that goes on remembers', async () => {
    const settings = spec({ agents: { adapters: 'separate', tokenBudget: 180 } })
    const run = await runRecorded(settings, contest(true))
    const steps = stepsOf(run)
    for (const name of ['high', 'low']) {
      const own = steps.map(({ agents }) => agents?.find((agent) => agent.name === name))
      let left = 180
      for (const [index, step] of own.entries()) {
        const before = own[index - 1]?.version ?? 0
        expect(step?.version).toBe(left > 0 ? before + 1 : before)
        left = Math.max(0, left - (step?.sampledTokens ?? 0))
        expect(step?.tokensLeft).toBe(left)
      }
      expect(own.at(-1)?.version).toBeLessThan(10)
      expect(own.at(-1)?.episodes).toBeGreaterThan(0)
    }
    const rest = await runRecorded(settings, contest(true), run.kept[3])
    expect(summaryOf(rest).digest).toBe(summaryOf(run).digest)
  })
})

describe('what a spec may not ask of agents', () => {
  it.each<[string, Json]>([
    ['agents.learners', spec({ agents: { learners: ['medium'] } })],
    ['controls', spec({ agents: { adapters: 'separate', learners: ['low'] }, controls: ['swapped'] })],
  ])('refuses %s before anything starts', async (at, settings) => {
    const run = await runRecorded(settings, contest())
    expect(run.outcome).toMatchObject({ kind: 'failed', error: { code: 'SPEC_INVALID', at } })
    expect(run.events).toEqual([])
  })
})

describe('staleness', () => {
  const stale = (loss: string, staleness: number) =>
    spec({
      rollout: { groups: 4, groupSize: 6, maxTokensPerEpisode: 40, staleness },
      objective: { loss, minibatches: 2 },
      agents: { learners: ['high'], others: 'script' },
    })

  it.each(['ppo', 'decoupled_ppo'])('%s: a rollout reads the version of so many steps before, and the gap is 0 under it', async (loss) => {
    const run = await runRecorded(stale(loss, 2), contest())
    for (const { step, episodes } of run.tokens) {
      const version = 2 * Math.max(0, step - 3)
      for (const { trajectory } of episodes) expect(versionsOf(trajectory)).toEqual(new Set([version].filter(() => trajectory.agent === 'high')))
    }
    expect(summaryOf(run).logprobGap).toBe(0)
    expect(stepsOf(run).map(({ metrics }) => metrics.staleness)).toEqual([0, 2, 4, 4, 4, 4, 4, 4, 4, 4])
    expect(summaryOf(run).final).toBeGreaterThan(summaryOf(run).baseSampled + 1)
    const rest = await runRecorded(stale(loss, 2), contest(), run.kept[5])
    expect(summaryOf(rest).digest).toBe(summaryOf(run).digest)
    expect(rest.service.open()).toEqual({ adapters: 0, snapshots: 0 })
  })

  it.each(['ppo', 'decoupled_ppo'])(
    '%s: an interrupted episode goes on with newer versions, turn by turn, each token under its own with gap 0',
    async (loss) => {
      const settings = spec({
        environment: { id: 'counting-v1', config: { rounds: 6 } },
        rollout: { groups: 3, groupSize: 6, maxTokensPerEpisode: 60, staleness: 2, refresh: 'interrupt' },
        objective: { loss, minibatches: 2 },
      })
      const run = await runRecorded(settings, contest())
      for (const { step, episodes } of run.tokens) {
        for (const { trajectory } of episodes) {
          const written = trajectory.spans.filter(({ state }) => state === 'GENERATING')
          // Two optimizer steps a step: the version two steps before at the first turn, then one step newer a turn, up to the newest.
          const expected = written.map((_, turn) => 2 * Math.min(Math.max(0, step - 3) + turn, step - 1))
          expect(written.map(({ start }) => trajectory.versions[start])).toEqual(expected)
        }
      }
      expect(summaryOf(run).logprobGap).toBe(0)
      expect(summaryOf(run).audit?.violations).toBe(0)
      const rest = await runRecorded(settings, contest(), run.kept[5])
      expect(summaryOf(rest).digest).toBe(summaryOf(run).digest)
    },
  )

  it('without lag, decoupled ppo is ppo', async () => {
    const [plain, decoupled] = await Promise.all(['ppo', 'decoupled_ppo'].map((loss) => runRecorded(stale(loss, 0), contest())))
    if (plain === undefined || decoupled === undefined) throw new Error('two runs')
    expect(summaryOf(decoupled).final).toBe(summaryOf(plain).final)
  })
})
