// One arm of the isolation experiment: some policies trained side by side on one engine, in step, so that their requests meet in
// the same passes. Keeps every number that could differ from those of another arm. Knows policies; knows no tasks.

import { at } from '../../base/assert.ts'
import type { CheckpointData, ForwardBackwardResult, SampledSequence, SnapshotInfo } from '../../service/index.ts'
import type { IsolationEngine, IsolationPolicy } from './policy.ts'

/** What one policy left behind. */
export interface PolicyRecord {
  /** Step by step: what was sampled, with the logprobs recorded then. Empty where nothing was. */
  readonly sampled: readonly (readonly SampledSequence[])[]
  /** Step by step: logprobs and entropies of the training pass, of the policy and of the base. */
  readonly trained: readonly ForwardBackwardResult[]
  readonly gradNorms: readonly number[]
  /** Hash of the weights after every step. */
  readonly hashes: readonly string[]
  readonly state: CheckpointData
}

export async function trainArm(
  { service }: IsolationEngine,
  policies: readonly IsolationPolicy[],
  steps: number,
  onStep: (step: number) => void = () => {},
): Promise<readonly PolicyRecord[]> {
  const adapters: string[] = []
  for (const { adapter } of policies) adapters.push(await service.createAdapter(adapter))
  const pinAll = async (): Promise<SnapshotInfo[]> => {
    const pinned: SnapshotInfo[] = []
    for (const adapter of adapters) pinned.push(await service.saveWeightsForSampler(adapter))
    return pinned
  }
  const records = policies.map(() => ({
    sampled: [] as SampledSequence[][],
    trained: [] as ForwardBackwardResult[],
    gradNorms: [] as number[],
    hashes: [] as string[],
  }))
  let snapshots = await pinAll()
  for (let step = 1; step <= steps; step++) {
    const lessons = await Promise.all(
      policies.map(async (policy, index) => {
        const own: SampledSequence[] = []
        const lesson = await policy.learn(step, async (request) => {
          const { sequences } = await service.sample({ ...request, snapshot: at(snapshots, index).id }).result
          own.push(...sequences)
          return sequences
        })
        at(records, index).sampled.push(own)
        return lesson
      }),
    )
    const results = await Promise.all(lessons.map(({ data, loss }, index) => service.forwardBackward({ adapter: at(adapters, index), data, loss }).result))
    const stepped = await Promise.all(policies.map(({ adam }, index) => service.optimStep(at(adapters, index), adam).result))
    const before = snapshots
    snapshots = await pinAll()
    for (const { id } of before) await service.releaseSnapshot(id)
    records.forEach((record, index) => {
      record.trained.push(at(results, index))
      record.gradNorms.push(at(stepped, index).gradNorm)
      record.hashes.push(at(snapshots, index).hash)
    })
    onStep(step)
  }
  const finished: PolicyRecord[] = []
  for (const [index, record] of records.entries()) finished.push({ ...record, state: await service.saveState(at(adapters, index)) })
  return finished
}
