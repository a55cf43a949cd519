// The environment `geometry-tries-v1`: up to three tries, and an oracle. After every wrong try somebody who knows the answer says
// that it is wrong; a policy in the world has no such help, so what it earns by guessing again must not be taken for sight.
// Right: 1. A wrong try that is not the last: -0.05. So: 1 at once, 0.9 at the third try, -0.1 for three wrong ones.

import { figureEnvironment } from './figure-environment.ts'
import { GEOMETRY_FIELDS, type GeometryConfig } from './settings.ts'
import { type GeometryState, readLine, startOf } from './task.ts'

export type TriesConfig = GeometryConfig & {
  readonly tries: number
  /** Whether the figure is shown again with every refusal. */
  readonly again: boolean
}

export type TriesState = GeometryState & { readonly tries: number; readonly again: boolean }

const TRY_COST = 0.05
const MOST_TRIES = 3

export const geometryTries = figureEnvironment<TriesState, TriesConfig>({
  spec: {
    id: 'geometry-tries-v1',
    title: 'Geometry, three tries',
    summary: 'The same figures with up to three tries. After a wrong one an oracle, which knows the answer, says that it is wrong; each costs 0.05.',
    maxTurns: MOST_TRIES,
    rewardRange: [-TRY_COST, 1],
    config: {
      ...GEOMETRY_FIELDS,
      tries: { kind: 'integer', title: 'Tries', help: 'So many answers may be given.', default: MOST_TRIES, min: 1, max: MOST_TRIES },
      again: { kind: 'boolean', title: 'Show the figure again', help: 'With every refusal: a second picture in the same episode.', default: false },
    },
  },
  init: (config, split, rng) => ({ ...startOf(config, split, rng), tries: config.tries, again: config.again }),
  fromTask: (state) => ({ ...state, tries: MOST_TRIES, again: false }),
  tries: ({ tries }) => tries,
  shownAgain: ({ again }) => again,
  // What cannot be read as an answer is a wrong try, and the oracle says so.
  parse: readLine,
  rewardOf: (after, right) => (right ? 1 : after.over ? 0 : -TRY_COST),
  metricsOf: ({ answers }, right) => ({ right: right ? 1 : 0, first: right && answers.length === 1 ? 1 : 0, tries: answers.length }),
  measures: ['right', 'first'],
  ending: ({ answers, tries }, right) => (right ? `Right at try ${answers.length} of ${tries}.` : `Wrong ${answers.length} times.`),
})
