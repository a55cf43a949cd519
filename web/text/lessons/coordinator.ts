// The words of the lesson about broken coordinators.

import type { Facts } from '../../../src/lessons/step-code.ts'
import { engineWords, figure, type LessonWords, percent, told } from './words.ts'

const caught = (facts: Facts): string =>
  `In ${told(facts, 'shown')} of ${told(facts, 'episodes')} games the fault showed; the auditor named something in ${told(facts, 'caught')} of these and in ${told(facts, 'imagined')} of the others. Its first sentence: “${told(facts, 'sentence')}”`

export const COORDINATOR_WORDS: LessonWords = {
  title: 'A broken coordinator caught',
  summary: 'Somebody must say whose turn it is and who is paid. Play whole games under coordinators that cheat, and read what the auditor finds.',
  steps: {
    sound: {
      title: 'When all is well',
      text: [
        'A coordinator conducts games: who is asked, what each is shown, when an action is played, who is paid. An auditor hears what environment, writers, engine, coordinator and trainer testify, plays every game again from its seed, and compares. It is never told who conducts.',
        'Eight games of tic-tac-toe between two policies that move at random.',
      ],
      question: 'How many checks fail?',
      options: { none: 'None', few: 'A few: chance plays a part', many: 'Many' },
      seen: (facts) => [
        `${told(facts, 'checks')} checks over ${told(facts, 'episodes')} games, ${told(facts, 'violations')} failed. The policies draw at random, but what may happen is not left to chance.`,
        'Change the seed: other games, the same answer. An alarm that rings by chance would be switched off.',
      ],
    },
    'double-move': {
      title: 'Somebody moves twice',
      text: ['This coordinator sometimes lets the last mover act again in the other’s place.'],
      question: 'Which check fails first?',
      options: { 'turn order': 'Turn order', 'one action a turn': 'One action a turn', 'loss mask': 'The loss mask' },
      seen: (facts) => [
        caught(facts),
        'The game itself went on without complaint: for the rules a move is a move. Only the writers know whose words they were.',
      ],
    },
    leak: {
      title: 'A look into the other’s hand',
      text: [
        'Kuhn poker: each holds a card that the other must not see. This coordinator sometimes shows an agent what the other one sees, before its own observation.',
      ],
      question: 'Which check fails first?',
      options: { 'own observation': 'Own observation', 'turn order': 'Turn order', 'rewards attributed': 'Rewards attributed' },
      seen: (facts) => [caught(facts), 'What a writer read is hashed by whoever served it, so a summary cannot hide it.'],
    },
    reward: {
      title: 'The last mover is paid',
      text: ['Three agents collect items at the same time. This coordinator sometimes gives all rewards of a turn to whoever moved last.'],
      question: 'Which check fails first?',
      options: { 'rewards recomputed': 'Rewards recomputed', 'rewards attributed': 'Rewards attributed', gradient: 'Gradient' },
      seen: (facts) => [
        caught(facts),
        'The amount was right, so a sum would not have shown it. What the rules pay, to whom, is computed again from the board before and after.',
      ],
    },
    update: {
      title: 'New weights in the middle of a game',
      text: ['Weights may change between rollouts, never under an open game. This coordinator tells the barrier that the games are over, and updates.'],
      question: 'Which check fails first?',
      options: { 'version pinned': 'Version pinned', 'phase barrier': 'Phase barrier', 'turn barrier': 'Turn barrier' },
      seen: (facts) => [
        caught(facts),
        'Two independent testimonies contradict the coordinator: the trainer says when it updated, the engine stamps the weights that wrote each turn.',
      ],
    },
    mystery: {
      title: 'Name it yourself',
      text: [
        'Two games of tic-tac-toe under one of three broken coordinators; the seed decides which. Guess first. Then read the turns of a game in which it showed, and what the auditor says.',
      ],
      question: 'Which one conducts?',
      options: {
        double_move: 'Double move: the last mover acts again',
        no_turn_barrier: 'No turn barrier: somebody is asked too early',
        shuffled_order: 'Shuffled order: turns go to whoever chance names',
      },
      seen: (facts) => [caught(facts), 'Change the seed for another one, and cover the answer: the turns alone are often enough.'],
    },
    curves: {
      title: 'Would the curves have told?',
      text: [
        'Two policies with an adapter each learn tic-tac-toe from each other: three runs under the sound coordinator, with three seeds, and one under a coordinator that hands out the turns by chance. Four short runs, some tens of seconds on a processor.',
      ],
      question: 'Where does the reward of the broken run lie?',
      options: { among: 'Among those of the sound runs', apart: 'Apart from them' },
      seen: (facts) => [
        `Of the points of the broken run ${percent(figure(facts, 'within'))} lie within what the other seeds do; of the sound runs’ own, ${percent(figure(facts, 'least'))} to ${percent(figure(facts, 'most'))}. The runs were made ${engineWords(facts)}.`,
        `The auditor counted ${told(facts, 'violations')} violations in the broken run, called them “${told(facts, 'name').replaceAll('_', ' ')}”, and ${told(facts, 'alarms')} in the three sound ones. What one player wins the other loses, so a curve has nowhere to go whoever conducts: only the log can tell.`,
      ],
    },
  },
}
