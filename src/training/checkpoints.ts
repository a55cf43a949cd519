// When a run is kept, and what is kept of it. Between two steps a run is a small thing: adapters with moments, the digest
// so far, a few sums. It is kept there as often as costs next to nothing, and when a hand asks. Knows no storage.

import { sha256Hex } from '../base/hash.ts'
import type { RunEventBody } from '../record/events.ts'
import { encodeRunCheckpoint, type RunCheckpoint } from '../record/run-checkpoint.ts'
import type { RunGate } from './run-control.ts'
import type { RunDigest } from './run-digest.ts'
import type { RunArm, RunSetting } from './setting.ts'
import type { Tally } from './summary.ts'

/** Takes the event and the bytes that it names; whoever stores them stores the events before it first. */
export type Keep = (event: Extract<RunEventBody, { kind: 'checkpointed' }>, bytes: Uint8Array<ArrayBuffer>) => void

export interface Checkpoints {
  /** Between two steps, `step` of them done: keeps the run when it is time or somebody asked. */
  boundary(step: number): Promise<void>
  /** After a stop: keeps the last boundary if nothing has been decided since. In the middle of an update it is too late. */
  stopped(): Promise<void>
}

/** Milliseconds between two checkpoints: at most the first; less where one costs under a fiftieth of it; never under the last. */
const LONGEST = 20_000
const COST_FACTOR = 50
const SHORTEST = 1_000

export interface CheckpointRequest {
  readonly setting: RunSetting
  readonly arms: readonly RunArm[]
  readonly digest: RunDigest
  readonly tally: Tally
  readonly gate: RunGate
  /** Null where nobody keeps anything: then none is made. */
  readonly keep: Keep | null
}

export function createCheckpoints({ setting, arms, digest, tally, gate, keep }: CheckpointRequest): Checkpoints {
  const { spec, service, description, clock } = setting
  let kept = -1
  let due = Number.NEGATIVE_INFINITY
  let last: { readonly step: number; readonly digest: string; readonly versions: readonly number[] } | null = null
  const versions = (): readonly number[] => arms.map(({ snapshot }) => snapshot?.version ?? 0)

  const capture = async (step: number): Promise<RunCheckpoint> => {
    const value = await digest.value()
    const saved: RunCheckpoint['arms'][number][] = []
    for (const { name, adapter, snapshot } of arms) {
      saved.push({ arm: name, snapshotHash: snapshot?.hash ?? '', adapter: adapter === null ? null : await service.saveState(adapter) })
    }
    return { spec, service: description, step, digest: value, totals: tally.totals(), arms: saved }
  }
  const hand = async (checkpoint: RunCheckpoint): Promise<void> => {
    const bytes = encodeRunCheckpoint(checkpoint)
    kept = checkpoint.step
    keep?.({ kind: 'checkpointed', step: checkpoint.step, hash: await sha256Hex(bytes) }, bytes)
  }

  return {
    async boundary(step) {
      if (keep === null) return
      last = { step, digest: await digest.value(), versions: versions() }
      const start = clock()
      const asked = gate.takeSaveRequest()
      if (kept === step || !(asked || start >= due)) return
      await hand(await capture(step))
      const end = clock()
      due = end + Math.min(LONGEST, Math.max(SHORTEST, COST_FACTOR * (end - start)))
    },
    async stopped() {
      if (keep === null || last === null || kept === last.step) return
      const checkpoint = await capture(last.step)
      const untouched =
        checkpoint.digest === last.digest && checkpoint.arms.every(({ adapter }, index) => adapter === null || adapter.version === last?.versions[index])
      if (untouched) await hand(checkpoint)
    },
  }
}
