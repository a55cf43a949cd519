// What a case of the engine is: a promise of exactness, kept or broken bit for bit on any engine. Used by the browser tests
// and by the checks. Knows no engine.

import { differingElements } from '../../kernels/cases/case.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import type { CheckpointData, SampledSequence } from '../../service/index.ts'

export interface Comparison {
  /** Numbers whose bits differ: 0, or the promise is broken. */
  readonly differing: number
  /** Numbers that were compared: 0 would prove nothing. */
  readonly compared: number
  /** The greatest difference. */
  readonly gap: number
}

export interface EngineCase {
  /** E1 … E3 (../README.md), or what else an engine promises. */
  readonly promise: 'E1' | 'E2' | 'E3' | 'isolation' | 'draws'
  readonly name: string
  run(kernels: Kernels): Promise<Comparison>
}

export function compare(a: ArrayLike<number>, b: ArrayLike<number>): Comparison {
  let gap = a.length === b.length ? 0 : Number.POSITIVE_INFINITY
  for (let i = 0; i < Math.min(a.length, b.length); i++) gap = Math.max(gap, Math.abs((a[i] ?? 0) - (b[i] ?? 0)))
  return { differing: differingElements(a, b), compared: Math.max(a.length, b.length), gap }
}

export function together(parts: readonly Comparison[]): Comparison {
  return {
    differing: parts.reduce((sum, part) => sum + part.differing, 0),
    compared: parts.reduce((sum, part) => sum + part.compared, 0),
    gap: parts.reduce((most, part) => Math.max(most, part.gap), 0),
  }
}

export function compareSequences(a: readonly SampledSequence[], b: readonly SampledSequence[]): Comparison {
  if (a.length !== b.length) return { differing: 1, compared: 1, gap: Number.POSITIVE_INFINITY }
  const flat = ({ tokens, logprobs, entropies, stop }: SampledSequence): number[] => [...tokens, ...logprobs, ...entropies, stop === 'stop_token' ? 1 : 0]
  return together(a.map((sequence, i) => compare(flat(sequence), b[i] === undefined ? [] : flat(b[i]))))
}

/** Factors, both moments and the step count. */
export function compareStates(a: CheckpointData, b: CheckpointData): Comparison {
  return together([compare(a.weights, b.weights), compare(a.moment1, b.moment1), compare(a.moment2, b.moment2), compare([a.version], [b.version])])
}
