// What an agent of a harvest reads of an item in sight. Two faces of the same rules; which one holds is part of an environment's version.
// Knows no board and no rewards.

import type { Direction, Offset } from './grid.ts'

/** An item in sight: how far it lies along both axes, or the step that leads towards it. `colour` is a letter. */
export type HarvestSight = { readonly colour: string } & (Offset | { readonly way: Direction })

export interface Face {
  sight(colour: string, offset: Offset): HarvestSight
  text(sight: HarvestSight): string
}

/** The direction of the longer leg, east and west where both are equal. */
export const towards = ({ dx, dy }: Offset): Direction => (Math.abs(dx) >= Math.abs(dy) ? (dx >= 0 ? 'e' : 'w') : dy > 0 ? 's' : 'n')

/** Five characters an item, `Re1n2`. */
export const BY_OFFSETS: Face = {
  sight: (colour, { dx, dy }) => ({ colour, dx, dy }),
  text: (sight) => ('way' in sight ? '' : `${sight.colour}${sight.dx < 0 ? 'w' : 'e'}${Math.abs(sight.dx)}${sight.dy > 0 ? 's' : 'n'}${Math.abs(sight.dy)}`),
}

/** Two characters an item, `Re`: all eight colours fit into a view. */
export const BY_WAYS: Face = {
  sight: (colour, offset) => ({ colour, way: towards(offset) }),
  text: (sight) => ('way' in sight ? `${sight.colour}${sight.way}` : ''),
}
