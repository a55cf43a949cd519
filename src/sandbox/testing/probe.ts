// Plays a source through a few times, calling every hook, and says how it ended: what the hostile cases are judged by.

import { TokenloomError } from '../../base/errors.ts'
import { createRng } from '../../base/random.ts'
import type { EnvironmentDefinition } from '../../environments/contract.ts'
import { openAuthoredEnvironment } from '../authored-environment.ts'

export interface Probe {
  /** The code of the first error, or `harmless` where every call was answered. */
  readonly ended: string
  readonly message: string
}

export async function probe(source: string): Promise<Probe> {
  const opened = await openAuthoredEnvironment(source)
  if (!opened.ok) return { ended: opened.error.code, message: opened.error.message }
  const { definition, dispose } = opened.value
  try {
    for (let seed = 0; seed < 3; seed++) callEveryHook(definition, seed)
    dispose()
    return { ended: 'harmless', message: '' }
  } catch (thrown) {
    if (!(thrown instanceof TokenloomError)) return { ended: 'INTERNAL', message: thrown instanceof Error ? thrown.message : String(thrown) }
    dispose()
    return { ended: thrown.code, message: thrown.message }
  }
}

function callEveryHook(definition: EnvironmentDefinition, seed: number): void {
  const rng = createRng([7, seed])
  const state = definition.init({}, 'train', rng)
  definition.agents(state)
  for (const agent of definition.turn(state)) {
    const observation = definition.observe(state, agent)
    const legal = definition.legalActions(state, agent)
    definition.prompt(observation, agent)
    definition.parse('a;', observation)
    if (legal.kind === 'list' && legal.actions[0] !== undefined) definition.format(legal.actions[0])
    definition.step(state, { [agent]: 'a' }, rng)
  }
}
