// Alarms in plain words: what is wrong, and what usually mends it.

import type { Alarm } from '../state/alarms.ts'
import { fixed, significant } from './numbers.ts'

export interface AlarmWords {
  readonly title: string
  readonly sentence: string
  readonly hint: string
}

export function alarmWords({ kind, step, value }: Alarm): AlarmWords {
  switch (kind) {
    case 'notFinite':
      return {
        title: 'Numbers that are not finite',
        sentence: `A gradient or a loss overflowed in step ${step}; the update was left out.`,
        hint: 'Lower the learning rate, or clip the gradient at a smaller norm.',
      }
    case 'entropyGone':
      return {
        title: 'Nothing left to try',
        sentence: `Since step ${step} the policy is sure of every token (entropy ${significant(value)} nats) and still fails.`,
        hint: 'Lower the learning rate, add a KL to the base, or start again with another seed.',
      }
    case 'noSpread':
      return {
        title: 'No group has a spread of rewards',
        sentence: `Since step ${step} all siblings of every group earn the same (${fixed(value, 2)}), so there is no gradient.`,
        hint: 'Choose easier or more varied problems, a larger group size, or a higher temperature.',
      }
    case 'klRunningAway':
      return {
        title: 'Running away from the base',
        sentence: `Since step ${step} the policy moves away fast: KL to the base is ${significant(value)} nats per token.`,
        hint: 'Lower the learning rate, or add a KL to the base as a penalty.',
      }
    case 'cutShort':
      return {
        title: 'Most answers are cut short',
        sentence: `Since step ${step} ${Math.round(100 * value)} % of the episodes run out of tokens before they end.`,
        hint: 'Raise the tokens per turn, or reward short answers.',
      }
  }
}
