// Credited trajectories into data for the training service: the same tokens, untouched. Siblings that begin alike
// name their common prefix, so that it is computed once.

import type { Trajectory } from '../episode/trajectory.ts'
import type { Datum } from '../service/index.ts'
import type { CreditedTrajectory } from './credit.ts'

export interface DatumOptions {
  /** Names the data in the engine's testimony: arm and step. */
  readonly prefix: string
  readonly temperature: number
  /** False for supervised data, which nobody sampled. */
  readonly sampled: boolean
}

/** What the engine's testimony calls the datum of a trajectory. */
export const datumId = (prefix: string, { episode, agent }: Pick<Trajectory, 'episode' | 'agent'>): string => `${prefix}/${episode}/${agent}`

/** The data of some groups; trajectories that are not trained are left out. */
export function buildData(episodes: readonly CreditedTrajectory[], options: DatumOptions): Datum[] {
  const trained = episodes.filter((episode) => episode.trained)
  const prefixes = new Map<string, number>()
  for (const [key, siblings] of byKey(trained)) prefixes.set(key, commonPrefix(siblings))
  return trained.map((episode): Datum => {
    const { trajectory, coefficients } = episode
    const key = keyOf(episode)
    const sharedPrefix = prefixes.get(key) ?? 0
    return {
      id: datumId(options.prefix, trajectory),
      tokens: trajectory.tokens,
      lossMask: trajectory.lossMask,
      coefficients,
      ...(trajectory.images === undefined ? {} : { images: trajectory.images }),
      ...(trajectory.actionMask === undefined ? {} : { actionMask: trajectory.actionMask }),
      ...(options.sampled ? { samplingLogprobs: trajectory.samplingLogprobs, temperature: options.temperature } : {}),
      ...(sharedPrefix > 0 ? { group: key, sharedPrefix } : {}),
    }
  })
}

const keyOf = ({ trajectory }: CreditedTrajectory): string => `${trajectory.group}/${trajectory.agent}`

export function byKey(episodes: readonly CreditedTrajectory[]): Map<string, CreditedTrajectory[]> {
  const groups = new Map<string, CreditedTrajectory[]>()
  for (const episode of episodes) {
    const group = groups.get(keyOf(episode))
    if (group === undefined) groups.set(keyOf(episode), [episode])
    else group.push(episode)
  }
  return groups
}

/** The length of the prompt, where all siblings have the same one; 0 for a sequence alone. */
function commonPrefix(siblings: readonly CreditedTrajectory[]): number {
  const first = siblings[0]?.trajectory
  if (first === undefined || siblings.length < 2) return 0
  const length = first.lossMask.indexOf(1)
  const alike = siblings.every(
    ({ trajectory }) => trajectory.lossMask.indexOf(1) === length && first.tokens.subarray(0, length).every((token, i) => token === trajectory.tokens[i]),
  )
  return alike ? length : 0
}
