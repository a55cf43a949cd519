// The runs that have a worker at the moment: how many there may be, which of them are really at work, and whether the memory of
// one engine holds them together with one more. Pure.

import type { RunSpec } from '../../src/record/spec.ts'
import type { MemoryDemand } from '../../src/service/index.ts'
import { memoryDemand } from './memory-demand.ts'
import { isOver, type RunView } from './run-view.ts'

export type RunsUnderWay = Readonly<Record<string, RunView>>

/** More would each be too slow to watch. */
export const MOST_RUNS = 4

export const runsAtWork = (underWay: RunsUnderWay): readonly RunView[] => Object.values(underWay).filter(({ status }) => !isOver(status))

/** What runs take together: their adapters stand side by side, and what they sample may share a pass. */
export function jointDemand(specs: readonly RunSpec[], contextTokens: number): MemoryDemand {
  const demands = specs.map((spec) => memoryDemand(spec, contextTokens))
  const sum = (field: 'adapters' | 'sequences'): number => demands.reduce((total, demand) => total + demand[field], 0)
  const most = (field: 'rank' | 'sequenceTokens'): number => Math.max(0, ...demands.map((demand) => demand[field]))
  return {
    ...{ adapters: sum('adapters'), sequences: sum('sequences'), rank: most('rank'), sequenceTokens: most('sequenceTokens') },
    targets: [...new Set(demands.flatMap(({ targets }) => targets))],
    comparesWithBase: demands.some(({ comparesWithBase }) => comparesWithBase === true),
  }
}
