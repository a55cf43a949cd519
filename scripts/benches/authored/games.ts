// Games of several turns or agents for the bench `authored`, as authors might write them. Texts alone; nothing is opened here.

export interface Game {
  readonly name: string
  readonly source: string
}

const spec = (name: string, agents: readonly string[], maxTurns: number, least: number): string =>
  `{ id: '${name}-v1', title: '${name}', summary: 'A game.', possibleAgents: ${JSON.stringify(agents)}, maxTurns: ${maxTurns}, rewardRange: [${least}, 1], illegalAction: { kind: 'lose', reward: ${least} }, config: {} }`

const wordOf = (list: string): string =>
  `(text) => (${list}.includes(text.slice(0, -1)) && text.endsWith('\\n') ? ok(text.slice(0, -1)) : fail({ reason: 'none of the actions' }))`

/** Two players take one to three stones; who takes the last one wins. */
const nim = `import { fail, ok } from 'tokenloom'
const TAKES = ['1', '2', '3']
const mover = ({ turns }) => (turns % 2 === 0 ? 'one' : 'two')
export default {
  spec: ${spec('nim', ['one', 'two'], 16, -1)},
  stopText: '\\n',
  init: (_config, _split, rng) => ({ heap: 5 + rng.integer(8), turns: 0 }),
  agents: ({ heap }) => (heap > 0 ? ['one', 'two'] : []),
  turn: (state) => (state.heap > 0 ? [mover(state)] : []),
  observe: ({ heap }) => ({ heap }),
  legalActions: ({ heap }) => ({ kind: 'list', actions: TAKES.slice(0, heap) }),
  step(state, actions) {
    const own = mover(state)
    const next = { heap: state.heap - Number(actions[own]), turns: state.turns + 1 }
    const over = next.heap === 0
    const reward = (agent) => (!over ? 0 : agent === own ? 1 : -1)
    return { state: next, rewards: { one: reward('one'), two: reward('two') }, terminated: { one: over, two: over }, info: {} }
  },
  prompt: ({ heap }) => '\\n' + heap + ' stones, take ',
  parse: ${wordOf('TAKES')},
  format: (take) => take + '\\n',
  demonstrate: ({ heap }) => String(heap % 4 === 0 ? 1 : heap % 4),
}
`

/** One sees an animal and says a letter; the other hears the letter and names the animal. */
const whisper = `import { fail, ok } from 'tokenloom'
const ANIMALS = ['cat', 'dog', 'hen', 'pig', 'ram']
const LETTERS = ['v', 'w', 'x', 'y', 'z']
export default {
  spec: ${spec('whisper', ['speaker', 'hearer'], 2, 0)},
  stopText: '\\n',
  init: (_config, _split, rng) => ({ animal: rng.integer(5), letter: null, named: null }),
  agents: ({ named }) => (named === null ? ['speaker', 'hearer'] : []),
  turn: ({ letter, named }) => (named !== null ? [] : [letter === null ? 'speaker' : 'hearer']),
  observe: ({ animal, letter }, agent) => (agent === 'speaker' ? { animal } : { letter: letter ?? '' }),
  legalActions: (_state, agent) => ({ kind: 'list', actions: agent === 'speaker' ? LETTERS : ANIMALS }),
  step(state, { speaker, hearer }) {
    if (hearer === undefined)
      return { state: { ...state, letter: speaker ?? '' }, rewards: { speaker: 0, hearer: 0 }, terminated: { speaker: false, hearer: false }, info: {} }
    const paid = hearer === ANIMALS[state.animal] ? 1 : 0
    return { state: { ...state, named: hearer }, rewards: { speaker: paid, hearer: paid }, terminated: { speaker: true, hearer: true }, info: {} }
  },
  prompt: (seen) => ('animal' in seen ? '\\nsay ' + ANIMALS[seen.animal] + ': ' : '\\nheard ' + seen.letter + ': '),
  parse: ${wordOf('[...LETTERS, ...ANIMALS]')},
  format: (word) => word + '\\n',
  demonstrate: ({ animal, letter }, agent) => (agent === 'speaker' ? LETTERS[animal] : ANIMALS[LETTERS.indexOf(letter)]),
}
`

/** The compass in steps: one turn to the right at a time, so that every action follows from what was read last. */
const compassSteps = `import { fail, ok } from 'tokenloom'
const ROSE = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW']
export default {
  spec: ${spec('compass-steps', ['agent'], 4, 0)},
  stopText: '\\n',
  init(_config, _split, rng) {
    const turns = 1 + rng.integer(4)
    return { facing: rng.integer(8), left: turns, turns }
  },
  agents: ({ left }) => (left > 0 ? ['agent'] : []),
  turn: ({ left }) => (left > 0 ? ['agent'] : []),
  observe: ({ facing, left }) => ({ facing, left }),
  legalActions: () => ({ kind: 'list', actions: ROSE }),
  step(state, { agent }) {
    const right = ROSE[(state.facing + 1) % 8]
    const next = { ...state, facing: (state.facing + 1) % 8, left: state.left - 1 }
    return { state: next, rewards: { agent: agent === right ? 1 / state.turns : 0 }, terminated: { agent: next.left === 0 }, info: {} }
  },
  prompt: ({ facing }) => '\\n' + ROSE[facing] + ', right: ',
  parse: ${wordOf('ROSE')},
  format: (way) => way + '\\n',
  demonstrate: ({ facing }) => ROSE[(facing + 1) % 8],
}
`

/** A walk on a grid to a goal, a step a turn. */
const walk = `import { fail, ok } from 'tokenloom'
const WAYS = { n: [0, -1], e: [1, 0], s: [0, 1], w: [-1, 0] }
const there = ({ x, y, goal }) => x === goal[0] && y === goal[1]
export default {
  spec: ${spec('walk', ['agent'], 8, 0)},
  stopText: '\\n',
  init(_config, _split, rng) {
    for (;;) {
      const state = { x: rng.integer(4), y: rng.integer(4), goal: [rng.integer(4), rng.integer(4)], moves: 0 }
      if (!there(state)) return state
    }
  },
  agents: (state) => (there(state) || state.moves >= 8 ? [] : ['agent']),
  turn: (state) => (there(state) || state.moves >= 8 ? [] : ['agent']),
  observe: ({ x, y, goal }) => ({ x, y, goal }),
  legalActions: ({ x, y }) => ({ kind: 'list', actions: Object.keys(WAYS).filter((way) => x + WAYS[way][0] >= 0 && x + WAYS[way][0] < 4 && y + WAYS[way][1] >= 0 && y + WAYS[way][1] < 4) }),
  step(state, { agent }) {
    const next = { ...state, x: state.x + WAYS[agent][0], y: state.y + WAYS[agent][1], moves: state.moves + 1 }
    return { state: next, rewards: { agent: there(next) ? 1 : 0 }, terminated: { agent: there(next) || next.moves >= 8 }, info: {} }
  },
  prompt: ({ x, y, goal }) => '\\n' + x + y + '>' + goal[0] + goal[1] + ' ',
  parse: ${wordOf('Object.keys(WAYS)')},
  format: (way) => way + '\\n',
  demonstrate: ({ x, y, goal }) => (x < goal[0] ? 'e' : x > goal[0] ? 'w' : y < goal[1] ? 's' : 'n'),
}
`

export const GAMES: readonly Game[] = [
  { name: 'nim', source: nim },
  { name: 'whisper', source: whisper },
  { name: 'compass-steps', source: compassSteps },
  { name: 'walk', source: walk },
]
