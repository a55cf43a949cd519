// The presets: what each sets differently from the defaults of spec-fields.ts, with a sentence for the reader. The
// figures come from measured recipes; docs/log.md holds what they gave here.

import type { Json } from '../base/json.ts'

export interface Preset {
  readonly name: string
  readonly title: string
  readonly summary: string
  /** By dotted path. */
  readonly overrides: Readonly<Record<string, Json>>
}

/** What the harvests have in common: credit by turn against the same turn of all games of the step. */
const HARVEST: Preset['overrides'] = {
  base: 'harvest',
  'adapter.rank': 4,
  'rollout.groups': 2,
  'rollout.groupSize': 8,
  'rollout.maxTokensPerTurn': 2,
  'objective.credit': 'turn_relative',
  'objective.gamma': 0.5,
  'objective.compare': 'step',
  'objective.minibatches': 1,
  'optimizer.learningRate': 4e-3,
  'optimizer.warmupSteps': 5,
  'optimizer.finalShare': 0.2,
  'agents.adapters': 'separate',
  controls: ['swapped'],
}

/** What runs with pictures have in common: few words, and most rows are the figure's. */
const GEOMETRY: Preset['overrides'] = {
  base: 'geometry',
  'evaluation.metric': 'right',
  'evaluation.every': 20,
}

export const PRESETS: readonly Preset[] = [
  {
    name: 'arithmetic',
    title: 'Arithmetic by reward',
    summary: 'A base that knows sums but does not always say them becomes sure of them by trial and reward.',
    overrides: {},
  },
  {
    name: 'arithmetic-acquire',
    title: 'Arithmetic, acquired',
    summary: 'A base that gets sums wrong even in its best guess learns what it did not know, by trial and reward.',
    overrides: {
      base: 'arithmetic-acquire',
      steps: 280,
      'adapter.rank': 16,
      'rollout.groups': 128,
      'objective.minibatches': 4,
      'optimizer.learningRate': 2e-3,
      'optimizer.warmupSteps': 40,
    },
  },
  {
    name: 'arithmetic-sft',
    title: 'Arithmetic by example',
    summary: 'The same base and the same problems, learned from worked examples instead of rewards.',
    overrides: {
      kind: 'supervised',
      steps: 30,
      'rollout.groups': 64,
      'rollout.groupSize': 1,
      'objective.loss': 'cross_entropy',
      'objective.minibatches': 1,
      'optimizer.warmupSteps': 3,
    },
  },
  {
    name: 'gomoku',
    title: 'Gomoku against the rules',
    summary:
      'Four in a row on six by six, against an opponent that wins if it can and blocks if it must. The policy sees whole games and learns which moves won them.',
    overrides: {
      base: 'boards',
      steps: 45,
      'environment.id': 'gomoku-v1',
      // One start, the empty board: all games of a step are compared with each other.
      'rollout.groups': 1,
      'rollout.groupSize': 128,
      'rollout.maxTokensPerEpisode': 128,
      'objective.credit': 'discounted',
      'objective.gamma': 0.8,
      'objective.minibatches': 1,
      'optimizer.learningRate': 5e-3,
      'optimizer.warmupSteps': 5,
      'optimizer.finalShare': 1,
      'evaluation.problems': 400,
      'evaluation.every': 15,
      'evaluation.metric': 'win',
    },
  },
  {
    name: 'gomoku-pair',
    title: 'Gomoku for two policies',
    summary:
      'Two policies learn four in a row from each other, each with its own adapter. In half of the games one of them meets the rules instead, so that neither learns the other’s weaknesses alone.',
    overrides: {
      base: 'boards',
      steps: 30,
      'environment.id': 'gomoku-v1',
      'environment.config': { opponent: 'none' },
      'rollout.groups': 8,
      'rollout.groupSize': 16,
      'rollout.maxTokensPerEpisode': 128,
      'objective.credit': 'discounted',
      'objective.gamma': 0.8,
      'objective.minibatches': 1,
      'optimizer.learningRate': 5e-3,
      'optimizer.warmupSteps': 5,
      'optimizer.finalShare': 1,
      'evaluation.problems': 128,
      'evaluation.every': 10,
      'evaluation.others': 'script',
      'evaluation.metric': 'win',
      'agents.adapters': 'separate',
      'agents.others': 'script',
      'agents.soloShare': 0.5,
      'agents.scriptRandom': 0.3,
    },
  },
  {
    name: 'tictactoe',
    title: 'Tic-tac-toe with itself',
    summary: 'One policy plays both sides and learns from its own games; the measure is the share of draws against an exact solver, which nobody can beat.',
    overrides: {
      base: 'boards',
      steps: 100,
      'environment.id': 'tictactoe-v1',
      // Starts from positions that are still a draw: without them self-play soon knows one game alone.
      'environment.config': { opening: 4 },
      // Many starts of few games each, and a pull back to the base: with fewer the policy soon repeats one way to play.
      'rollout.groups': 128,
      'rollout.groupSize': 4,
      'objective.minibatches': 4,
      'objective.klCoefficient': 0.03,
      'rollout.maxTokensPerEpisode': 64,
      'objective.credit': 'discounted',
      'objective.gamma': 0.8,
      'optimizer.learningRate': 3e-3,
      'optimizer.warmupSteps': 5,
      'optimizer.finalShare': 0.2,
      'evaluation.every': 20,
      'evaluation.others': 'script',
      'evaluation.metric': 'draw',
    },
  },
  {
    name: 'guess',
    title: 'Guess the number',
    summary: 'A number from 1 to 63, six guesses, each answered too low or too high. Halving what is left always finds it; the score is the share of that.',
    overrides: {
      base: 'dialogues',
      steps: 40,
      'environment.id': 'guess-v1',
      'rollout.maxTokensPerEpisode': 96,
      'optimizer.learningRate': 3e-3,
      'evaluation.every': 10,
      'evaluation.metric': 'share',
    },
  },
  {
    name: 'calculator',
    title: 'A tool, and its answers',
    summary:
      'A product too large to know by heart and something to add or take away: the policy asks a calculator, reads what comes back, and asks again. Only the right answer at the end is paid.',
    overrides: {
      base: 'calculator',
      steps: 40,
      'environment.id': 'calculator-v1',
      'rollout.maxTokensPerTurn': 12,
      'rollout.maxTokensPerEpisode': 96,
      'optimizer.learningRate': 3e-3,
      'evaluation.every': 10,
      'evaluation.metric': 'right',
    },
  },
  {
    name: 'harvest-3',
    title: 'Harvest for three',
    summary: 'Three agents on a grid, each paid for a colour that nobody tells it. One base, an adapter each: what differs is what each has learned.',
    overrides: {
      ...HARVEST,
      'environment.id': 'harvest-v1',
      steps: 25,
      'rollout.maxTokensPerEpisode': 300,
      'evaluation.problems': 64,
      'evaluation.every': 5,
    },
  },
  {
    name: 'harvest-8',
    title: 'Harvest for eight',
    summary: 'Eight agents and eight colours on a larger grid. Each has its own adapter and must find out which colour pays.',
    overrides: {
      ...HARVEST,
      base: 'harvest-ways',
      'environment.id': 'harvest-8-v2',
      // Seven of eight items are another's: at a greater price the base's walks are worth less than standing still.
      'environment.config': { penalty: 0.15 },
      steps: 30,
      'rollout.groups': 4,
      'rollout.maxTokensPerEpisode': 380,
      'objective.gamma': 0.7,
      'optimizer.learningRate': 8e-3,
      'evaluation.problems': 16,
      'evaluation.every': 10,
    },
  },
  {
    name: 'geometry',
    title: 'Geometry, seen',
    summary:
      'A triangle with two of its angles written into the picture, and nowhere else; the third is asked. Blank and shuffled pictures beside it show that the policy looks.',
    overrides: {
      ...GEOMETRY,
      steps: 60,
      'environment.id': 'geometry-v1',
      'rollout.maxTokensPerEpisode': 40,
    },
  },
  {
    name: 'geometry-kinds',
    title: 'Geometry, three kinds',
    summary:
      'Triangles, angles at parallel lines and circles, mixed. Which numbers to put together, and how, follows from figure and question; each kind is measured on its own, so that what stays a guess is seen.',
    overrides: {
      ...GEOMETRY,
      base: 'geometry-kinds',
      steps: 60,
      'environment.id': 'geometry-v1',
      'environment.config': { kind: 'mixed' },
      'rollout.maxTokensPerEpisode': 40,
    },
  },
  {
    name: 'geometry-tries',
    title: 'Geometry, three tries',
    summary:
      'The same figures with up to three tries: after a wrong answer an oracle says so, and a try costs a little. Measured is whether the first answer is right.',
    overrides: {
      ...GEOMETRY,
      steps: 60,
      'environment.id': 'geometry-tries-v1',
      'rollout.maxTokensPerEpisode': 80,
      'objective.credit': 'turn',
      'evaluation.metric': 'first',
    },
  },
]

