// An environment about a figure, from the few rules that tell its kin apart: how often may be answered, when the figure is shown, how
// an answer is read and what it pays. Whoever plays is one agent, the solver; every hook of the contract is here.

import type { Rng } from '../../base/random.ts'
import { ok, type Result } from '../../base/result.ts'
import { type FieldsOf, parseConfig } from '../config.ts'
import type { EnvironmentDefinition, EnvironmentSpec, ParseFailure, Split } from '../contract.ts'
import { sceneOf } from './figure-scene.ts'
import { askedOf, type KindName, splitOf } from './problem.ts'
import { readTask } from './read-task.ts'
import type { GeometryConfig } from './settings.ts'
import { expectedOf, type GeometryObservation, type GeometryState, isRight, lastOf, pictureOfState, picturesOf, promptOf, STOP } from './task.ts'

export interface FigureRules<State extends GeometryState, Config extends GeometryConfig> {
  readonly spec: Omit<EnvironmentSpec, 'possibleAgents' | 'alphabet' | 'illegalAction' | 'config'> & { readonly config: FieldsOf<Config> }
  init(config: Config, split: Split, rng: Rng): State
  /** A problem that a person wrote, with what these rules add to its state. */
  fromTask(state: GeometryState): State
  /** So many answers may be given. */
  tries(state: State): number
  /** Whether the figure stands in the next question; it always does in the first. */
  shownAgain(state: State): boolean
  parse(text: string): Result<string, ParseFailure>
  /** After an answer. Reads that state alone, so that an auditor can do the same. */
  rewardOf(after: State, right: boolean): number
  metricsOf(after: State, right: boolean): Readonly<Record<string, number>>
  /** Those metrics that are told for every kind of figure apart too. */
  readonly measures: readonly string[]
  /** How it ended, as a sentence. */
  ending(after: State, right: boolean): string
}

const SOLVER = 'solver'

/** The metrics, and those named once more under the kind of the figure: `right:circle`. */
const withKind = (metrics: Readonly<Record<string, number>>, measures: readonly string[], kind: KindName): Readonly<Record<string, number>> => ({
  ...metrics,
  ...Object.fromEntries(measures.map((name) => [`${name}:${kind}`, metrics[name] ?? 0])),
})
const toSolver = <T>(value: T): Readonly<Record<string, T>> => ({ [SOLVER]: value })

export function figureEnvironment<State extends GeometryState, Config extends GeometryConfig>(
  rules: FigureRules<State, Config>,
): EnvironmentDefinition<State, string, GeometryObservation, Config> {
  const { spec, tries, shownAgain, rewardOf, metricsOf, ending } = rules
  const rightAt = (state: State): boolean => isRight(state, lastOf(state))
  const turn = ({ over }: State): readonly string[] => (over ? [] : [SOLVER])
  return {
    spec: { ...spec, possibleAgents: [SOLVER], alphabet: '0123456789', illegalAction: { kind: 'lose', reward: 0 } },
    parseConfig: (input) => parseConfig(spec.config, input),
    init: rules.init,
    agents: turn,
    turn,
    observe(state) {
      const first = state.answers.length === 0
      return { asked: askedOf(state.problem), picture: first || shownAgain(state) ? pictureOfState(state) : null, said: first ? null : lastOf(state) }
    },
    legalActions: () => ({ kind: 'any' }),
    step(state, actions) {
      const answered: State = { ...state, answers: [...state.answers, actions[SOLVER] ?? ''] }
      const right = rightAt(answered)
      const after: State = { ...answered, over: right || answered.answers.length >= tries(state) }
      return {
        state: after,
        rewards: toSolver(rewardOf(after, right)),
        terminated: toSolver(after.over),
        // While there are tries left, the answer stays a secret.
        info: toSolver(after.over ? { correct: right, answer: expectedOf(after) } : { correct: false }),
        metrics: withKind(metricsOf(after, right), rules.measures, state.problem.kind),
      }
    },
    metricsAtStart: ({ problem }) => Object.fromEntries(rules.measures.map((name) => [`${name}:${problem.kind}`, 0])),
    prompt: promptOf,
    pictures: picturesOf,
    parse: rules.parse,
    format: (action) => `${action}${STOP}`,
    demonstrate: expectedOf,
    accountRewards: (_before, after) => toSolver(rewardOf(after, rightAt(after))),
    readTask(text) {
      const read = readTask(text)
      return read.ok ? ok(rules.fromTask(read.value)) : read
    },
    splitOf: ({ problem }) => splitOf(problem),
    view: (state) => sceneOf(state, ending(state, rightAt(state))),
    stopText: STOP,
  }
}
