// The words of the lesson about stale policies.

import type { Facts } from '../../../src/lessons/step-code.ts'
import { engineWords, figure, type LessonWords, percent, told } from './words.ts'

const PUSH_OPTIONS = {
  full: 'Ratio times advantage, as it is',
  capped: 'The advantage times the bound',
  none: 'No push at all',
} as const

/** What PPO's bounds of 0.8 and 1.2 did to this token. */
function clippedWords(facts: Facts): string {
  if (figure(facts, 'plain') === 0) return 'An advantage of 0 pushes nowhere, with bounds or without.'
  if (figure(facts, 'push') === 0) return 'Beyond the bound the objective is flat: what has already moved far enough is left alone.'
  return figure(facts, 'ratio') < 0.8 || figure(facts, 'ratio') > 1.2
    ? 'The ratio lies beyond a bound, but against the direction of the advantage: a way back is never closed.'
    : 'Between the bounds nothing is cut off.'
}

export const STALE_WORDS: LessonWords = {
  title: 'Stale policies',
  summary: 'What an older version wrote trains a newer one. How far may the two be apart, and what do losses do about it?',
  steps: {
    fresh: {
      title: 'Fresh words',
      text: [
        'A token carries the logprob under which it was sampled. Training computes its logprob again; the ratio of the two probabilities says how far the policy has moved since.',
        'A short run: one optimizer step for each rollout, so that the version that learns is the version that wrote.',
      ],
      question: 'What is the ratio of every token?',
      options: { one: 'Exactly 1', near: 'About 1, up to rounding' },
      seen: (facts) => [
        `Over ${told(facts, 'steps')} steps ${engineWords(facts)} the greatest difference between recorded and computed logprob was ${told(facts, 'gap')}. Where it is 0, every ratio is 1, bit for bit.`,
        `The share of clipped tokens was ${percent(figure(facts, 'clipShare'))}${figure(facts, 'clipShare') === 0 ? ': nothing had moved that could be clipped' : ''}.`,
      ],
    },
    lag: {
      title: 'Four steps late',
      text: [
        'The same run, but its episodes are played by the version of four steps ago, as when sampling and training run side by side on different machines. PPO clips tokens whose ratio has left 0.8 to 1.2 in the direction of its advantage.',
      ],
      question: 'Are more tokens clipped?',
      options: { less: 'Fewer', same: 'As many', more: 'More' },
      seen: (facts) => [
        `${percent(figure(facts, 'stale'))} with a lag of ${told(facts, 'lag')}, ${percent(figure(facts, 'fresh'))} without, on average over ${told(facts, 'steps')} steps.`,
        `And what was recorded is still exact: the old version, asked again, gives its tokens the logprobs of then, with a greatest difference of ${told(facts, 'gap')}.`,
      ],
    },
    clip: {
      title: 'What clipping does',
      text: ['A token with advantage 1 has become more likely: its ratio is 1.5. The bounds are 0.8 and 1.2.'],
      question: 'How strongly does PPO push it further up?',
      options: PUSH_OPTIONS,
      seen: (facts) => [
        `At ratio ${told(facts, 'ratio')} and advantage ${told(facts, 'advantage')} PPO pushes with ${told(facts, 'push')}; without bounds it would be ${told(facts, 'plain')}.`,
        clippedWords(facts),
      ],
    },
    sign: {
      title: 'The other direction',
      text: ['The same ratio of 1.5, but the advantage is −1: the token has become more likely, and should not have.'],
      question: 'How strongly does PPO push it down?',
      options: PUSH_OPTIONS,
      seen: (facts) => [
        `At ratio ${told(facts, 'ratio')} it pushes with ${told(facts, 'push')}.`,
        'The bound only stops a policy from going further the way it was sent. A way back is never closed: the objective is the smaller of the two, clipped or not.',
      ],
    },
    cispo: {
      title: 'Capped instead of silenced',
      text: ['CISPO bounds the weight of a token, not its objective. Ratio 1.5 again, advantage 1.'],
      question: 'How strongly does CISPO push?',
      options: PUSH_OPTIONS,
      seen: (facts) => [
        `With ${told(facts, 'push')} at ratio ${told(facts, 'ratio')}, where PPO pushes with ${told(facts, 'ppo')}. No token is lost, none shouts.`,
      ],
    },
    train: {
      title: 'Does the lag hurt?',
      text: ['The two runs of before, measured on held-out problems.'],
      question: 'Which one ends higher?',
      options: { fresh: 'The fresh one', stale: 'The one that lags', same: 'Neither: no difference beyond chance' },
      seen: (facts) => [
        `From ${told(facts, 'base')} to ${told(facts, 'fresh')} without lag and to ${told(facts, 'stale')} with a lag of ${told(facts, 'lag')}, in ${told(facts, 'steps')} steps; the difference is known to ±${told(facts, 'halfWidth')} (95 %).`,
        `${figure(facts, 'fresh') - figure(facts, 'stale') > figure(facts, 'halfWidth') ? 'Here the lag cost something.' : 'Here the lag cost nothing that chance would not explain.'} Staleness, Loss and Clip are settings of every run; try them at a higher learning rate.`,
      ],
    },
  },
}
