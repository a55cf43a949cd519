// How long the run that the form describes would take, judged by one that was measured: its steps and evaluations,
// scaled by the number of episodes and problems. Pure. Rough, and said to be.

import { median } from '../../src/base/median.ts'
import type { RunSpec } from '../../src/record/spec.ts'
import { armOf, type RunView } from './run-view.ts'

const SAMPLES_NEEDED = 3

/** Milliseconds; null when the measured run says too little. */
export function estimateTime(spec: RunSpec, measured: RunView): number | null {
  const { steps, evaluations } = armOf(measured, 'policy')
  const model = measured.spec
  if (model === null || model.kind !== spec.kind || model.base !== spec.base || steps.length < SAMPLES_NEEDED) return null
  const stepTime = median(steps.map((point) => point.milliseconds.total))
  // What was not measured anew took no time and says nothing.
  const measurements = evaluations.map(({ milliseconds }) => milliseconds).filter((time) => time > 1)
  const evaluationTime = measurements.length === 0 ? 0 : median(measurements)
  const episodes = (spec.rollout.groups * spec.rollout.groupSize) / (model.rollout.groups * model.rollout.groupSize)
  const problems = spec.evaluation.problems / model.evaluation.problems
  // A random policy needs no model; a frozen one samples, a shuffled one trains.
  const arms = 1 + spec.controls.filter((control) => control !== 'random').length
  const evaluated = 1 + Math.floor(spec.steps / spec.evaluation.every) + (spec.steps % spec.evaluation.every === 0 ? 0 : 1)
  return arms * (spec.steps * stepTime * episodes + evaluated * evaluationTime * problems)
}
