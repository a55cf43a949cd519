// Where the adapters of a run begin: fresh, or at a stored checkpoint that the spec names by the hash of its content. What was
// handed in is held against that hash, the base and the spec, so that the digest of the run tells the truth about its start.

import { tokenloomError } from '../base/errors.ts'
import { sha256Hex } from '../base/hash.ts'
import { type AdapterCheckpoint, encodeAdapterCheckpoint } from '../record/adapter-checkpoint.ts'
import type { RunSpec } from '../record/spec.ts'
import type { AdapterId, CheckpointData, ServiceDescription, TrainingService } from '../service/index.ts'

/** Null for a fresh start. Throws CHECKPOINT_UNKNOWN, CHECKPOINT_CORRUPT, and ADAPTER_MISMATCH for another base, rank, scale or targets. */
export async function originOf(spec: RunSpec, checkpoint: AdapterCheckpoint | undefined, { base }: ServiceDescription): Promise<CheckpointData | null> {
  const { from } = spec.adapter
  if (from === '') return null
  const short = from.slice(0, 12)
  if (checkpoint === undefined) {
    const message = `Nobody handed in the checkpoint ${short}… that the run is to start from.`
    throw tokenloomError('CHECKPOINT_UNKNOWN', message, 'Choose one from the list of policies, or empty this setting to start fresh.', 'adapter.from')
  }
  if ((await sha256Hex(encodeAdapterCheckpoint(checkpoint))) !== from) {
    const message = `What was handed in is not the checkpoint ${short}… that the spec names.`
    throw tokenloomError('CHECKPOINT_CORRUPT', message, 'Choose another policy to start from, or empty this setting to start fresh.', 'adapter.from')
  }
  const { adapter } = checkpoint
  if (adapter.baseHash !== base.hash) {
    const message = `The checkpoint ${short}… was trained on another base than ${base.name}.`
    throw tokenloomError('ADAPTER_MISMATCH', message, 'Choose the base that it was trained on, or another policy.', 'adapter.from')
  }
  refuseOtherShape(spec, adapter)
  return adapter
}

function refuseOtherShape({ adapter: wanted }: RunSpec, { spec: has }: CheckpointData): void {
  const listed = (targets: readonly string[]): string => [...targets].sort().join(', ')
  const differ = (setting: string, want: string, is: string): void => {
    if (want === is) return
    const message = `${setting} is ${want}, but the checkpoint to start from has ${is}.`
    throw tokenloomError('ADAPTER_MISMATCH', message, `Set ${setting} to ${is}.`, setting)
  }
  differ('adapter.rank', String(wanted.rank), String(has.rank))
  differ('adapter.scale', String(wanted.scale), String(has.scale))
  differ('adapter.targets', listed(wanted.targets), listed(has.targets))
}

/** An adapter of the run under its name: as the origin has it, with moments and count of steps, or fresh. */
export function openAdapter(service: TrainingService, { adapter, seed }: RunSpec, name: string, origin: CheckpointData | null): Promise<AdapterId> {
  if (origin !== null) return service.loadState({ ...origin, spec: { ...origin.spec, name } })
  const { rank, scale, targets } = adapter
  return service.createAdapter({ name, rank, scale, targets, seed })
}
