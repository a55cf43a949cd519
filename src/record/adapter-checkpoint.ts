// An adapter kept whole: factors, both moments, count of steps, where its random counters stand, and what it came from. The hash of
// the bytes is its address, and its parent's address is among the bytes, so that a lineage cannot be rewritten. As bytes: a frame
// (checkpoint-frame.ts) with the magic "TLAC" and one adapter.

import { isRecord } from '../base/json.ts'
import { ok, type Result } from '../base/result.ts'
import type { CheckpointData } from '../service/index.ts'
import { type AdapterHeader, adapterHeader, type FrameFormat, readFrame, writeFrame } from './checkpoint-frame.ts'

export interface AdapterLineage {
  /** The address of the checkpoint that this one was trained on from, or forked from; null for a first one. */
  readonly parent: string | null
  readonly how: 'trained' | 'forked' | 'imported'
  /** The run that made it and the step of that run; null where none did. */
  readonly run: string | null
  readonly step: number
}

export interface AdapterCheckpoint {
  readonly adapter: CheckpointData
  /** Numbers are drawn by counters: the seed and how many episodes were drawn say where they stand. */
  readonly counters: { readonly seed: number; readonly episodes: number }
  readonly lineage: AdapterLineage
}

const FORMAT: FrameFormat = {
  magic: 0x43414c54,
  version: 1,
  damaged: 'Roll back to an earlier one, or import the adapter again.',
  foreign: 'Open it with the Tokenloom that wrote it.',
}

type Header = Omit<AdapterCheckpoint, 'adapter'> & { readonly adapter: AdapterHeader }

export function encodeAdapterCheckpoint({ adapter, counters, lineage }: AdapterCheckpoint): Uint8Array<ArrayBuffer> {
  return writeFrame(FORMAT, { adapter: adapterHeader(adapter), counters, lineage } satisfies Header, [adapter])
}

/** Never throws: CHECKPOINT_CORRUPT for whatever does not fit, RECORD_VERSION for another format. */
export function decodeAdapterCheckpoint(blob: Uint8Array): Result<AdapterCheckpoint> {
  const frame = readFrame(blob, FORMAT, readHeader, ({ adapter }) => [adapter.numbers])
  if (!frame.ok) return frame
  const { header, restore } = frame.value
  return ok({ ...header, adapter: restore(header.adapter) })
}

/** The bytes have their hash, so this project wrote them: what is checked is what the layout hangs on. */
function readHeader(header: unknown): Header | null {
  if (!isRecord(header)) return null
  const { adapter, counters, lineage } = header
  if (!isRecord(adapter) || !isRecord(counters) || !isRecord(lineage)) return null
  if (!isRecord(adapter['spec']) || typeof counters['seed'] !== 'number' || typeof lineage['how'] !== 'string') return null
  const { numbers, baseHash } = adapter
  return Number.isSafeInteger(numbers) && Number(numbers) >= 0 && typeof baseHash === 'string' ? (header as unknown as Header) : null
}
