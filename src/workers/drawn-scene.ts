// What an environment shows of a state, where it is a thing to draw: texts are read in the sequence itself.

import type { Json } from '../base/json.ts'
import type { EnvironmentDefinition } from '../environments/contract.ts'
import type { DrawnScene } from '../environments/scene.ts'

/** Null where there is no state, no view, or only words. */
export function drawnScene({ view }: Pick<EnvironmentDefinition, 'view'>, state: Json | undefined): DrawnScene | null {
  const scene = state === undefined ? undefined : view?.(state)
  return scene === undefined || scene.kind === 'text' ? null : scene
}
