// The table of every setting of a run: where it stands in the spec, its default, its range, its title and help.
// Parser, settings form, links and documentation are made from this one table. Data only. The defaults are the
// recipe of the `arithmetic` preset.

import { PROJECTIONS } from '../service/index.ts'
import type { AdvantageName, ControlName, CoordinatorChoice, CreditName } from './spec.ts'

interface FieldText {
  /** Dotted path within RunSpec. */
  readonly path: string
  readonly title: string
  readonly help: string
  /** Came after the first recorded runs: at its default it is left out of digests, so that theirs still hold. */
  readonly later?: true
}

export type SpecField = FieldText &
  (
    | { readonly kind: 'integer' | 'number'; readonly default: number; readonly min: number; readonly max: number }
    | { readonly kind: 'choice'; readonly default: string; readonly choices: readonly string[] }
    | { readonly kind: 'list'; readonly default: readonly string[]; readonly choices: readonly string[]; readonly least: number }
    | { readonly kind: 'name'; readonly default: string }
    | { readonly kind: 'hash'; readonly default: '' }
    | { readonly kind: 'names'; readonly default: readonly string[] }
    | { readonly kind: 'settings'; readonly default: { readonly [name: string]: never } }
    | { readonly kind: 'reloads'; readonly default: readonly never[] }
  )

const LOSS_NAMES = ['cross_entropy', 'importance_sampling', 'ppo', 'cispo', 'dro', 'gspo', 'decoupled_ppo'] as const
export const ADVANTAGE_NAMES: readonly AdvantageName[] = ['grpo', 'grpo_no_std', 'rloo', 'reinforce_plus_plus']
export const CREDIT_NAMES: readonly CreditName[] = ['episode', 'discounted', 'turn', 'turn_relative']
export const CONTROL_NAMES: readonly ControlName[] = ['random', 'shuffled', 'frozen', 'swapped', 'blank', 'shuffled-pictures']

const COORDINATOR_NAMES: readonly CoordinatorChoice[] = [
  'sound',
  'no_turn_barrier',
  'shuffled_order',
  'double_move',
  'update_during_rollout',
  'reward_to_last_mover',
  'leaked_observation',
]

const number = (path: string, value: number, min: number, max: number, title: string, help: string): SpecField => ({
  path,
  kind: 'number',
  default: value,
  min,
  max,
  title,
  help,
})
const integer = (path: string, value: number, min: number, max: number, title: string, help: string): SpecField => ({
  path,
  kind: 'integer',
  default: value,
  min,
  max,
  title,
  help,
})
const choice = (path: string, choices: readonly string[], value: string, title: string, help: string): SpecField => ({
  path,
  kind: 'choice',
  default: value,
  choices,
  title,
  help,
})
const name = (path: string, value: string, title: string, help: string): SpecField => ({ path, kind: 'name', default: value, title, help })
const list = (path: string, choices: readonly string[], value: readonly string[], least: number, title: string, help: string): SpecField => ({
  path,
  kind: 'list',
  default: value,
  choices,
  least,
  title,
  help,
})

const later = (field: SpecField): SpecField => ({ ...field, later: true })

