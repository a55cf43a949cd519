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
]

export const findPreset = (name: string): Preset | undefined => PRESETS.find((preset) => preset.name === name)
