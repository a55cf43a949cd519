// A sum with a right answer: one agent, one turn. On a clock of some hours, what time is it some hours later?

import { type Environment, fail, ok } from 'tokenloom'

type State = { readonly hours: number; readonly now: number; readonly later: number; readonly answer: number | null }
type Observation = { readonly hours: number; readonly now: number; readonly later: number }

const rightAnswer = ({ hours, now, later }: Observation): number => (now + later) % hours

export default {
  spec: {
    id: 'clock-sums-v1',
    title: 'Clock sums',
    summary: 'Says what a clock will show some hours from now.',
    possibleAgents: ['agent'],
    maxTurns: 1,
    rewardRange: [0, 1],
    illegalAction: { kind: 'lose', reward: 0 },
    config: { hours: { kind: 'integer', title: 'Hours', help: 'How many hours the clock has, counted from 0.', default: 8, min: 3, max: 10 } },
  },
  stopText: '\n',

  // A first state. All chance comes from `rng`, so that a seed gives the same play everywhere.
  init: ({ hours }, _split, rng) => ({ hours, now: rng.integer(hours), later: rng.integer(hours), answer: null }),

  // Who is in the play, and who acts now. Nobody: it is over.
  agents: ({ answer }) => (answer === null ? ['agent'] : []),
  turn: ({ answer }) => (answer === null ? ['agent'] : []),

  // What the agent may see, what it may do, and what follows.
  observe: ({ hours, now, later }) => ({ hours, now, later }),
  legalActions: ({ hours }) => ({ kind: 'list', actions: Array.from({ length: hours }, (_, hour) => hour) }),
  step(state, actions) {
    const answer = actions['agent'] ?? -1
    const right = answer === rightAnswer(state)
    return {
      state: { ...state, answer },
      rewards: { agent: right ? 1 : 0 },
      terminated: { agent: true },
      info: { agent: { right } },
      metrics: { right: right ? 1 : 0 },
    }
  },

  // How it is told, and how an answer is read.
  prompt: ({ hours, now, later }) => `\nclock ${hours}, ${now} o'clock, ${later} h on: `,
  parse(text) {
    const hour = /^(\d)\n$/.exec(text)?.[1]
    return hour === undefined ? fail({ reason: 'an answer is one digit and a newline' }) : ok(Number(hour))
  },
  format: (hour) => `${hour}\n`,

  // What a master would do: imitation begins with it. Leave it out where nobody knows.
  demonstrate: (state) => rightAnswer(state),

  // What a person sees.
  view: ({ hours, now, later, answer }) => ({
    kind: 'text',
    lines: [`A clock of ${hours} hours shows ${now}.`, `In ${later} hours it will show ${answer === null ? '…' : answer}.`],
  }),
} satisfies Environment<State, number, Observation, { readonly hours: number }>
