// The words of the lesson about shuffled rewards.

import { engineWords, figure, type LessonWords, told } from './words.ts'

export const SHUFFLED_WORDS: LessonWords = {
  title: 'Why rewards are shuffled',
  summary: 'A rising curve may have many causes. The control that gets everybody’s rewards in another order tells one of them apart.',
  steps: {
    dealt: {
      title: 'The same rewards, other owners',
      text: ['Eight answers; the right ones earned 1. For the control the rewards of the whole step are dealt out again, in an order that the seed decides.'],
      question: 'What does dealing change?',
      options: { amount: 'How much reward there is', owner: 'Who gets it', nothing: 'Nothing that matters' },
      seen: (facts) => [
        `There was ${told(facts, 'before')} of reward before and ${told(facts, 'after')} after. ${told(facts, 'moved')} answers now have another reward, and ${figure(facts, 'wrong') === 1 ? 'one wrong one is' : `${told(facts, 'wrong')} wrong ones are`} paid.`,
        'Everything else stays: the questions, the answers, the amount of reward. Only the connection between answer and reward is cut.',
      ],
    },
    curve: {
      title: 'Train on it',
      text: [
        'One short run of “Arithmetic by reward”, with its controls beside it. The policy learns from its own rewards, the control from shuffled ones. Held-out problems measure both.',
        'It takes some seconds on a processor.',
      ],
      question: 'Where does the shuffled control end, against the base it began with?',
      options: { up: 'Higher', flat: 'No difference beyond chance', down: 'Lower' },
      seen: (facts) => [
        `Both began at ${told(facts, 'base')}. After ${told(facts, 'steps')} steps ${engineWords(facts)} the policy stands at ${told(facts, 'policy')} (its gain is known to ±${told(facts, 'policyHalf')}), the control at ${told(facts, 'shuffled')} (±${told(facts, 'shuffledHalf')}).`,
        'What only the policy gained came from the rewards’ meaning. Had the control risen too, then something else would have raised both: fewer broken answers, a lower temperature in effect, a leak.',
      ],
    },
    moves: {
      title: 'Did it stand still?',
      text: ['The control has an adapter and an optimizer like the policy. Its rewards say nothing about its answers.'],
      question: 'Do its weights move?',
      options: { moves: 'Yes', still: 'No: the pushes cancel' },
      seen: (facts) => [
        `Its gradient has a mean norm of ${told(facts, 'gradNorm')}, and after ${told(facts, 'steps')} steps it is ${told(facts, 'kl')} nats a token away from the base.`,
        'Noise has no direction on average, but every single step has one, and the steps do not undo each other. That is why the control is the right thing to compare with, and not an untouched base.',
      ],
    },
    frozen: {
      title: 'And the frozen adapter?',
      text: [
        'A second control plays and is measured, but never learns. It answers the same held-out problems with the same random numbers at every measurement.',
      ],
      question: 'What does its line look like?',
      options: { level: 'Exactly level', wanders: 'It wanders a little, by chance' },
      seen: (facts) => [
        `At ${told(facts, 'evaluations')} measurements it had ${told(facts, 'value')}, with a spread of ${told(facts, 'spread')} between them.`,
        'Same weights, same problems, same random numbers give the same answers, so whatever moves in the other lines was learned.',
      ],
    },
  },
}
