// The checkpoint that a run goes on from. A new one is whole, bytes first and its row last, before the one before it is
// let go: whenever the power fails, one is left that can be read. Knows bytes and hashes, not what is in them.

import { tokenloomError } from '../base/errors.ts'
import { sha256Hex } from '../base/hash.ts'
import type { Bytes } from './bytes.ts'
import type { Records } from './records.ts'
import type { CheckpointRow } from './schema.ts'

export interface StoredCheckpoint {
  /** The number of its `checkpointed` event; the next event of the run follows it. */
  readonly seq: number
  readonly step: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

export interface CheckpointFiles {
  put(run: string, checkpoint: StoredCheckpoint): Promise<void>
  /** The newest whose bytes have their hash. CHECKPOINT_UNKNOWN when there never was one, CHECKPOINT_CORRUPT when none is whole. */
  newest(run: string): Promise<StoredCheckpoint>
  /** Lets all of them go, leftovers of a crash included. */
  clear(run: string): Promise<void>
}

const START_ANEW = 'Start the run anew from its settings: it gives the same result.'

export function createCheckpointFiles(records: Records, bytes: Bytes): CheckpointFiles {
  const folder = (run: string): string => `runs/${run}/checkpoints`
  const path = ({ run, hash }: CheckpointRow): string => `${folder(run)}/${hash}.bin`

  return {
    async put(run, { seq, step, bytes: content }) {
      const row: CheckpointRow = { run, seq, step, bytes: content.byteLength, hash: await sha256Hex(content) }
      const older = await records.checkpoints(run)
      await bytes.write(path(row), content)
      await records.putCheckpoint(row)
      for (const old of older) {
        if (old.seq !== seq) await records.removeCheckpoint(old)
        if (old.hash !== row.hash) await bytes.remove(path(old))
      }
    },
    async newest(run) {
      const rows = [...(await records.checkpoints(run))].sort((a, b) => b.seq - a.seq)
      for (const row of rows) {
        const content = await bytes.read(path(row))
        if (content !== undefined && (await sha256Hex(content)) === row.hash) return { seq: row.seq, step: row.step, bytes: content }
      }
      if (rows.length === 0) throw tokenloomError('CHECKPOINT_UNKNOWN', `Nothing was kept of run ${run} to go on from.`, START_ANEW)
      throw tokenloomError('CHECKPOINT_CORRUPT', `The bytes of the checkpoint after step ${rows[0]?.step ?? 0} are gone or damaged.`, START_ANEW)
    },
    async clear(run) {
      for (const row of await records.checkpoints(run)) await records.removeCheckpoint(row)
      await bytes.remove(folder(run))
    },
  }
}
