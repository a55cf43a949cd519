// The words of the lesson about adapters that must not touch.

import type { Facts } from '../../../src/lessons/step-code.ts'
import { engineWords, figure, type LessonWords, told } from './words.ts'

const orderWords = (facts: Facts): string =>
  facts['forwards'] !== facts['backwards']
    ? 'Addition is commutative, but rounded addition is not associative: each rounding depends on what was added before.'
    : figure(facts, 'count') === 2
      ? 'Two numbers have one sum, since rounded addition is commutative too. What it is not is associative: that takes three.'
      : 'This time the roundings happen to agree. Nothing guarantees it: rounded addition is not associative, and other counts differ.'

export const ISOLATION_WORDS: LessonWords = {
  title: 'Two adapters that must not touch',
  summary: 'Many policies share one base and one pass of the engine. Whether any of them notices the others is measured here, bit by bit.',
  steps: {
    order: {
      title: 'Why it is hard',
      text: [
        'Numbers in float32 are rounded after every addition. A batch of requests from several policies is summed in some order, and company can change that order.',
      ],
      question: 'A thousand numbers, added from first to last and from last to first: are the sums equal?',
      options: { equal: 'Yes: addition is commutative', differ: 'No' },
      seen: (facts) => [
        `${told(facts, 'forwards')} against ${told(facts, 'backwards')}, for ${told(facts, 'count')} numbers. ${orderWords(facts)}`,
        'So an engine that adds in whatever order is fastest gives a policy other bits when it has company. Here every sum has an order that depends on its own rows alone.',
      ],
    },
    shared: {
      title: 'Alone and in company',
      text: [
        'Three policies, unlike in rank, targets, loss and step size, are trained each alone, and then all together in mixed passes over one base. Weights, moments, sampled tokens and logprobs are compared.',
      ],
      question: 'How many of the numbers differ in any bit?',
      options: { none: 'None', few: 'A few, in the last bits', many: 'Many' },
      seen: (facts) => [
        `${told(facts, 'differing')} of ${told(facts, 'compared')} numbers of ${told(facts, 'policies')} policies differ, after ${told(facts, 'steps')} steps ${engineWords(facts)}.`,
        `${told(facts, 'sharedGradients')} batches of gradients and ${told(facts, 'sharedSteps')} optimizer steps served several policies at once. Were it none, the comparison would prove nothing.`,
      ],
    },
    gradient: {
      title: 'Somebody else’s data',
      text: ['A pass holds the data of one policy. The others’ adapters lie in the same memory, beside it.'],
      question: 'What are their gradients after the pass?',
      options: { zero: 'Exactly zero', tiny: 'Tiny, but not zero' },
      seen: (facts) => [
        `Of ${told(facts, 'looked')} numbers in the others’ gradients ${told(facts, 'nonZero')} are not zero; the policy’s own has ${told(facts, 'own')} that are not.`,
        `And when it brings other data to a pass that all share, ${told(facts, 'moved')} of ${told(facts, 'compared')} numbers in the others’ gradients move.`,
      ],
    },
    base: {
      title: 'And the base?',
      text: ['After all that training the base is read back from the device and hashed.'],
      question: 'Whose hash is it?',
      options: { same: 'That of its file', other: 'Another one: it has learned a little' },
      seen: (facts) => [
        `Its file has the hash ${told(facts, 'hash')}…, and what was read back was compared with it.`,
        'Adapters learn; the base is what it was. That is what makes a policy a small file. The Lab runs this experiment with more data.',
      ],
    },
  },
}
