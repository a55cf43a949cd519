// The start state that a task means: one that a person wrote, or a held-out one by its number.

import { tokenloomError } from '../base/errors.ts'
import type { Json } from '../base/json.ts'
import { createRng, streamKey } from '../base/random.ts'
import type { EnvironmentDefinition } from '../environments/contract.ts'
import type { TryTask } from './try-api.ts'

/** Throws ENVIRONMENT_INVALID at `task` when it cannot be read. */
export function startOfTask(definition: EnvironmentDefinition, settings: Json, task: TryTask): Json {
  if (task.kind === 'heldOut') return definition.init(settings, 'heldOut', createRng(streamKey(task.number, 'environment')))
  const read = definition.readTask?.(task.text)
  if (read?.ok === true) return read.value
  const reason = read === undefined ? `${definition.spec.title} takes no written tasks` : read.error.reason
  throw tokenloomError('ENVIRONMENT_INVALID', `This task cannot be read: ${reason}.`, 'Write it differently, or take a held-out problem.', 'task')
}
