// One-sentence definitions of the terms of the field that the page uses.

export const TERMS = {
  lossMask: 'Says which tokens are trained on: those that the policy wrote itself, never the context or what the environment put in.',
  advantage: 'How much better than its siblings an episode went: above zero its tokens become more likely, below zero less likely.',
  logprob: 'The logarithm of the probability that the policy gave this token when it was sampled.',
  entropy: 'How undecided the policy was at this place, in nats: 0 means that it was sure.',
  version: 'How many updates the adapter had taken when it wrote this token.',
  group: 'Episodes that start from the same problem; their rewards are compared with each other.',
  heldOut: 'Problems that never appear in training, neither here nor when the base model was made.',
  return:
    'The sum of the rewards of a whole play, on average over all plays; with a single reward it is that reward, and where rewards may be losses it may be negative.',
  sampled: 'Answers drawn at random from the probabilities of the policy, at temperature 1.',
  greedy: 'Answers that always take the most probable token.',
  base: 'The model as it is shipped, with the adapter switched off.',
  kl: 'How far the policy has moved away from the base model, in nats per trained token.',
  gradNorm: 'The length of the gradient before it is clipped.',
  digest: 'A hash over every decision of the run: two runs with the same digest did exactly the same.',
  logprobGap: 'The greatest difference between the probability recorded while sampling and the one that training computes for the same token.',
  clipShare: 'The share of trained tokens whose probability moved so far that the objective stopped pushing.',
  staleness: 'The most updates that lay between writing a token and training on it.',
  droppedGroups: 'Groups whose siblings all had the same reward: they say nothing about what is better, and were left out.',
  truncated: 'The share of episodes that ran out of tokens before they ended.',
  adapter: 'A small set of trained weights (LoRA) on top of a base model that stays as it is.',
} as const

export type TermName = keyof typeof TERMS
