// Sentences about what a run showed. A claim comes with its interval or says that there is none.

import type { PartGain } from '../state/part-gains.ts'
import type { Gain, RunChecks } from '../state/verdicts.ts'
import { significant, whole } from './numbers.ts'

export const unrepeatableSentence = ({ step, episode }: { readonly step: number; readonly episode: number }): string =>
  `Not repeatable: in step ${step} the deadline ended episode ${episode}, as the clock decided. The digest holds for this run alone.`

export function gainSentence(gain: Gain | null, hasBase: boolean): string {
  if (gain === null) return hasBase ? 'This is the base model, before training.' : 'The first evaluation measures the base model.'
  const base = gain.since === null ? 'the base model' : `the policy as it stood after step ${gain.since}, when the source was reloaded`
  if (gain.difference > gain.halfWidth) return `Better than ${base}: the 95 % interval excludes no change.`
  if (gain.difference < -gain.halfWidth) return `Worse than ${base}: the 95 % interval excludes no change.`
  return `No difference from ${base} yet: the 95 % interval includes none.`
}

export function gapSentence({ logprobGap, trainedTokens }: RunChecks): string {
  if (logprobGap === 0) return `Sampling and training agree: the gap is exactly 0 over ${whole(trainedTokens)} trained tokens.`
  return `Sampling and training differ by up to ${significant(logprobGap)} in logprob over ${whole(trainedTokens)} trained tokens.`
}

export function droppedSentence({ droppedGroups, groups }: RunChecks): string {
  return `${whole(droppedGroups)} of ${whole(groups)} groups had no spread of rewards and were dropped.`
}

export function skippedSentence({ skippedUpdates }: RunChecks): string {
  return skippedUpdates === 0 ? 'Every update was finite.' : `${whole(skippedUpdates)} updates were skipped because a gradient was not finite.`
}

export const PARTS_TITLE = 'By kind of problem'
export const PARTS_NOTE = 'Held-out problems, sampled: the hollow mark is the base, the full one the last evaluation.'

const PART_NAMES: Readonly<Record<string, string>> = {
  triangle: 'Triangles',
  ruler: 'Lengths',
  right: 'Right triangles',
  parallel: 'Parallel lines',
  rectangle: 'Rectangles',
  circle: 'Circles',
}

/** A kind of figure in words, any other part as its environment names it. */
export const partName = (name: string): string => PART_NAMES[name] ?? name
export const partTitle = ({ problems }: PartGain): string => `${whole(problems)} ${problems === 1 ? 'problem' : 'problems'}`
