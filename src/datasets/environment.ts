// The environment `data-set-v1`: problems of a user's own. One problem, one line as the answer; 0.9 for the right one in any form
// that a judge takes for equal, 0.1 for an answer at all. Made for one data set, which its settings name by hash.

import { tokenloomError } from '../base/errors.ts'
import { isRecord } from '../base/json.ts'
import { PICTURE_MARK } from '../base/picture-mark.ts'
import { fail, ok } from '../base/result.ts'
import { type FieldsOf, parseConfig } from '../environments/config.ts'
import type { EnvironmentDefinition, Split } from '../environments/contract.ts'
import type { Picture } from '../environments/picture.ts'
import type { DataSet } from './data-set.ts'
import type { Judge } from './mathematics.ts'
import { partsOf } from './parts.ts'

export const DATA_SET_ENVIRONMENT = 'data-set-v1'

export type DataSetConfig = {
  /** The hash of the problems. */
  readonly dataSet: string
  /** In signs; longer problems are left out. */
  readonly longest: number
}

export type DataSetState = {
  /** The problem, by its place in the data set. */
  readonly place: number
  readonly answer: string | null
}

export type DataSetObservation = { readonly text: string; readonly pictures: readonly Picture[] }

const SOLVER = 'solver'
const STOP = '\n'
const FORMAT = 0.1
const LONGEST_ANSWER = 400

const MOST_SIGNS = 20_000
const USUAL_SIGNS = 400

/** `least`: a limit below which nothing would be left. */
const fieldsFrom = (least: number): FieldsOf<Omit<DataSetConfig, 'dataSet'>> => ({
  longest: {
    kind: 'integer',
    title: 'Longest problem',
    help: 'In signs; longer problems are left out.',
    default: Math.max(least, USUAL_SIGNS),
    min: least,
    max: MOST_SIGNS,
  },
})

export const dataSetMissing = (message: string) =>
  tokenloomError('DATA_SET_MISSING', message, 'Load the file in the view Data, and train on it from there.', 'environment.config.dataSet')

/** `hash` is that of the data set. Its settings are DATA_SET_INVALID where there is nothing to hold out. */
export function createDataSetEnvironment(
  { name, problems }: DataSet,
  hash: string,
  judge: Judge,
): EnvironmentDefinition<DataSetState, string, DataSetObservation, DataSetConfig> {
  const parts = partsOf(problems)
  const placesOf = (longest: number, split: Split): readonly number[] =>
    problems.flatMap(({ text }, place) => (parts[place] === split && text.length <= longest ? [place] : []))
  const problemOf = ({ place }: DataSetState) => problems[place] ?? { text: '', answer: '', pictures: [], row: 0 }
  const isRight = (state: DataSetState, answer: string): boolean => judge.isRight(answer, problemOf(state).answer)
  const rewardOf = (right: boolean): number => (right ? 1 : FORMAT)
  const shortest = (part: Split): number =>
    problems.reduce((least, { text }, place) => (parts[place] === part ? Math.min(least, text.length) : least), MOST_SIGNS)
  const fields = fieldsFrom(Math.max(1, shortest('train'), shortest('heldOut')))
  const drawn = new Map<string, readonly number[]>()

  return {
    spec: {
      id: DATA_SET_ENVIRONMENT,
      title: name,
      summary: 'Problems of a file. 0.9 for the right answer in any form that is equal to it, 0.1 for an answer at all.',
      possibleAgents: [SOLVER],
      maxTurns: 1,
      rewardRange: [0, 1],
      alphabet: '0123456789/.-',
      illegalAction: { kind: 'lose', reward: 0 },
      config: fields,
    },
    parseConfig(input) {
      const { dataSet = hash, ...others } = isRecord(input) ? input : { dataSet: null }
      if (dataSet !== hash) return fail(dataSetMissing(`The problems that this run names are not at hand; ${name} has the hash ${hash.slice(0, 12)}….`))
      for (const part of ['train', 'heldOut'] as const) {
        if (parts.includes(part)) continue
        const message = `${name} has too few problems: at least three different ones are needed, so that some can be held out.`
        return fail(tokenloomError('DATA_SET_INVALID', message, 'Load a file with more problems.', 'environment.config.dataSet'))
      }
      const parsed = parseConfig(fields, others)
      return parsed.ok ? ok({ dataSet, ...parsed.value }) : parsed
    },
    init({ longest }, split, rng) {
      const key = `${longest} ${split}`
      const found = drawn.get(key) ?? placesOf(longest, split)
      drawn.set(key, found)
      // A small file may have nothing to validate by; what is held out stays held out.
      const places = found.length > 0 ? found : placesOf(longest, 'train')
      return { place: places[rng.integer(places.length)] ?? 0, answer: null }
    },
    agents: ({ answer }) => (answer === null ? [SOLVER] : []),
    turn: ({ answer }) => (answer === null ? [SOLVER] : []),
    observe(state) {
      const { text, pictures } = problemOf(state)
      return { text, pictures }
    },
    legalActions: () => ({ kind: 'any' }),
    step(state, actions) {
      const answer = actions[SOLVER] ?? ''
      const right = isRight(state, answer)
      return {
        state: { ...state, answer },
        rewards: { [SOLVER]: rewardOf(right) },
        terminated: { [SOLVER]: true },
        info: { [SOLVER]: { correct: right, answer: problemOf(state).answer, row: problemOf(state).row } },
        metrics: { right: right ? 1 : 0 },
      }
    },
    // A line of its own, unless a picture comes first.
    prompt: ({ text }) => (text.startsWith(PICTURE_MARK) || text.startsWith('\n') ? text : `\n${text}`),
    pictures: ({ pictures }) => pictures,
    parse(text) {
      const line = text.endsWith(STOP) ? text.slice(0, -1) : ''
      return line.trim() === '' || line.includes(STOP) || line.length > LONGEST_ANSWER ? fail({ reason: 'an answer is one line that is not empty' }) : ok(line)
    },
    format: (action) => `${action}${STOP}`,
    demonstrate: (state) => problemOf(state).answer.replaceAll(/\s*\n\s*/g, ' '),
    accountRewards: (_before, after) => ({ [SOLVER]: rewardOf(isRight(after, after.answer ?? '')) }),
    splitOf: ({ place }) => parts[place] ?? 'train',
    view(state) {
      const { text, answer, pictures, row } = problemOf(state)
      const [picture = null] = pictures
      const said = state.answer
      return {
        kind: 'figure',
        figure: null,
        picture,
        question: text.replaceAll(PICTURE_MARK, '').trim(),
        tries: said === null ? [] : [{ text: said, verdict: isRight(state, said) ? 'right' : 'wrong' }],
        caption: said === null ? `Row ${row} of ${name}.` : `The answer in row ${row} is ${answer}.`,
      }
    },
    stopText: STOP,
  }
}
