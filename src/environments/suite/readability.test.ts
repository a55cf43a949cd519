import { describe, expect, it } from 'vitest'
import { at } from '../../base/assert.ts'
import type { Rng } from '../../base/random.ts'
import { fail, ok } from '../../base/result.ts'
import type { EnvironmentDefinition } from '../contract.ts'
import { countingGame } from '../testing/counting.ts'
import { estimateReadability, judgeReadability } from './readability.ts'

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

const ROSE = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW']

/** Names are turned on a rose that stands nowhere in the prompt. */
const compass = questions(ROSE, (rng) => {
  const [from, by] = [rng.integer(8), 1 + rng.integer(7)]
  return { asks: `facing ${at(ROSE, from)}, ${by} to the right: `, answer: at(ROSE, (from + by) % 8) }
})

/** The answer stands in the prompt, beside what is asked about. */
const boxes = questions(['A', 'B', 'C'], (rng) => {
  const colours = ['red', 'green', 'blue', 'white', 'black'].map((colour) => ({ colour, rank: rng.float() })).sort((a, b) => a.rank - b.rank)
  const asked = rng.integer(3)
  const lines = ['A', 'B', 'C'].map((box, index) => `${box} ${at(colours, index).colour}`)
  return { asks: `${lines.join('; ')}. ${at(colours, asked).colour}? `, answer: at(['A', 'B', 'C'], asked) }
})

describe('the estimate of what can be read off a prompt', () => {
  it('finds what stands there: which number is greater, and what lies beside what is asked about', () => {
    const greater = questions(['left', 'right'], (rng) => {
      const [a, b] = [rng.integer(10), rng.integer(10)]
      return { asks: `${a} or ${b}: `, answer: a > b ? 'left' : 'right' }
    })
    for (const definition of [greater, boxes]) {
      const estimate = estimateReadability(definition, {})
      expect(estimate?.right).toBeGreaterThan(0.8)
      expect(estimate?.blind).toBeLessThan(0.7)
      expect(estimate?.little).toBe(false)
    }
  })

  it('warns where the answer must be worked out from names alone', () => {
    const estimate = estimateReadability(compass, {})
    if (estimate === null) throw new Error('nothing was estimated')
    expect(estimate.little).toBe(true)
    expect(judgeReadability(estimate)).toContain('can hardly be read off the prompt')
  })

  it('says nothing where nobody demonstrates, or for too short a time', () => {
    const { demonstrate: _, ...alone } = countingGame()
    expect(estimateReadability(alone, { rounds: 3 })).toBeNull()
    let clock = 0
    const now = (): number => {
      clock += 5000
      return clock
    }
    expect(estimateReadability(compass, {}, { now })).toBeNull()
  })

  it('is a function of its seed', () => {
    expect(estimateReadability(boxes, {}, { seed: 4 })).toEqual(estimateReadability(boxes, {}, { seed: 4 }))
  })
})
