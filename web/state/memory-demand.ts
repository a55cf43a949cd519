// What a spec asks of memory, before the run: the greatest number of sequences that are sampled at once, the
// longest they may get, and an adapter for the policy and for every control that has one.

import type { RunSpec } from '../../src/record/spec.ts'
import type { MemoryDemand } from '../../src/service/index.ts'

/** Of one arm. Which agents there are is the environment's to say; a spec with an adapter each names its learners. */
const adaptersOf = ({ agents }: RunSpec): number => (agents.adapters === 'separate' ? Math.max(agents.learners.length, 2) : 1)

export function memoryDemand(spec: RunSpec, contextTokens: number): MemoryDemand {
  return {
    adapters: (1 + spec.controls.filter((control) => control !== 'random' && control !== 'swapped').length) * adaptersOf(spec),
    rank: spec.adapter.rank,
    targets: spec.adapter.targets,
    sequences: Math.max(spec.rollout.groups * spec.rollout.groupSize, spec.evaluation.problems),
    sequenceTokens: Math.min(spec.rollout.maxTokensPerEpisode, contextTokens),
    comparesWithBase: spec.objective.klCoefficient > 0,
  }
}
