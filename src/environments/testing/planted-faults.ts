// Faults planted into a sound game, one for every promise of the contract: what the suite must find, and under which name. The game is
// countingGame, which keeps every promise. Data, as far as faults can be.

import { PICTURE_MARK } from '../../base/picture-mark.ts'
import { createRng } from '../../base/random.ts'
import { fail, ok } from '../../base/result.ts'
import type { EnvironmentDefinition } from '../contract.ts'
import { type CountingState, countingGame } from './counting.ts'

type Counting = ReturnType<typeof countingGame>

export interface PlantedFault {
  /** What is wrong, as the end of "an environment that …". */
  readonly fault: string
  /** The check that must find it. */
  readonly check: string
  /** A part of what it must say. */
  readonly says: string
  readonly definition: EnvironmentDefinition
  /** Random plays of every check, where the fault shows in few. */
  readonly plays?: number
}

const base = countingGame()
const two = countingGame({ agents: ['a', 'b'] })
const broken = (change: Partial<Counting>, of: Counting = base): EnvironmentDefinition => ({ ...of, ...change })
const spec = (change: Partial<Counting['spec']>): EnvironmentDefinition => broken({ spec: { ...base.spec, ...change } })
/** A step of the sound game, with some of its answer changed. */
const step = (change: (sound: ReturnType<Counting['step']>, state: CountingState) => object, of: Counting = base): EnvironmentDefinition =>
  broken({ step: (state, actions, rng) => ({ ...of.step(state, actions, rng), ...change(of.step(state, actions, rng), state) }) }, of)

/** Calls what no environment may, by its name: it stands nowhere in this project. */
function fromOutside(object: 'Math' | 'Date', method: string): EnvironmentDefinition {
  const call = (): number => Number(Reflect.apply(Reflect.get(Reflect.get(globalThis, object), method), undefined, []))
  return broken({ init: (config, split, rng) => ({ ...base.init(config, split, rng), offset: call() }) })
}

/** What a state remembers outside itself. */
let calls = 0
let steps = 0

const SPEC = 'spec is complete and serialisable'
const DEFAULTS = 'every setting has a default inside its own range'
const SETTINGS = 'settings: defaults fill in, unknown fields are refused, parsing twice changes nothing'
const LEVELS = 'every level starts: each setting at its ends and choices, in every split'
const AGENTS = 'agents and turns'
const RECORDS = 'rewards, flags and metrics'
const WRITING = 'legal actions: formatted, they end in stopText and parse to themselves'
const TEXT = 'any text is parsed or refused, never thrown'
const OUTSIDE = 'neither chance nor time from outside'
const VARY = 'other seeds give other starts, and rewards vary'

const grid = (cell: number): ReturnType<NonNullable<Counting['view']>> => ({
  ...{ kind: 'grid', rows: 1, columns: 10, ground: 'cells', columnNames: [...'0123456789'], rowNames: ['1'] },
  ...{ pieces: [{ kind: 'item', cell, tone: 0, mark: '*', name: 'total' }], last: [], line: [], points: [], caption: '' },
})

