// The canary: a rollout that silently reads the base, or an adapter of another version, looks like slow learning. So a snapshot
// must carry the version that its optimizer steps make, and after the first update that moved a weight it must say something
// else than the base; or the run ends here. Speaks to the training service; knows no engine.

import { tokenloomError } from '../base/errors.ts'
import { BASE_SNAPSHOT, type Datum, type SnapshotInfo, type TrainingService } from '../service/index.ts'

export interface Refresh {
  readonly before: SnapshotInfo
  readonly after: SnapshotInfo
  /** Optimizer steps between the two that were not skipped. */
  readonly steps: number
  /** What was trained on in between. */
  readonly data: readonly Datum[]
}

/** Sequences that are read twice, by the snapshot and by the base. */
const LOOKED_AT = 8

const END = 'The run does not go on: what it learns would not be what its policy says.'
const canary = (message: string, nextStep: string) => tokenloomError('ADAPTER_CANARY', `${message} ${END}`, nextStep)

/** ADAPTER_CANARY when the snapshot's version is not that of the adapter's steps. */
export function refuseWrongVersion({ before, after, steps }: Refresh): void {
  if (after.version === before.version + steps) return
  throw canary(
    `After ${steps} optimizer steps on version ${before.version} the policy was handed out as version ${after.version}.`,
    'This is a defect of the training service: report it with the event log.',
  )
}

/**
 * Whether the snapshot was heard to differ from the base; false where no weight has moved yet, so that there is nothing to hear.
 * ADAPTER_CANARY when it answers as the base does, or under another stamp.
 */
export async function hearSnapshot(service: Pick<TrainingService, 'forward'>, { before, after, data }: Refresh): Promise<boolean> {
  const spoken = data.filter(({ lossMask }) => lossMask.includes(1)).slice(0, LOOKED_AT)
  if (after.hash === before.hash || spoken.length === 0) return false
  const ask = (snapshot: string) => service.forward({ of: { snapshot }, data: spoken }).result
  const [policy, base] = await Promise.all([ask(after.id), ask(BASE_SNAPSHOT)])
  const { snapshotHash, version } = policy.stamp
  if (snapshotHash !== after.hash || version !== after.version) {
    throw canary(
      `Version ${after.version} was asked to answer, and version ${version} with other weights did.`,
      'This is a defect of the training service: report it with the event log.',
    )
  }
  const differs = policy.logprobs.some((column, index) => column.some((logprob, i) => logprob !== base.logprobs[index]?.[i]))
  if (differs) return true
  throw canary(
    `Version ${after.version} has other weights than the one before, and gives every token of ${spoken.length} sequences the base’s logprob.`,
    'Raise the learning rate if it is next to nothing; otherwise this is a defect: report it with the event log.',
  )
}
