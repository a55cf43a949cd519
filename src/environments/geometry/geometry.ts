// The environment `geometry-v1`: a figure, a question, one answer. The numbers stand in the picture alone. 0.9 for the right value
// in any simple form, 0.1 for a line that reads as an answer.

import { figureEnvironment } from './figure-environment.ts'
import { GEOMETRY_FIELDS, type GeometryConfig } from './settings.ts'
import { type GeometryState, readAnswer, startOf } from './task.ts'

const FORMAT = 0.1

export const geometry = figureEnvironment<GeometryState, GeometryConfig>({
  spec: {
    id: 'geometry-v1',
    title: 'Geometry',
    summary:
      'A figure whose numbers stand in the picture alone, and a question about it. 0.9 for the right value in any simple form, 0.1 for an answer that can be read.',
    maxTurns: 1,
    rewardRange: [0, 1],
    config: GEOMETRY_FIELDS,
  },
  init: startOf,
  fromTask: (state) => state,
  tries: () => 1,
  shownAgain: () => true,
  parse: readAnswer,
  rewardOf: (_after, right) => (right ? 1 : FORMAT),
  metricsOf: (_after, right) => ({ right: right ? 1 : 0 }),
  measures: ['right'],
  ending: (_after, right) => (right ? 'Right.' : 'Wrong.'),
})
