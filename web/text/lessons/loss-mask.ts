// The words of the lesson about the loss mask.

import { engineWords, figure, type LessonWords, percent, told } from './words.ts'

export const LOSS_MASK_WORDS: LessonWords = {
  title: 'What a loss mask is for',
  summary: 'Most tokens of an episode were not written by the policy. See which are trained on, leave the mask out, and watch.',
  steps: {
    'who-wrote-it': {
      title: 'Who wrote which token?',
      text: [
        'A policy guesses a number. The environment puts the task before it, the policy writes a guess and a newline, the environment replies with the range that is left, and so on. All of it becomes one sequence of tokens.',
        'Here the policy is a small program that guesses evenly; environment, state machine and masks are those of every run.',
      ],
      question: 'Which tokens get loss mask 1, so that training changes how likely they are?',
      options: { all: 'All of them', guesses: 'What the policy wrote, its newlines included', replies: 'The environment’s replies' },
      seen: (facts) => [
        `Of ${told(facts, 'tokens')} tokens ${told(facts, 'masked')} have loss mask 1: filled, with a solid edge. The other ${told(facts, 'others')} are context and replies. They condition what is written, and are not learned.`,
        'The newline that ends a guess belongs to the policy: when to stop is a decision, too.',
      ],
    },
    gradient: {
      title: 'What does a masked token add?',
      text: [
        'The loss of a step is a sum over tokens. Each token with loss mask 1 is pushed by its advantage: up when the episode went better than its siblings, down when it went worse.',
        'Here the same episode has advantage 1 everywhere, and its loss is computed token by token with the code of the engine.',
      ],
      question: 'How strongly are the environment’s tokens pushed?',
      options: { same: 'As strongly as the guesses', smaller: 'A little', zero: 'Not at all: exactly zero' },
      seen: (facts) => [
        `The greatest push on a token with mask 0 is ${told(facts, 'outside')}; on the policy’s own it is ${told(facts, 'inside')}.`,
        'Exactly zero, not almost: a masked token is left out of the sum, so nothing of it can reach the weights.',
      ],
    },
    cancel: {
      title: 'Leave the mask out',
      text: [
        'Now every token is trained on, whoever wrote it: each takes the advantage of the guess that it leads to. Four siblings look for the same number; their advantages say how each did against the others.',
        'All four begin with the same prompt.',
      ],
      question: 'What do the four pushes on the shared prompt add up to?',
      options: { up: 'A push up', down: 'A push down', zero: 'Nothing' },
      seen: (facts) => [
        `The pushes on the prompt add up to ${told(facts, 'onPrompt')}: the advantages of a group sum to zero, so on what all ${told(facts, 'siblings')} share they cancel. In a task of one turn you may never notice that the mask is missing.`,
        `Replies differ from sibling to sibling, and there nothing cancels: the pushes on them have ${told(facts, 'onReplies')} in total size. They teach the policy to make the replies likely that came with good luck, as if it wrote them.`,
      ],
    },
    train: {
      title: 'Train without the mask',
      text: [
        'Three agents walk on a grid and collect items. What they see is long, what they write is one direction: nearly all tokens are observations.',
        'Two runs with the same seed and the same start states: one with the mask, one with every token trained on. It takes some tens of seconds on a processor.',
      ],
      question: 'Which run earns more in its last four steps?',
      options: { masked: 'The one with the mask', all: 'The one that trains on everything', same: 'Neither: no difference beyond chance' },
      seen: (facts) => [
        `After ${told(facts, 'steps')} steps ${engineWords(facts)} the run with the mask earns ${told(facts, 'masked')} a game, the one without ${told(facts, 'all')}; the difference is known to ±${told(facts, 'halfWidth')} (95 %). Both began at ${told(facts, 'first')}.`,
        `Of the tokens that the second run trained on, ${percent(figure(facts, 'share'))} were written by the policy. The rest is noise that it follows just as willingly.`,
      ],
    },
    audit: {
      title: 'Who notices?',
      text: [
        'A curve that rises more slowly accuses nobody. The auditor hears what every part of a run testifies, and compares: who wrote which token, and what the trainer fed to the engine.',
        'Two games are played twice; the second time the trainer feeds them without their mask.',
      ],
      question: 'What does the auditor say of the second time?',
      options: {
        nothing: 'Nothing: the games were sound',
        order: 'That something is wrong, by another name',
        gradient: 'That tokens are trained on which nobody sampled',
      },
      seen: (facts) => [
        `With the mask ${told(facts, 'checks')} checks held and ${told(facts, 'honest')} failed. Without it ${told(facts, 'violations')} failed. The first sentence: “${told(facts, 'sentence')}”`,
        'The run setting “Trained tokens” does the same to a run of your own, and the audit beside its charts names it.',
      ],
    },
  },
}