/** What a run on an authored environment begins with; the source comes from the editor, so no list of presets offers it. */
export const AUTHORED_PRESET: Preset = {
  name: 'authored',
  title: 'An environment of one’s own',
  summary: 'Examples first, so that a base that never saw the format comes to speak it; then rewards.',
  overrides: {
    base: 'dialogues',
    steps: 60,
    'imitation.steps': 30,
    // Examples do not age: eight steps on them teach several times what two do, for hardly more time.
    'imitation.minibatches': 8,
    // At the rate of the examples the first steps on rewards undo what was imitated.
    'imitation.rewardRate': 0.3,
    'rollout.maxTokensPerTurn': 8,
    'rollout.maxTokensPerEpisode': 128,
    'optimizer.learningRate': 6e-3,
    'optimizer.warmupSteps': 5,
    'evaluation.problems': 128,
    'evaluation.every': 15,
  },
}

/** What a run on problems of a file begins with; the file comes from the view of data, so no list of presets offers it. */
const DATA_SET_PRESET: Preset = {
  name: 'data-set',
  title: 'Problems from a file',
  summary: 'Problems that somebody brought, with pictures or without; rewards for right answers, compared as mathematics.',
  overrides: {
    steps: 40,
    'environment.id': 'data-set-v1',
    'rollout.groups': 16,
    'rollout.maxTokensPerTurn': 8,
    'rollout.maxTokensPerEpisode': 128,
    'optimizer.warmupSteps': 5,
    'evaluation.problems': 128,
    'evaluation.every': 10,
    'evaluation.metric': 'right',
  },
}

/** A preset by name, whether a list offers it or not. */
export const findPreset = (name: string): Preset | undefined => [...PRESETS, AUTHORED_PRESET, DATA_SET_PRESET].find((preset) => preset.name === name)
