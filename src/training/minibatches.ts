// Cuts a step's groups into minibatches: whole groups, in an order that the run's seed decides, as even as can
// be. Does not look into a group.

import { permutation, type Rng } from '../base/random.ts'

/** `count` lists of groups; some are empty when there are fewer groups than lists. */
export function splitGroups<T>(groups: readonly T[], count: number, rng: Rng): T[][] {
  const order = permutation(groups.length, rng)
  const parts: T[][] = Array.from({ length: count }, () => [])
  order.forEach((place, index) => {
    const group = groups[place]
    if (group !== undefined) parts[Math.floor((index * count) / groups.length)]?.push(group)
  })
  return parts
}
