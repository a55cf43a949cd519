// A question with one answer, as the source of an authored environment: one agent, one turn, paid for the right answer, demonstrated by
// the right answer. What is asked is a few lines of JavaScript. Text in, text out; nothing is opened here.

export interface Question {
  readonly name: string
  /** JavaScript before the definition: what `draw` needs. */
  readonly given?: string
  /** The answers as a JavaScript expression of a list; null: any text of `characters`, and nothing is masked. */
  readonly answers: string | null
  /** Body of a function of `rng` that returns `{ asks, answer }`. */
  readonly draw: string
}

export function questionSource({ name, given = '', answers, draw }: Question): string {
  const parse =
    answers === null
      ? "text.endsWith('\\n') && text.length > 1 ? ok(text.slice(0, -1)) : fail({ reason: 'write an answer and a newline' })"
      : "ANSWERS.includes(text.slice(0, -1)) && text.endsWith('\\n') ? ok(text.slice(0, -1)) : fail({ reason: 'none of the answers' })"
  return `import { fail, ok } from 'tokenloom'
${given}
${answers === null ? '' : `const ANSWERS = ${answers}`}
export default {
  spec: {
    id: '${name}-v1', title: '${name}', summary: 'A question.', possibleAgents: ['agent'], maxTurns: 1, rewardRange: [0, 1],
    illegalAction: { kind: 'lose', reward: 0 }, config: {},
  },
  stopText: '\\n',
  init(_config, _split, rng) {
    const draw = (rng) => { ${draw} }
    return { ...draw(rng), said: null }
  },
  agents: ({ said }) => (said === null ? ['agent'] : []),
  turn: ({ said }) => (said === null ? ['agent'] : []),
  observe: ({ asks }) => ({ asks }),
  legalActions: () => (${answers === null ? "{ kind: 'any' }" : "{ kind: 'list', actions: ANSWERS }"}),
  step: (state, { agent = '' }) => ({ state: { ...state, said: agent }, rewards: { agent: agent === state.answer ? 1 : 0 }, terminated: { agent: true }, info: {} }),
  prompt: ({ asks }) => '\\n' + asks,
  parse: (text) => (${parse}),
  format: (answer) => answer + '\\n',
  demonstrate: ({ answer }) => answer,
}
`
}
