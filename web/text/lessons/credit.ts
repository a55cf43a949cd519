// The words of the lesson about credit over turns.

import { engineWords, type LessonWords, told } from './words.ts'

const TURN_OPTIONS = { '2': 'The second alone', '1-2': 'The first and the second', all: 'All three' } as const

export const CREDIT_WORDS: LessonWords = {
  title: 'Credit over turns',
  summary: 'An episode of several turns earns something. Which of its turns deserve it? The same rewards, credited in four ways.',
  steps: {
    whole: {
      title: 'By the whole episode',
      text: [
        'Four siblings of three turns. B earns 1 with its second turn; nobody else earns anything. Credit by the episode takes what the whole episode earned.',
      ],
      question: 'Which of B’s turns are pushed up?',
      options: TURN_OPTIONS,
      seen: (facts) => [
        `All three, by ${told(facts, 'first')}: the third, which earned nothing and came too late to help, as much as the one that earned it. The others’ turns get ${told(facts, 'others')}.`,
        'For this one episode that is wrong. Only more episodes can average it out.',
      ],
    },
    'to-go': {
      title: 'By what follows',
      text: ['The same rewards. Now a turn is credited with what it and the turns after it earned, against the mean of what whole episodes earned.'],
      question: 'Which of B’s turns are pushed up?',
      options: TURN_OPTIONS,
      seen: (facts) => [
        `The first two, by ${told(facts, 'first')} and ${told(facts, 'second')}: the reward still lay before them. The third gets ${told(facts, 'third')}: after it nothing came, and nothing is less than the mean.`,
        'What had been earned before a turn cannot be its merit. But is having nothing left to earn its fault?',
      ],
    },
    relative: {
      title: 'Against the same turn of the others',
      text: ['Each turn is compared with the same turn of its siblings. The discount is 0: a turn is credited with its own reward alone.'],
      question: 'Which of B’s turns are pushed up?',
      options: TURN_OPTIONS,
      seen: (facts) => [
        `First ${told(facts, 'first')}, second ${told(facts, 'second')}, third ${told(facts, 'third')}, with discount ${told(facts, 'gamma')}.`,
        'Raise the discount: the first turn gets a share of what followed it, and the third stays where the others’ third turns are.',
      ],
    },
    fading: {
      title: 'Fading towards the end',
      text: ['Credit by the episode, fading: a turn gets the episode’s advantage times the discount for every own turn that follows it. The discount is 0.5.'],
      question: 'What share of the last turn’s advantage does the first of three turns get?',
      seen: (facts) => [
        `${told(facts, 'first')} against ${told(facts, 'last')} at the last turn: the discount ${told(facts, 'gamma')}, squared.`,
        'A discount is a belief about the task, that late turns decide more. Where the first move decides, it is the wrong way round.',
      ],
    },
    luck: {
      title: 'A mistake with a lucky end',
      text: [
        'A loses 1 with its first turn and earns 2 with its last. D earns 2 with its last turn, without the mistake. The discount is 0 where there is one.',
      ],
      question: 'Which way of crediting pushes A’s first turn down?',
      options: { episode: 'By the whole episode', turn: 'Those that look at single turns', none: 'None of them' },
      seen: (facts) => [
        `By the whole episode the mistake is praised (${told(facts, 'episode')}), since A did better than the mean in the end. Turn by turn it gets ${told(facts, 'turn')}, and against the same turn of the others ${told(facts, 'relative')}.`,
      ],
    },
    train: {
      title: 'Does it matter?',
      text: [
        'Three agents collect items over several turns; every item pays at once. Two runs, same seed and start states: one credits whole episodes, one compares each turn with the same turn of the others.',
      ],
      question: 'Which run earns more in its last four steps?',
      options: { episode: 'Credit by the whole episode', turn: 'Credit turn by turn', same: 'Neither: no difference beyond chance' },
      seen: (facts) => [
        `After ${told(facts, 'steps')} steps ${engineWords(facts)}: ${told(facts, 'episode')} a game by the episode, ${told(facts, 'turn')} turn by turn; the difference is known to ±${told(facts, 'halfWidth')} (95 %). Both began at ${told(facts, 'first')}.`,
      ],
    },
  },
}
