// Three agents that move at once. Each has a lane of its own, and sees the lanes of the other two but not its own: it must
// be the one that is left. Everybody is paid for its own lane, and all of them again when nobody collides.

import { type AgentId, type Environment, fail, ok } from 'tokenloom'

const AGENTS = ['ann', 'ben', 'cat'] as const
const LANES: readonly string[] = ['north', 'south', 'west']

type Lane = string
type Lanes = { readonly [agent: string]: Lane }
type State = { readonly lanes: Lanes; readonly round: number; readonly rounds: number; readonly last: Lanes | null }
type Observation = { readonly others: readonly Lane[]; readonly round: number }

const isOver = ({ round, rounds }: State): boolean => round >= rounds

function dealt(rng: { integer(bound: number): number }): Lanes {
  const left: Lane[] = [...LANES]
  return Object.fromEntries(AGENTS.map((agent) => [agent, left.splice(rng.integer(left.length), 1)[0] ?? '']))
}

const others = ({ lanes }: State, agent: AgentId): readonly Lane[] => AGENTS.filter((other) => other !== agent).map((other) => lanes[other] ?? '')

export default {
  spec: {
    id: 'three-lanes-v1',
    title: 'Three lanes',
    summary: 'Three agents find their own lane from those of the others.',
    possibleAgents: [...AGENTS],
    // Counted over all agents: three a round.
    maxTurns: 12,
    rewardRange: [0, 1],
    illegalAction: { kind: 'lose', reward: 0 },
    config: { rounds: { kind: 'integer', title: 'Rounds', help: 'How often lanes are dealt.', default: 2, min: 1, max: 4 } },
  },
  stopText: ';',
  init: ({ rounds }, _split, rng) => ({ lanes: dealt(rng), round: 0, rounds, last: null }),
  agents: (state) => (isOver(state) ? [] : AGENTS),
  // Several at once: the step comes when all have acted.
  turn: (state) => (isOver(state) ? [] : AGENTS),
  observe: (state, agent) => ({ others: others(state, agent), round: state.round }),
  // Its own lane is hidden from an agent, and follows from what it sees: there is nothing to draw anew.
  legalActions: () => ({ kind: 'list', actions: LANES }),
  step(state, actions, rng) {
    const next = { ...state, lanes: dealt(rng), round: state.round + 1, last: actions }
    const right = (agent: AgentId): boolean => actions[agent] === state.lanes[agent]
    const all = AGENTS.every(right)
    // Half for one's own lane, half for all of them, shared out over the rounds.
    const reward = (agent: AgentId): number => ((right(agent) ? 0.5 : 0) + (all ? 0.5 : 0)) / state.rounds
    return {
      state: next,
      rewards: Object.fromEntries(AGENTS.map((agent) => [agent, reward(agent)])),
      terminated: Object.fromEntries(AGENTS.map((agent) => [agent, isOver(next)])),
      info: Object.fromEntries(AGENTS.map((agent) => [agent, { right: right(agent) }])),
      metrics: { together: all ? 1 : 0 },
    }
  },
  prompt: ({ others: seen }) => ` <${seen.join('+')}> me: `,
  parse(text) {
    const lane = LANES.find((known) => text === `${known};`)
    return lane === undefined ? fail({ reason: `say ${LANES.join(', ')}, then a semicolon` }) : ok(lane)
  },
  format: (lane) => `${lane};`,
  demonstrate: ({ lanes }, agent) => lanes[agent] ?? '',
  view: ({ lanes, last, round, rounds }) => ({
    kind: 'grid',
    rows: AGENTS.length,
    columns: LANES.length,
    ground: 'cells',
    columnNames: [...LANES],
    rowNames: [...AGENTS],
    pieces: AGENTS.flatMap((agent, row) => {
      const own = { kind: 'item', cell: row * LANES.length + LANES.indexOf(lanes[agent] ?? ''), tone: row, mark: '·', name: `the lane of ${agent}` } as const
      const taken = LANES.indexOf(last?.[agent] ?? '')
      return taken < 0 ? [own] : [own, { kind: 'agent', cell: row * LANES.length + taken, tone: row, mark: agent.charAt(0), name: `${agent}, before` } as const]
    }),
    last: [],
    line: [],
    points: [],
    caption: round >= rounds ? 'All lanes were dealt.' : `Round ${round + 1} of ${rounds}.`,
  }),
} satisfies Environment<State, Lane, Observation, { readonly rounds: number }>
