// The way of one episode through the state machine, read off its tokens: which state, how many tokens it gave. What a
// policy wrote is always played next, also when nothing is put in afterwards. Pure.

import { EPISODE_STATES, type EpisodeState } from '../../src/episode/trajectory.ts'
import type { SequenceView, TokenStep } from './token-step.ts'

export interface Visit {
  readonly state: EpisodeState
  readonly tokens: number
}

export function episodePath(step: TokenStep, { start, end }: SequenceView): readonly Visit[] {
  const visits: { state: EpisodeState; tokens: number }[] = []
  for (let index = start; index < end; index++) {
    const state = EPISODE_STATES[step.states[index] ?? 0] ?? 'PENDING'
    const last = visits.at(-1)
    if (last?.state === state) last.tokens += 1
    else if (last?.state === 'GENERATING' && state !== 'INTERACTING') visits.push({ state: 'INTERACTING', tokens: 0 }, { state, tokens: 1 })
    else visits.push({ state, tokens: 1 })
  }
  if (visits.at(-1)?.state === 'GENERATING') visits.push({ state: 'INTERACTING', tokens: 0 })
  return [...visits, { state: 'TERMINATED', tokens: 0 }]
}

/** The arrows that a path takes, as `FROM>TO`. */
export function arrowsOf(path: readonly Visit[]): ReadonlySet<string> {
  return new Set(path.slice(1).map(({ state }, index) => `${path[index]?.state ?? ''}>${state}`))
}
