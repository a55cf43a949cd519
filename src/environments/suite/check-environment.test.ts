import { describe, expect, it } from 'vitest'
import type { EnvironmentDefinition } from '../contract.ts'
import { type CountingState, countingGame } from '../testing/counting.ts'
import { checkEnvironment } from './check-environment.ts'

type Counting = ReturnType<typeof countingGame>
const broken = (change: Partial<Counting>): EnvironmentDefinition => ({ ...countingGame(), ...change })
const failed = (definition: EnvironmentDefinition) => checkEnvironment(definition).checks.filter((check) => check.verdict !== 'valid')
const names = (definition: EnvironmentDefinition) => failed(definition).map((check) => check.name)

describe('the contract suite', () => {
  it('passes a definition that keeps the contract, with one, two and simultaneous agents', () => {
    expect(failed(countingGame())).toEqual([])
    expect(failed(countingGame({ agents: ['a', 'b'] }))).toEqual([])
    expect(failed(countingGame({ agents: ['a', 'b'], simultaneous: true }))).toEqual([])
  })

  it('names what is broken, with the seed that shows it', () => {
    const base = countingGame()
    const cases: [Partial<Counting>, string][] = [
      [{ spec: { ...base.spec, id: 'counting' } }, 'spec is complete and serialisable'],
      [{ parseConfig: () => ({ ok: true, value: { rounds: 3 } }) }, 'settings: defaults fill in, unknown fields are refused, parsing twice changes nothing'],
      [{ turn: () => [] }, 'an action can always be found'],
      [{ step: (state, actions, rng) => ({ ...base.step(state, actions, rng), rewards: { counter: Number.NaN } }) }, 'rewards, flags and metrics'],
      [{ step: (state, actions, rng) => ({ ...base.step(state, actions, rng), rewards: { counter: 10 } }) }, 'rewards, flags and metrics'],
      [{ step: (state, actions, rng) => ({ ...base.step(state, actions, rng), terminated: { counter: true } }) }, 'agents and turns'],
      [{ format: (action) => `${action}` }, 'legal actions: formatted, they end in stopText and parse to themselves'],
      [{ legalActions: () => ({ kind: 'list', actions: [] }) }, 'an action can always be found'],
      [{ prompt: () => '' }, 'every agent to move has a prompt'],
      [
        {
          step: (state, actions, rng) => ({ ...base.step(state, actions, rng), rewards: { counter: 1 } }),
        },
        'other seeds give other starts, and rewards vary',
      ],
    ]
    for (const [change, name] of cases) expect(names(broken(change))).toContain(name)
    const finding = failed(broken({ step: (state, actions, rng) => ({ ...base.step(state, actions, rng), rewards: { counter: 10 } }) }))[0]
    expect(finding).toMatchObject({ verdict: 'invalid', seed: 1 })
    expect(finding?.actions?.length).toBeGreaterThan(0)
  })

  it('catches state outside the state, changed inputs, chance and time', () => {
    let calls = 0
    const base = countingGame()
    const hidden = broken({ init: (config, split, rng) => ({ ...base.init(config, split, rng), offset: calls++ }) })
    expect(names(hidden)).toContain('the same seed gives the same play')
    const mutating = broken({
      step(state, actions, rng) {
        const open: { total: number } = state as { total: number } & CountingState
        open.total += 1
        return base.step(state, actions, rng)
      },
    })
    expect(failed(mutating)[0]).toMatchObject({ verdict: 'error' })
    const dice = broken({ init: (config, split, rng) => ({ ...base.init(config, split, rng), offset: Math.random() }) })
    expect(names(dice)).toContain('neither chance nor time from outside')
    const clock = broken({ init: (config, split, rng) => ({ ...base.init(config, split, rng), offset: Date.now() }) })
    expect(names(clock)).toContain('neither chance nor time from outside')
    expect(Math.random()).toBeLessThan(1)
  })

  it('compares rewards with their account, and what an agent sees with what it may see', () => {
    const counted = broken({ accountRewards: (before, after) => ({ counter: after.total - before.total }) })
    expect(failed(counted)).toEqual([])
    expect(names(broken({ accountRewards: (before, after) => ({ counter: 2 * (after.total - before.total) }) }))).toContain('rewards equal their account')
    const redrawHidden: Counting['redrawHidden'] = (state, _agent, rng) => ({ ...state, offset: rng.integer(10) })
    expect(names(broken({ redrawHidden }))).toEqual(['what is hidden from an agent does not show'])
    expect(failed(broken({ redrawHidden, observe: ({ total }) => ({ total, offset: 0 }) }))).toEqual([])
    expect(names(broken({ redrawHidden: (state) => state }))).toEqual(['what is hidden from an agent does not show'])
  })

  it('plays every action that is offered, and reads what an illegal one costs', () => {
    const base = countingGame()
    // Random play of one seed may never say 9; the check says it at every turn.
    const trapped = broken({
      step(state, actions, rng) {
        if (actions['counter'] === 9) throw new Error('nine')
        return base.step(state, actions, rng)
      },
    })
    const report = checkEnvironment(trapped, { plays: 1 })
    expect(report.checks.find(({ name }) => name === 'every legal action can be played')).toMatchObject({ verdict: 'error', message: 'nine', seed: 1 })
    expect(names(broken({ illegalAction: () => ({ kind: 'lose', reward: Number.NaN }) }))).toContain('what an illegal action costs is said in numbers')
    expect(names(broken({ spec: { ...base.spec, illegalAction: { kind: 'retry', times: -1, reward: 0 } } }))).toContain(
      'what an illegal action costs is said in numbers',
    )
  })

  it('reports the speed when it is given a clock', () => {
    let time = 0
    expect(checkEnvironment(countingGame(), { now: () => (time += 5) }).stepsPerSecond).toBeGreaterThan(0)
  })
})
