// Where an environment tells parts of its problems apart: what the policy gained on each. Pure.

import { armOf, type RunView } from './run-view.ts'

export interface PartGain {
  readonly name: string
  readonly problems: number
  readonly base: number
  readonly now: number
}

/** In the order of the evaluation; empty where parts are not told, or nothing was measured yet. */
export function partGains(view: RunView): readonly PartGain[] {
  const { evaluations } = armOf(view, 'policy')
  const last = evaluations.at(-1)?.parts ?? []
  return (evaluations[0]?.parts ?? []).flatMap(({ name, problems, sampled }) => {
    const now = last.find((part) => part.name === name)
    return now === undefined ? [] : [{ name, problems, base: sampled, now: now.sampled }]
  })
}
