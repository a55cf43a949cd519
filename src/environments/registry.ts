// The built-in environments by id. Knows each definition and nothing of who plays it; authored environments
// reach a run by another way.

import { tokenloomError } from '../base/errors.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { arithmetic } from './arithmetic/arithmetic.ts'
import { calculator } from './calculator/calculator.ts'
import { choice } from './choice/choice.ts'
import type { EnvironmentDefinition } from './contract.ts'
import { geometry } from './geometry/geometry.ts'
import { geometryTries } from './geometry/geometry-tries.ts'
import { gomoku, gomokuBoard } from './gomoku/gomoku.ts'
import { guess } from './guess/guess.ts'
import { harvest, harvestForEight, harvestForEightByWays } from './harvest/harvest.ts'
import { kuhn } from './kuhn/kuhn.ts'
import { tictactoe } from './tictactoe/tictactoe.ts'

export const BUILT_IN_ENVIRONMENTS: readonly EnvironmentDefinition[] = [
  arithmetic,
  gomoku,
  gomokuBoard,
  tictactoe,
  harvest,
  harvestForEight,
  harvestForEightByWays,
  guess,
  calculator,
  kuhn,
  choice,
  geometry,
  geometryTries,
]

export function findEnvironment(id: string): Result<EnvironmentDefinition> {
  const found = BUILT_IN_ENVIRONMENTS.find((definition) => definition.spec.id === id)
  if (found !== undefined) return ok(found)
  const known = BUILT_IN_ENVIRONMENTS.map((definition) => definition.spec.id).join(', ')
  return fail(tokenloomError('ENVIRONMENT_UNKNOWN', `There is no environment ${JSON.stringify(id)}.`, `Choose one of: ${known}.`, 'environment.id'))
}