export const SPEC_FIELDS: readonly SpecField[] = [
  integer('version', 1, 1, 1, 'Version', 'The version of the spec format.'),
  name('preset', 'arithmetic', 'Preset', 'The preset that fills in what is not stated.'),
  choice('kind', ['reinforcement', 'supervised'], 'reinforcement', 'Kind', 'Learn from rewards, or from worked examples.'),
  integer('seed', 1, 0, Number.MAX_SAFE_INTEGER, 'Seed', 'Decides every random draw of the run.'),
  integer('steps', 80, 1, 100_000, 'Steps', 'Training steps: one batch of episodes or examples each.'),
  name('base', 'arithmetic', 'Base model', 'The folder of the base model.'),
  name('environment.id', 'arithmetic-v1', 'Environment', 'What is played.'),
  {
    path: 'environment.config',
    kind: 'settings',
    default: {},
    title: 'Environment settings',
    help: 'The settings of the environment; what is left out takes its default.',
  },
  later({
    path: 'environment.source',
    kind: 'hash',
    default: '',
    title: 'Source',
    help: 'The hash of the authored source that is played; empty: the environment is built in.',
  }),
  later({
    path: 'environment.reloads',
    kind: 'reloads',
    default: [],
    title: 'Reloads',
    help: 'Versions of the source that take its place on the way: after how many steps, and the hash of each.',
  }),
  integer('adapter.rank', 8, 1, 256, 'LoRA rank', 'The width of the low-rank factors.'),
  number('adapter.scale', 2, 0.01, 64, 'LoRA scale', 'The factor on the low-rank term. lora_alpha is scale times rank.'),
  list('adapter.targets', PROJECTIONS, PROJECTIONS, 1, 'LoRA targets', 'The projections that carry factors.'),
  later({
    path: 'adapter.from',
    kind: 'hash',
    default: '',
    title: 'Train on',
    help: 'The hash of a stored policy that the run starts from, moments and count of steps included; empty: a fresh adapter.',
  }),
  integer('rollout.groups', 32, 1, 4096, 'Groups', 'Start states a step; in supervised runs the examples a step.'),
  integer('rollout.groupSize', 8, 1, 256, 'Group size', 'Episodes that share a start state. Their rewards are compared with each other.'),
  number('rollout.temperature', 1, 0.05, 5, 'Temperature', 'Of sampling and of the trained distribution alike.'),
  integer('rollout.topK', 0, 0, 1_000_000, 'Top-k', 'Sample among the k most probable tokens; 0 is off. Training sees the distribution before the cut.'),
  number('rollout.topP', 1, 0.01, 1, 'Top-p', 'Sample among the most probable tokens that hold this share; 1 is off.'),
  integer('rollout.maxTokensPerTurn', 4, 1, 4096, 'Tokens a turn', 'A longer action ends the episode as truncated.'),
  integer('rollout.maxTokensPerEpisode', 16, 1, 65_536, 'Tokens an episode', 'The budget of everything an agent reads and writes.'),
  later(
    choice(
      'rollout.actionMask',
      ['on', 'off'],
      'on',
      'Action mask',
      'Policies choose among legal actions alone, where the environment lists them; off, an illegal action costs what the environment says.',
    ),
  ),
  later(integer('rollout.staleness', 0, 0, 64, 'Staleness', 'Steps by which the version that plays lags behind the one that learns; 0 plays with the newest.')),
  later(
    choice(
      'rollout.refresh',
      ['wait', 'interrupt'],
      'wait',
      'Refresh',
      'With staleness: an episode ends with the version that it began with, or goes on with a newer one at every turn of its own, up to the newest.',
    ),
  ),
  later(
    choice(
      'rollout.pace',
      ['lockstep', 'asynchronous'],
      'lockstep',
      'Pace',
      'All episodes of a step are asked together and move together, or each goes on as soon as its own agents have answered. Episodes come out the same.',
    ),
  ),
  later(
    integer(
      'rollout.deadline',
      0,
      0,
      3_600_000,
      'Deadline',
      'Milliseconds that a rollout waits for an answer. An agent that is silent until then ends its episode, which nothing is learned from, and the run is not repeatable any more. 0 waits as long as it takes.',
    ),
  ),
  later(
    integer(
      'imitation.steps',
      0,
      0,
      100_000,
      'Imitation',
      'Steps at the beginning that learn from examples before rewards are learned from: what a master plays, or any legal play where there is none.',
    ),
  ),
  later(
    integer(
      'imitation.minibatches',
      0,
      0,
      256,
      'Imitation minibatches',
      'Optimizer steps for every step that imitates: examples do not age, so they may be cut smaller than a rollout. 0: as many as a rollout.',
    ),
  ),
  later(
    number(
      'imitation.strays',
      0,
      0,
      1,
      'Straying',
      'With several agents: in every example one keeps to what is demonstrated, and of the others’ turns this share is drawn by chance among the legal actions and not learned from. Masters who meet masters alone show nothing of the states that anybody else leads to.',
    ),
  ),
  later(
    number(
      'imitation.rewardRate',
      1,
      0,
      1,
      'Rate of rewards after it',
      'The share of the learning rate that is left for the steps after imitation. Rewards that are learned from as fast as examples undo some of what was imitated.',
    ),
  ),
  choice('objective.loss', LOSS_NAMES, 'ppo', 'Loss', 'The objective at each token; all are sums over tokens.'),
  number('objective.clipLow', 0.8, 0, 1, 'Clip, low', 'The lower bound on the probability ratio (ppo, cispo, gspo, decoupled_ppo).'),
  number('objective.clipHigh', 1.2, 1, 1000, 'Clip, high', 'The upper bound on the probability ratio (ppo, cispo, gspo, decoupled_ppo).'),
  number('objective.beta', 0.05, 0, 100, 'Beta', 'The strength of the quadratic term of dro.'),
  later(number('objective.weightCap', 5, 1, 1000, 'Weight cap', 'The greatest weight of a token that an older policy wrote (decoupled_ppo).')),
  number('objective.klCoefficient', 0, 0, 100, 'KL to the base', 'The weight of the distance to the base model in the loss; 0 is off.'),
  choice(
    'objective.advantage',
    ADVANTAGE_NAMES,
    'grpo',
    'Advantage',
    'How rewards become advantages: over mean and spread, over the mean, leaving one out, or over mean and spread of all tokens of the step.',
  ),
  later(
    choice(
      'objective.credit',
      CREDIT_NAMES,
      'episode',
      'Credit',
      'How a reward reaches turns: the episode’s to all, fading with own turns to the end, what follows a turn to that turn, or that against the same turn of the others.',
    ),
  ),
  later(number('objective.gamma', 1, 0, 1, 'Discount', 'What a turn is worth to the one before it; read by every credit but the episode’s.')),
  later(
    choice(
      'objective.compare',
      ['group', 'step'],
      'group',
      'Compare within',
      'Whose rewards are compared: siblings that share a start state, or all episodes of the step.',
    ),
  ),
  later(
    choice(
      'objective.trainOn',
      ['sampled', 'all'],
      'sampled',
      'Trained tokens',
      'What the policy sampled, as the loss mask says; or, for a lesson, every token, those of prompt and environment too: the audit must name it.',
    ),
  ),
  integer('objective.minibatches', 2, 1, 256, 'Minibatches', 'Optimizer steps a rollout: its groups are cut into this many parts.'),
  number('optimizer.learningRate', 4e-3, 0, 1, 'Learning rate', 'The peak of the schedule.'),
  integer('optimizer.warmupSteps', 10, 0, 1_000_000, 'Warm-up', 'Optimizer steps of linear warm-up.'),
  number('optimizer.finalShare', 0.05, 0, 1, 'Final share', 'The share of the peak left at the last optimizer step; 1 keeps it constant.'),
  number('optimizer.beta1', 0.9, 0, 0.9999, 'Beta 1', 'AdamW: decay of the mean of gradients.'),
  number('optimizer.beta2', 0.99, 0, 0.99999, 'Beta 2', 'AdamW: decay of the mean of squared gradients.'),
  number('optimizer.epsilon', 1e-8, 1e-12, 1, 'Epsilon', 'AdamW: keeps the division finite.'),
  number('optimizer.weightDecay', 0, 0, 1, 'Weight decay', 'AdamW: decoupled decay of the factors.'),
  number('optimizer.gradClipNorm', 1, 0, 1000, 'Gradient clip', 'The greatest global gradient norm; 0 is off.'),
  integer('evaluation.problems', 256, 1, 65_536, 'Held-out problems', 'Each is sampled once at temperature 1 and once greedily.'),
  integer('evaluation.every', 10, 1, 100_000, 'Evaluate every', 'Steps between evaluations; before the first and after the last step there is always one.'),
  later(
    choice(
      'evaluation.others',
      ['self', 'base', 'random', 'script'],
      'self',
      'Evaluate with',
      'Who plays beside the agent that is measured: all learners at once, or the base, a random policy or the script in every other seat.',
    ),
  ),
  later(name('evaluation.metric', 'reward', 'Measured', 'The reward of an episode, or a metric that the environment tells, by its name.')),
  later({ path: 'agents.learners', kind: 'names', default: [], title: 'Learners', help: 'The agents that learn; none named: all.' }),
  later(choice('agents.adapters', ['shared', 'separate'], 'shared', 'Adapters', 'One adapter for all learners, or one each.')),
  later(
    choice(
      'agents.others',
      ['base', 'random', 'script', 'past'],
      'base',
      'Others',
      'Who plays the agents that do not learn: the base, a random policy, the environment’s script, or a past version of the learner.',
    ),
  ),
  later(
    number(
      'agents.soloShare',
      0,
      0,
      1,
      'Solo share',
      'The share of groups in which one learner alone learns and the others’ seats are played by who is named above.',
    ),
  ),
  later(
    number('agents.scriptRandom', 0, 0, 1, 'Script, random', 'The share of moves that a script draws at random among the legal ones: the greater, the weaker.'),
  ),
  later(integer('agents.poolSize', 4, 1, 64, 'Pool', 'Past versions that are kept to play against.')),
  later(integer('agents.poolEvery', 5, 1, 10_000, 'Pool every', 'Steps after which the newest version joins the pool.')),
  later(
    integer(
      'agents.tokenBudget',
      0,
      0,
      1_000_000_000,
      'Token budget',
      'Tokens that each agent may sample in rollouts while it learns: an agent beyond it plays on and learns no more. 0 is no limit.',
    ),
  ),
  later(
    choice(
      'coordinator',
      COORDINATOR_NAMES,
      'sound',
      'Coordinator',
      'Who conducts the episodes. All but the sound one break a rule on purpose, for lessons: the audit must name them.',
    ),
  ),
  list(
    'controls',
    CONTROL_NAMES,
    [],
    0,
    'Controls',
    'Beside this run: a random policy, shuffled rewards, a frozen adapter; agents with each other’s adapters.',
  ),
]

/** Fields by their path. */
export const SPEC_FIELD: ReadonlyMap<string, SpecField> = new Map(SPEC_FIELDS.map((field) => [field.path, field]))
