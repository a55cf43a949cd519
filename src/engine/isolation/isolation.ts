// The isolation experiment: policies trained each alone and all together in mixed passes, compared bit by bit; what one
// policy's data do to the others' gradients; whether the base is what it was. The same in the page's laboratory, in the check
// and in tests, on any engine. Knows policies; knows no tasks and no device.

import { at } from '../../base/assert.ts'
import { type BatchReport, sharersOf } from '../batch-report.ts'
import { type Comparison, compare, compareSequences, compareStates, together } from '../cases/engine-case.ts'
import { type ForeignGradient, foreignGradient } from './foreign-gradient.ts'
import type { IsolationBench, IsolationEngine, IsolationPolicy } from './policy.ts'
import { type PolicyRecord, trainArm } from './train-arm.ts'

/** Alone against mixed, for one policy. */
export interface PolicyIsolation {
  readonly name: string
  readonly rank: number
  readonly targets: readonly string[]
  /** Factors, both moments, step count. */
  readonly state: Comparison
  /** Sampled tokens, their logprobs and entropies, every step. */
  readonly sampled: Comparison
  /** Logprobs of the training passes (of policy and base), entropies and gradient norms, every step. */
  readonly trained: Comparison
  /** Steps after which the weights had the same hash. */
  readonly equalHashes: number
}

export interface IsolationReport {
  readonly engine: string
  readonly device: string
  readonly steps: number
  readonly policies: readonly PolicyIsolation[]
  readonly bitEqual: boolean
  /** Batches of the mixed arm that served more than one policy, by kind: 0 would prove nothing. */
  readonly sharedBatches: Readonly<Record<'sample' | 'forwardBackward' | 'optimStep', number>>
  readonly gradient: ForeignGradient
  /** Read back from the device after the mixed arm, and that of the file. */
  readonly baseHash: string
  readonly baseHashUnchanged: boolean
  readonly held: boolean
}

export interface IsolationProgress {
  /** Which arm: a policy's name, or `mixed`. */
  readonly arm: string
  readonly step: number
  readonly steps: number
}

export async function runIsolation(
  bench: IsolationBench,
  policies: readonly IsolationPolicy[],
  steps: number,
  onProgress: (progress: IsolationProgress) => void = () => {},
): Promise<IsolationReport> {
  const withEngine = async <T>(onBatch: (report: BatchReport) => void, body: (opened: IsolationEngine) => Promise<T>): Promise<T> => {
    const opened = bench.open(onBatch)
    try {
      return await body(opened)
    } finally {
      opened.engine.dispose()
    }
  }
  const shared = { sample: 0, forwardBackward: 0, optimStep: 0 }
  const countShared = (report: BatchReport): void => {
    const { kind } = report
    if ((kind === 'sample' || kind === 'forwardBackward' || kind === 'optimStep') && sharersOf(report) > 1) shared[kind]++
  }
  const mixed = await withEngine(countShared, async (opened) => {
    const { engine, device } = await opened.service.describe()
    const before = await opened.engine.baseHash()
    const records = await trainArm(opened, policies, steps, (step) => onProgress({ arm: 'mixed', step, steps }))
    return { engine, device, before, records, after: await opened.engine.baseHash() }
  })
  const parts: PolicyIsolation[] = []
  for (const [index, policy] of policies.entries()) {
    const { name } = policy.adapter
    const [alone] = await withEngine(ignore, (opened) => trainArm(opened, [policy], steps, (step) => onProgress({ arm: name, step, steps })))
    if (alone !== undefined) parts.push(compareRecords(policy, alone, at(mixed.records, index)))
  }
  const gradient = await withEngine(ignore, (opened) => foreignGradient(opened, policies))
  const bitEqual = parts.length === policies.length && parts.every(isEqual)
  const baseHashUnchanged = mixed.before === bench.baseHash && mixed.after === bench.baseHash
  const gradientHeld = gradient.nonZero === 0 && gradient.looked > 0 && gradient.ownNonZero > 0 && gradient.besideOtherData.differing === 0
  const wasShared = shared.forwardBackward > 0 && shared.optimStep > 0
  return {
    engine: mixed.engine,
    device: mixed.device,
    steps,
    policies: parts,
    bitEqual,
    sharedBatches: shared,
    gradient,
    baseHash: mixed.after,
    baseHashUnchanged,
    held: bitEqual && baseHashUnchanged && gradientHeld && wasShared,
  }
}

const ignore = (): void => {}

const isEqual = ({ state, sampled, trained }: PolicyIsolation): boolean =>
  [state, sampled, trained].every(({ differing }) => differing === 0) && state.compared > 0 && trained.compared > 0

function compareRecords({ adapter: { name, rank, targets } }: IsolationPolicy, alone: PolicyRecord, mixed: PolicyRecord): PolicyIsolation {
  const columns = ({ trained, gradNorms }: PolicyRecord): Float32Array[] => [
    ...trained.flatMap(({ logprobs, entropies, baseLogprobs = [] }) => [...logprobs, ...entropies, ...baseLogprobs]),
    Float32Array.from(gradNorms),
  ]
  const [ours, theirs] = [columns(alone), columns(mixed)]
  return {
    name,
    rank,
    targets,
    state: together([compareStates(alone.state, mixed.state), compare([alone.state.hash === mixed.state.hash ? 0 : 1], [0])]),
    sampled: together(alone.sampled.map((sequences, step) => compareSequences(sequences, mixed.sampled[step] ?? []))),
    trained: together([...ours.map((column, index) => compare(column, theirs[index] ?? [])), compare([ours.length], [theirs.length])]),
    equalHashes: alone.hashes.filter((hash, step) => hash === mixed.hashes[step]).length,
  }
}