export const PLANTED_FAULTS: readonly PlantedFault[] = [
  { fault: 'has no version in its id', check: SPEC, says: 'does not end in a version', definition: spec({ id: 'counting' }) },
  { fault: 'says nothing of itself', check: SPEC, says: 'title and summary', definition: spec({ summary: '' }) },
  { fault: 'names an agent twice', check: SPEC, says: 'repeats a name', definition: spec({ possibleAgents: ['counter', 'counter'] }) },
  { fault: 'ends its actions with nothing', check: SPEC, says: 'stopText is empty', definition: broken({ stopText: '' }) },
  { fault: 'declares rewards from high to low', check: SPEC, says: 'rewardRange', definition: spec({ rewardRange: [9, 0] }) },
  {
    fault: 'has a default outside its range',
    check: DEFAULTS,
    says: 'the default of rounds',
    definition: spec({ config: { rounds: { ...base.spec.config['rounds'], kind: 'integer', title: 'Rounds', help: 'Moves.', default: 99, min: 1, max: 20 } } }),
  },
  { fault: 'takes any setting', check: SETTINGS, says: 'unknown setting', definition: broken({ parseConfig: () => ok({ rounds: 3 }) }) },
  {
    fault: 'cannot start at an end of a setting',
    check: LEVELS,
    says: 'too long',
    definition: broken({
      init(config, split, rng) {
        if (config.rounds > 19) throw new Error('too long')
        return base.init(config, split, rng)
      },
    }),
  },
  { fault: 'has no agents at its start', check: AGENTS, says: 'has no agents', definition: broken({ agents: () => [] }) },
  {
    fault: 'lets an agent move that is not there',
    check: AGENTS,
    says: 'not live',
    definition: broken({ turn: (state) => (state.moves < 3 ? ['ghost'] : []) }),
  },
  {
    fault: 'asks an agent twice at once',
    check: AGENTS,
    says: 'twice at once',
    definition: broken({ turn: (state) => (state.moves < state.rounds ? ['counter', 'counter'] : []) }),
  },
  {
    fault: 'brings an agent back that had left',
    check: AGENTS,
    says: 'is back',
    definition: broken(
      {
        agents: (state) => (state.moves >= state.rounds ? [] : state.moves === 1 ? ['a'] : ['a', 'b']),
        turn: (state) => (state.moves < state.rounds ? ['a'] : []),
        step: (state, actions, rng) => ({
          ...two.step(state, actions, rng),
          rewards: { a: 1 },
          terminated: { a: state.moves + 1 >= state.rounds, b: state.moves === 0 || state.moves + 1 >= state.rounds },
        }),
      },
      two,
    ),
  },
  {
    fault: 'leaves everybody waiting',
    check: AGENTS,
    says: 'nobody is to move',
    definition: broken({ turn: (state) => (state.moves === 0 ? ['counter'] : []) }),
  },
  { fault: 'ends an agent that goes on', check: AGENTS, says: 'disagree', definition: step(() => ({ terminated: { counter: true } })) },
  { fault: 'pays what is no number', check: RECORDS, says: 'not a finite number', definition: step(() => ({ rewards: { counter: Number.NaN } })) },
  { fault: 'pays nothing to somebody', check: RECORDS, says: 'not a finite number', definition: step(() => ({ rewards: { a: 1 } }), two) },
  { fault: 'pays more than it declares', check: RECORDS, says: 'leaves rewardRange', definition: step(() => ({ rewards: { counter: 10 } })) },
  { fault: 'pays a stranger', check: RECORDS, says: 'was not live', definition: step(({ rewards }) => ({ rewards: { ...rewards, stranger: 1 } })) },
  { fault: 'measures what is no number', check: RECORDS, says: 'a metric', definition: step(() => ({ metrics: { total: Number.POSITIVE_INFINITY } })) },
  {
    fault: 'keeps in its state what JSON does not',
    check: 'everything is JSON',
    says: 'does not survive JSON',
    definition: step(({ state }) => ({ state: { ...state, extra: undefined } })),
  },
  {
    fault: 'comes to a point where nothing can be done',
    check: 'an action can always be found',
    says: 'got stuck',
    definition: broken({ legalActions: (state) => ({ kind: 'list', actions: state.moves === 2 ? [] : [0, 1, 2] }) }),
  },
  {
    fault: 'remembers outside its state how often it was started',
    check: 'the same seed gives the same play',
    says: 'differ',
    definition: broken({ init: (config, split, rng) => ({ ...base.init(config, split, rng), offset: calls++ }) }),
  },
  {
    fault: 'remembers outside its state how often it stepped',
    check: 'replay from the middle',
    says: 'another state',
    definition: step(({ state }) => ({ state: { ...state, offset: steps++ % 7 } })),
  },
  {
    fault: 'changes the state that it is given',
    check: AGENTS,
    says: 'read only',
    definition: broken({
      step(state, actions, rng) {
        const open: { total: number } = state as { total: number } & CountingState
        open.total += 1
        return base.step(state, actions, rng)
      },
    }),
  },
  { fault: 'demonstrates what is not legal', check: 'demonstrations are legal', says: 'not legal', definition: broken({ demonstrate: () => 7 }) },
  {
    fault: 'accounts for other rewards than it pays',
    check: 'rewards equal their account',
    says: 'differ from their account',
    definition: broken({ accountRewards: (before, after) => ({ counter: 2 * (after.total - before.total) }) }),
  },
  {
    fault: 'shows what it hides',
    check: 'what is hidden from an agent does not show',
    says: 'depends on what is hidden',
    definition: broken({ redrawHidden: (state, _agent, rng) => ({ ...state, offset: rng.integer(10) }) }),
  },
  {
    fault: 'never draws anew what it hides',
    check: 'what is hidden from an agent does not show',
    says: 'never drawn anew',
    definition: broken({ redrawHidden: (state) => state }),
  },
  { fault: 'pays the same whatever is done', check: VARY, says: 'never vary', definition: step(() => ({ rewards: { counter: 1 } })) },
  { fault: 'asks without a word', check: 'every agent to move has a prompt', says: 'is empty', definition: broken({ prompt: () => '' }) },
  { fault: 'writes actions without their end', check: WRITING, says: 'stopText', definition: broken({ format: (action) => `${action}` }) },
  {
    fault: 'lists an action twice',
    check: WRITING,
    says: 'repeat one',
    definition: broken({ legalActions: () => ({ kind: 'list', actions: [1, 2, 2] }) }),
  },
  {
    fault: 'reads another action than was written',
    check: WRITING,
    says: 'does not parse to its action',
    definition: broken({ parse: (text) => (/^\d;$/.test(text) ? ok((Number(text.charAt(0)) + 1) % 10) : fail({ reason: 'say one digit' })) }),
  },
  {
    fault: 'throws at a strange text',
    check: TEXT,
    says: 'JSON',
    definition: broken({
      parse(text, observation) {
        if (text.startsWith('{')) JSON.parse(`${text}{`)
        return base.parse(text, observation)
      },
    }),
  },
  {
    fault: 'lists an action that it cannot play',
    check: 'every legal action can be played',
    // Chance alone never comes to say it in one play.
    plays: 1,
    says: 'no nines',
    definition: broken({
      step(state, actions, rng) {
        if (actions['counter'] === 9) throw new Error('no nines')
        return base.step(state, actions, rng)
      },
    }),
  },
  {
    fault: 'says no price of an illegal action',
    check: 'what an illegal action costs is said in numbers',
    says: 'not a finite number',
    definition: broken({ illegalAction: () => ({ kind: 'lose', reward: Number.NEGATIVE_INFINITY }) }),
  },
  { fault: 'throws dice of its own', check: OUTSIDE, says: 'Math.random', definition: fromOutside('Math', 'random') },
  { fault: 'looks at a clock', check: OUTSIDE, says: 'Date.now', definition: fromOutside('Date', 'now') },
  { fault: 'draws outside its board', check: 'every state can be drawn', says: 'outside a grid', definition: broken({ view: ({ moves }) => grid(9 + moves) }) },
  {
    fault: 'offers a point that is no action',
    check: 'every state can be drawn',
    says: 'is no action',
    definition: broken({ view: () => ({ ...grid(0), points: [{ cell: 0, action: 'zero' }] }) } as Partial<Counting>),
  },
  {
    fault: 'marks a picture that it does not give',
    check: 'pictures fit the marks in their prompts',
    says: 'marks 1',
    definition: broken({ prompt: ({ total }) => `${PICTURE_MARK}${total}>`, pictures: () => [] }),
  },
  {
    fault: 'gives a picture that is none',
    check: 'pictures fit the marks in their prompts',
    says: 'other data',
    definition: broken({ prompt: ({ total }) => `${PICTURE_MARK}${total}>`, pictures: () => [{ width: 8, height: 8, channels: 1, data: 'AAAA' }] }),
  },
  {
    fault: 'draws a held-out problem for training',
    check: 'start states belong to the part that they were drawn for',
    says: 'is said to be of heldOut',
    definition: broken({ splitOf: () => 'heldOut' }),
  },
  {
    fault: 'throws at a strange task',
    check: 'a written task is read or refused, never thrown',
    says: 'no task',
    definition: broken({
      readTask(text) {
        if (text.length > 100) throw new Error('no task')
        return ok(base.init({ rounds: 3 }, 'train', createRng([1, 1])))
      },
    }),
  },
]
