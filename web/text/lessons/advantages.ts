// The words of the lesson about groups and advantages.

import { figure, type LessonWords, told } from './words.ts'

/** Who is pushed harder follows from who stands alone, whatever the rewards were set to. */
function harder(best: number, worst: number): string {
  if (Math.abs(best + worst) < 0.01) return 'as far above the mean as below it, and both are pushed alike'
  return best + worst > 0
    ? 'whoever stands out above the others is pushed harder than anybody is pushed down'
    : 'whoever falls behind the others is pushed down harder than anybody is pushed up'
}

export const ADVANTAGES_WORDS: LessonWords = {
  title: 'Groups and advantages',
  summary: 'A reward alone says little. Change the rewards of a group and see what GRPO, Dr.GRPO, RLOO and REINFORCE++ make of them.',
  steps: {
    sum: {
      title: 'Better than whom?',
      text: [
        'Four siblings answered the same question; A was right. An advantage says how much better an answer was than those beside it. GRPO subtracts the group’s mean and divides by its spread.',
      ],
      question: 'What do the four GRPO advantages add up to?',
      options: { above: 'More than zero: somebody was right', below: 'Less than zero: most were wrong', zero: 'Zero' },
      seen: (facts) =>
        figure(facts, 'dropped') === 1
          ? ['All rewards are equal now: there is no better and no worse, so the group is dropped.']
          : [
              `They add up to ${told(facts, 'total')}. The best answer gets ${told(facts, 'best')}, the worst ${told(facts, 'worst')}: ${harder(figure(facts, 'best'), figure(facts, 'worst'))}.`,
              'Change the rewards: the sum stays where it is.',
            ],
    },
    spread: {
      title: 'Does the size of a difference count?',
      text: ['Two groups. In the first the rewards lie close together, in the second far apart; in both one answer is ahead of three equal ones.'],
      question: 'In which group are GRPO’s advantages larger?',
      options: { close: 'Where rewards lie close together', far: 'Where they lie far apart', same: 'In neither: they are the same' },
      seen: (facts) => [
        `The best answer gets ${told(facts, 'close')} in the first group and ${told(facts, 'far')} in the second: divided by its own spread, a difference of a tenth weighs as much as one of one.`,
        `Dr.GRPO leaves the division out: ${told(facts, 'plainClose')} against ${told(facts, 'plainFar')}. Then a small difference is a small push.`,
      ],
    },
    equal: {
      title: 'Everybody was right',
      text: ['A group in which all answers earned the same, here the full reward.'],
      question: 'What does the group teach?',
      options: { up: 'All its answers become more likely', dropped: 'Nothing: it is left out' },
      seen: (facts) =>
        figure(facts, 'dropped') === 1
          ? [
              'Without spread there is no advantage, by GRPO, Dr.GRPO and RLOO alike: the group is dropped, and the run counts how many were.',
              'So a task that is always solved, or never, costs rollouts and teaches nothing. Change one reward to wake it up.',
            ]
          : ['Now the rewards differ, and the group speaks again.'],
    },
    'leave-one-out': {
      title: 'Leave one out',
      text: [
        'RLOO compares an answer with the mean of the others, Dr.GRPO with the mean of all, the answer itself among them. One of four siblings was right.',
      ],
      question: 'How many times as large is A’s advantage under RLOO as under Dr.GRPO?',
      seen: (facts) => [
        `${told(facts, 'rloo')} against ${told(facts, 'mean')}, for ${told(facts, 'size')} siblings: n / (n − 1). An answer that counts in its own baseline hides a part of itself.`,
        'Change the number of siblings: in large groups the two are nearly one.',
      ],
    },
    'plus-plus': {
      title: 'Without groups',
      text: [
        'Two questions with three answers each: an easy one that everybody gets right, a hard one that nobody does. REINFORCE++ knows no groups: it takes mean and spread over all tokens of the step.',
      ],
      question: 'What happens to the right answers of the easy question?',
      options: { nothing: 'Nothing, as with groups', 'easy-up': 'They become more likely', 'easy-down': 'They become less likely' },
      seen: (facts) => [
        `They get ${told(facts, 'easy')}, the answers to the hard question ${told(facts, 'hard')}. ${figure(facts, 'grouped') === 0 ? 'By groups neither question would have said anything: in both all answers earned the same.' : `By groups ${told(facts, 'grouped')} of the two questions would have said anything.`}`,
        'The step is never silent, but part of what it says is only which question was easier: the price of a baseline that everybody shares.',
      ],
    },
  },
}
