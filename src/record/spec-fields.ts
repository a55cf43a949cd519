// The table of every setting of a run: where it stands in the spec, its default, its range, its title and help.
// Parser, settings form, links and documentation are made from this one table. Data only. The defaults are the
// recipe of the `arithmetic` preset.

import { PROJECTIONS } from '../service/index.ts'
import type { AdvantageName, ControlName } from './spec.ts'

interface FieldText {
  /** Dotted path within RunSpec. */
  readonly path: string
  readonly title: string
  readonly help: string
}

export type SpecField = FieldText &
  (
    | { readonly kind: 'integer' | 'number'; readonly default: number; readonly min: number; readonly max: number }
    | { readonly kind: 'choice'; readonly default: string; readonly choices: readonly string[] }
    | { readonly kind: 'list'; readonly default: readonly string[]; readonly choices: readonly string[]; readonly least: number }
    | { readonly kind: 'name'; readonly default: string }
    | { readonly kind: 'settings'; readonly default: { readonly [name: string]: never } }
  )

export const LOSS_NAMES = ['cross_entropy', 'importance_sampling', 'ppo', 'cispo', 'dro'] as const
export const ADVANTAGE_NAMES: readonly AdvantageName[] = ['grpo', 'grpo_no_std', 'rloo']
export const CONTROL_NAMES: readonly ControlName[] = ['random', 'shuffled', 'frozen']

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
  integer('adapter.rank', 8, 1, 256, 'LoRA rank', 'The width of the low-rank factors.'),
  number('adapter.scale', 2, 0.01, 64, 'LoRA scale', 'The factor on the low-rank term. lora_alpha is scale times rank.'),
  list('adapter.targets', PROJECTIONS, PROJECTIONS, 1, 'LoRA targets', 'The projections that carry factors.'),
  integer('rollout.groups', 32, 1, 4096, 'Groups', 'Start states a step; in supervised runs the examples a step.'),
  integer('rollout.groupSize', 8, 1, 256, 'Group size', 'Episodes that share a start state. Their rewards are compared with each other.'),
  number('rollout.temperature', 1, 0.05, 5, 'Temperature', 'Of sampling and of the trained distribution alike.'),
  integer('rollout.topK', 0, 0, 1_000_000, 'Top-k', 'Sample among the k most probable tokens; 0 is off. Training sees the distribution before the cut.'),
  number('rollout.topP', 1, 0.01, 1, 'Top-p', 'Sample among the most probable tokens that hold this share; 1 is off.'),
  integer('rollout.maxTokensPerTurn', 4, 1, 4096, 'Tokens a turn', 'A longer action ends the episode as truncated.'),
  integer('rollout.maxTokensPerEpisode', 16, 1, 65_536, 'Tokens an episode', 'The budget of everything an agent reads and writes.'),
  choice('objective.loss', LOSS_NAMES, 'ppo', 'Loss', 'The objective at each token; all are sums over tokens.'),
  number('objective.clipLow', 0.8, 0, 1, 'Clip, low', 'The lower bound on the probability ratio (ppo, cispo).'),
  number('objective.clipHigh', 1.2, 1, 1000, 'Clip, high', 'The upper bound on the probability ratio (ppo, cispo).'),
  number('objective.beta', 0.05, 0, 100, 'Beta', 'The strength of the quadratic term of dro.'),
  number('objective.klCoefficient', 0, 0, 100, 'KL to the base', 'The weight of the distance to the base model in the loss; 0 is off.'),
  choice(
    'objective.advantage',
    ADVANTAGE_NAMES,
    'grpo',
    'Advantage',
    'How rewards of a group become advantages: over mean and spread, over the mean, or leaving one out.',
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
  list('controls', CONTROL_NAMES, [], 0, 'Controls', 'Runs beside this one that should not learn: a random policy, shuffled rewards, a frozen adapter.'),
]

/** Fields by their path. */
export const SPEC_FIELD: ReadonlyMap<string, SpecField> = new Map(SPEC_FIELDS.map((field) => [field.path, field]))
