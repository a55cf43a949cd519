// What may be said of a run against its controls and over its seeds: every difference with its interval, or that there is
// none; and what is still missing.

import type { WaitingRun } from '../state/run-queue.ts'
import type { Agreement } from '../state/siblings.ts'
import type { ControlGain, RewardGain, SeedsGain } from '../state/verdicts.ts'
import { fixed, signed } from './numbers.ts'
import { ARM_WORDS } from './run-words.ts'

export function controlWords({ control, difference, halfWidth }: ControlGain): string {
  const name = ARM_WORDS[control].toLowerCase()
  if (difference > halfWidth) return `Better than the ${name}`
  if (difference < -halfWidth) return `Worse than the ${name}`
  return `No difference from the ${name}`
}

/** Beside a recording that has only begun. */
export const EVIDENCE_COMES = 'The first evaluation after the start brings the differences from its controls.'

export const INTERVALS = 'Differences of held-out return at the last step that both reached, with their 95 % intervals.'

export const differenceText = ({ difference, halfWidth }: Pick<ControlGain, 'difference' | 'halfWidth'>): string =>
  `${signed(difference, 2)} ± ${fixed(halfWidth, 2)}`

export function rewardSentence({ step, imitated, difference, halfWidth }: RewardGain): string {
  const by = `${signed(difference, 2)} ± ${fixed(halfWidth, 2)}`
  const added = Math.abs(difference) > halfWidth ? `Rewards then changed that by ${by}` : `What rewards changed then is within chance: ${by}`
  return `Imitation alone reached ${fixed(imitated, 2)}, at step ${step}. ${added}.`
}

export function seedsSentence({ seeds, difference, halfWidth, least, greatest }: SeedsGain): string {
  const range = `between ${signed(least, 2)} and ${signed(greatest, 2)}`
  const verdict = Math.abs(difference) > halfWidth ? 'the 95 % interval over seeds excludes no change' : 'the 95 % interval over seeds includes no change'
  return `Over ${seeds} seeds the gain is ${signed(difference, 2)} ± ${fixed(halfWidth, 2)}, ${range}: ${verdict}.`
}

export const seedsTogetherWords = (count: number, apart: boolean): string =>
  apart ? `Its ${count} seeds are drawn one by one, as one of them stands beside it` : `Draw its ${count} seeds as one line with a band`

/** The controls were played later, beside the same policy once more: whether it was the same, number for number. */
export function agreementSentence({ evaluations, same }: Agreement): string {
  const measured = evaluations === 1 ? 'the evaluation' : `all ${evaluations} evaluations`
  return same
    ? `The controls were run afterwards, beside the same policy once more: ${measured} came out the same, number for number.`
    : 'The controls were run afterwards, and the policy beside them did not come out the same: compare with care.'
}

export const CONTROLS_ASKED = 'The controls start as soon as the run under way has finished.'

export function waitingWords({ spec, why }: WaitingRun): string {
  return why === 'controls' ? `seed ${spec.seed}, with its controls` : `seed ${spec.seed}`
}
