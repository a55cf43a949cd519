// What an agent of a harvest reads of an item in sight. Two faces of the same rules; which one holds is part of an environment's version.
// Knows no board and no rewards.

import type { Direction, Offset } from './grid.ts'

/** An item in sight: how far it lies along both axes, or the step that leads towards it. `colour` is a letter. */
export type HarvestSight = { readonly colour: string } & (Offset | { readonly way: Direction })

/** What is told of an item of a colour. */
export type Face = (colour: string, offset: Offset) => HarvestSight

/** The direction of the longer leg, east and west where both are equal. */
export const towards = ({ dx, dy }: Offset): Direction => (Math.abs(dx) >= Math.abs(dy) ? (dx >= 0 ? 'e' : 'w') : dy > 0 ? 's' : 'n')

export const BY_OFFSETS: Face = (colour, { dx, dy }) => ({ colour, dx, dy })

export const BY_WAYS: Face = (colour, offset) => ({ colour, way: towards(offset) })

/** `Re1n2` by offsets, `Re` by ways: told so, all eight colours fit into a view. */
export function sightText(sight: HarvestSight): string {
  if ('way' in sight) return `${sight.colour}${sight.way}`
  const { colour, dx, dy } = sight
  return `${colour}${dx < 0 ? 'w' : 'e'}${Math.abs(dx)}${dy > 0 ? 's' : 'n'}${Math.abs(dy)}`
}
