import { describe, expect, it } from 'vitest'
import { at } from '../../base/assert.ts'
import type { Rng } from '../../base/random.ts'
import { fail, ok } from '../../base/result.ts'
import type { EnvironmentDefinition } from '../contract.ts'
import { BUILT_IN_ENVIRONMENTS } from '../registry.ts'
import { countingGame } from '../testing/counting.ts'
import { judgeReadability } from './judge-readability.ts'
import { estimateReadability } from './readability.ts'

interface Question {
  readonly asks: string
  readonly answer: string
}

/** One question, one answer out of a list. */
function questions(answers: readonly string[], draw: (rng: Rng) => Question): EnvironmentDefinition {
  type State = { asks: string; answer: string; over: boolean }
  const definition: EnvironmentDefinition<State, string, { asks: string }, Record<string, never>> = {
    spec: {
      ...{ id: 'questions-v1', title: 'Questions', summary: 'Answers.', possibleAgents: ['agent'], maxTurns: 1 },
      ...{ illegalAction: { kind: 'lose', reward: 0 }, config: {} },
    },
    stopText: '\n',
    parseConfig: () => ok({}),
    init: (_config, _split, rng) => ({ ...draw(rng), over: false }),
    agents: ({ over }) => (over ? [] : ['agent']),
    turn: ({ over }) => (over ? [] : ['agent']),
    observe: ({ asks }) => ({ asks }),
    legalActions: () => ({ kind: 'list', actions: answers }),
    step: (state, { agent }) => ({
      ...{ state: { ...state, over: true }, rewards: { agent: agent === state.answer ? 1 : 0 } },
      ...{ terminated: { agent: true }, info: {} },
    }),
    prompt: ({ asks }) => asks,
    parse: (text) => (answers.includes(text.trim()) ? ok(text.trim()) : fail({ reason: 'none of the answers' })),
    format: (action) => `${action}\n`,
    demonstrate: ({ answer }) => answer,
  }
  return definition as unknown as EnvironmentDefinition
}

const ROSE = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw']
/** `told`: whether the prompt says how far one turns. */
const compass = (rose: readonly string[], told = true) =>
  questions(rose, (rng) => {
    const [from, by] = [rng.integer(8), 1 + rng.integer(7)]
    return { asks: `facing ${at(rose, from)}${told ? `, ${by} to the right` : ''}: `, answer: at(rose, (from + by) % 8) }
  })

describe('what a policy cannot know from what it reads', () => {
  it('says nothing where the same text always asks for the same', () => {
    const estimate = estimateReadability(compass(ROSE), {})
    expect(estimate.text.alike).toBeGreaterThan(200)
    expect(estimate).toMatchObject({ text: { differing: 0, hidden: false }, base: { differing: 0, hidden: false }, twins: null })
    expect(judgeReadability(estimate)).toEqual([])
  })

  it('warns where a master goes by what the agent does not read, and shows the text', () => {
    const estimate = estimateReadability(compass(ROSE, false), {})
    expect(estimate.text.hidden).toBe(true)
    expect(estimate.text.example).toMatch(/^facing [nesw]+: $/)
    expect(judgeReadability(estimate).join()).toContain('what it goes by is not in what the agent reads')
  })

  it('warns of actions and prompts that are one to the base', () => {
    const capitals = compass(ROSE.map((direction) => direction.toUpperCase()))
    const estimate = estimateReadability(capitals, {})
    expect(estimate).toMatchObject({ text: { hidden: false }, base: { hidden: true } })
    expect(estimate.twins).not.toBeNull()
    expect(judgeReadability(estimate).join()).toContain('capital letters are all one letter')
    const accents = questions(['a', 'b'], (rng) => (rng.integer(2) === 0 ? { asks: '→: ', answer: 'a' } : { asks: '←: ', answer: 'b' }))
    const arrows = estimateReadability(accents, {})
    expect(arrows).toMatchObject({ text: { hidden: false }, base: { hidden: true }, twins: null })
    for (const one of [estimate, arrows]) expect(judgeReadability(one)).toEqual([expect.stringContaining('the base cannot tell'.slice(4))])
  })

  it('leaves capitals alone in long texts, which another base reads', () => {
    const padded = questions(['A', 'B'], (rng) => {
      const answer = rng.integer(2) === 0 ? 'A' : 'B'
      return { asks: `${'so it goes '.repeat(20)}${answer}: `, answer }
    })
    expect(judgeReadability(estimateReadability(padded, {}))).toEqual([])
  })

  it('lets capitals be where small letters tell the rest', () => {
    const names = questions(['Anna', 'Bob'], (rng) =>
      rng.integer(2) === 0 ? { asks: 'Ask A(nna): ', answer: 'Anna' } : { asks: 'Ask [B]ob: ', answer: 'Bob' },
    )
    expect(judgeReadability(estimateReadability(names, {}))).toEqual([])
  })

  it('finds nothing in the environments that train, though some masters draw among equal moves, and nothing where nobody demonstrates', () => {
    for (const definition of BUILT_IN_ENVIRONMENTS.filter(({ demonstrate }) => demonstrate !== undefined)) {
      const config = definition.parseConfig({})
      if (!config.ok) throw config.error
      let clock = 0
      // A dozen plays: some masters search.
      const estimate = estimateReadability(definition, config.value, { now: () => 500 * clock++ })
      expect({ id: definition.spec.id, ...estimate }).toMatchObject({ text: { hidden: false } })
    }
    const { demonstrate: _, ...alone } = countingGame()
    expect(estimateReadability(alone, { rounds: 3 })).toMatchObject({ turns: 0, text: { alike: 0, hidden: false } })
  })

  it('is a function of its seed', () => {
    const hidden = compass(ROSE, false)
    expect(estimateReadability(hidden, {}, { seed: 4 })).toEqual(estimateReadability(hidden, {}, { seed: 4 }))
  })
})
