// When a run is kept, and what is kept of it. Between two steps a run is a small thing: adapters with moments, the digest
// so far, a few sums. It is kept there as often as costs next to nothing, and when a hand asks. Knows no storage.

import { sha256Hex } from '../base/hash.ts'
import type { RunEventBody } from '../record/events.ts'
import { type ArmCheckpoint, encodeRunCheckpoint, type RunCheckpoint } from '../record/run-checkpoint.ts'
import type { SourceReload } from '../record/spec.ts'
import type { RunGate } from './run-control.ts'
import type { RunDigest } from './run-digest.ts'
import type { RunArm, RunSetting } from './setting.ts'
import type { Tally } from './summary.ts'

/** Takes the event and the bytes that it names; whoever stores them stores the events before it first. */
export type Keep = (event: Extract<RunEventBody, { kind: 'checkpointed' }>, bytes: Uint8Array<ArrayBuffer>) => void

export interface Checkpoints {
  /** Between two steps, `step` of them done: keeps the run when it is time or somebody asked. */
  boundary(step: number): Promise<void>
  /** Between two steps, once another version of the source counts: what a hand decided is kept at once. */
  reloaded(reload: SourceReload): Promise<void>
  /** After a stop: keeps the last boundary if nothing has been decided since. In the middle of an update it is too late. */
  stopped(): Promise<void>
}

/** Milliseconds between two checkpoints: at most the first; less where one costs under a fiftieth of it; never under the last. */
const LONGEST = 20_000
const COST_FACTOR = 50
const SHORTEST = 1_000

export interface CheckpointRequest {
  /** As it stands: its spec grows where the source is reloaded. */
  readonly setting: () => RunSetting
  readonly arms: readonly RunArm[]
  readonly digest: RunDigest
  readonly tally: Tally
  readonly gate: RunGate
  /** Null where nobody keeps anything: then none is made. */
  readonly keep: Keep | null
  /** Of the checkpoint that the run goes on from. */
  readonly reloaded: SourceReload | undefined
}

export function createCheckpoints({ setting, arms, digest, tally, gate, keep, reloaded: before }: CheckpointRequest): Checkpoints {
  const { service, description, clock } = setting()
  let kept = -1
  let reloaded = before
  let due = Number.NEGATIVE_INFINITY
  let last: { readonly step: number; readonly digest: string; readonly versions: readonly number[] } | null = null
  const versions = (): readonly number[] => arms.flatMap(({ learners }) => learners.map(({ snapshot }) => snapshot?.version ?? 0))

  const capture = async (step: number): Promise<RunCheckpoint> => {
    const { spec } = setting()
    const value = await digest.value()
    const saved: ArmCheckpoint[] = []
    for (const { name: arm, learners, spent } of arms) {
      const budget = spec.agents.tokenBudget > 0 ? { spent: Object.fromEntries(spent) } : {}
      if (learners.length === 0) saved.push({ arm, ...budget, snapshotHash: '', adapter: null })
      for (const { name, adapter, snapshot, past } of learners) {
        const older = past.map((version) => ({ step: version.step, snapshotHash: version.snapshot.hash, adapter: version.state }))
        saved.push({
          arm,
          ...budget,
          ...(learners.length > 1 ? { learner: name } : {}),
          snapshotHash: snapshot?.hash ?? '',
          adapter: await service.saveState(adapter),
          ...(older.length > 0 ? { past: older } : {}),
        })
      }
    }
    return { spec, service: description, step, digest: value, totals: tally.totals(), arms: saved, ...(reloaded === undefined ? {} : { reloaded }) }
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
    async reloaded(reload) {
      reloaded = reload
      if (keep === null) return
      last = { step: reload.after, digest: await digest.value(), versions: versions() }
      await hand(await capture(reload.after))
    },
    async stopped() {
      if (keep === null || last === null || kept === last.step) return
      const checkpoint = await capture(last.step)
      const adapters = checkpoint.arms.flatMap(({ adapter }) => (adapter === null ? [] : [adapter]))
      const untouched = checkpoint.digest === last.digest && adapters.every(({ version }, index) => version === last?.versions[index])
      if (untouched) await hand(checkpoint)
    },
  }
}
