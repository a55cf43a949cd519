// Where a run stands between two steps, whole: what it was told, who answered, the digest so far, what was counted, and
// every arm's adapter with its moments. Random numbers are counted by step and episode, so that the step says where they
// stand. As bytes: a frame (checkpoint-frame.ts) with the magic "TLRC" and every adapter, each followed by its older versions.

import { isRecord } from '../base/json.ts'
import { ok, type Result } from '../base/result.ts'
import type { CheckpointData, ServiceDescription } from '../service/index.ts'
import { type AdapterHeader, adapterHeader, type FrameFormat, readFrame, writeFrame } from './checkpoint-frame.ts'
import type { Arm, RunTotals } from './events.ts'
import type { RunSpec, SourceReload } from './spec.ts'

/** An older version of an adapter that the run still reads. */
export interface PastCheckpoint {
  /** The steps that were done when it was the newest. */
  readonly step: number
  readonly snapshotHash: string
  readonly adapter: CheckpointData
}

/** One adapter of an arm; an arm whose agents have an adapter each has several, an arm without any has one entry. */
export interface ArmCheckpoint {
  readonly arm: Arm
  /** Whose adapter it is, where an arm has several. */
  readonly learner?: string
  /** Oldest first. Absent: none. */
  readonly past?: readonly PastCheckpoint[]
  /** Tokens that its agents have sampled in rollouts; absent without a budget. */
  readonly spent?: Readonly<Record<string, number>>
  /** Hash of the snapshot that the arm's next rollout reads; empty for the random policy. */
  readonly snapshotHash: string
  /** Null for the random policy. */
  readonly adapter: CheckpointData | null
}

export interface RunCheckpoint {
  readonly spec: RunSpec
  /** Who answered so far: the run goes on with the same one, or not at all. */
  readonly service: ServiceDescription
  /** Steps that are done. */
  readonly step: number
  /** The rolling digest after them, in hexadecimal. */
  readonly digest: string
  readonly totals: RunTotals
  readonly arms: readonly ArmCheckpoint[]
  /** The last reload of the source that took place; absent: none did. Those that the spec plans later are still to come. */
  readonly reloaded?: SourceReload
}

const FORMAT: FrameFormat = {
  magic: 0x43524c54,
  version: 1,
  damaged: 'Start the run anew from its settings: it gives the same result.',
  foreign: 'Open it with the Tokenloom that wrote it, or start the run anew.',
}

type PastHeader = Omit<PastCheckpoint, 'adapter'> & { readonly adapter: AdapterHeader }
type ArmHeader = Omit<ArmCheckpoint, 'adapter' | 'past'> & { readonly adapter: AdapterHeader | null; readonly past?: readonly PastHeader[] }
type Header = Omit<RunCheckpoint, 'arms'> & { readonly arms: readonly ArmHeader[] }

export function encodeRunCheckpoint(checkpoint: RunCheckpoint): Uint8Array<ArrayBuffer> {
  const adapters = checkpoint.arms.flatMap(({ adapter, past = [] }) => [...(adapter === null ? [] : [adapter]), ...past.map((version) => version.adapter)])
  return writeFrame(FORMAT, { ...checkpoint, arms: checkpoint.arms.map(armHeaderOf) } satisfies Header, adapters)
}

function armHeaderOf({ adapter, past, ...arm }: ArmCheckpoint): ArmHeader {
  const older = past === undefined ? {} : { past: past.map((version) => ({ ...version, adapter: adapterHeader(version.adapter) })) }
  return { ...arm, adapter: adapter === null ? null : adapterHeader(adapter), ...older }
}

/** Never throws: CHECKPOINT_CORRUPT for whatever does not fit, RECORD_VERSION for another format. */
export function decodeRunCheckpoint(blob: Uint8Array): Result<RunCheckpoint> {
  const sizes = ({ arms }: Header): readonly number[] =>
    arms.flatMap(({ adapter, past = [] }) => [adapter?.numbers ?? 0, ...past.map((version) => version.adapter.numbers)])
  const frame = readFrame(blob, FORMAT, readHeader, sizes)
  if (!frame.ok) return frame
  const { header, restore } = frame.value
  const restoreArm = ({ adapter, past, ...arm }: ArmHeader): ArmCheckpoint => {
    const newest = adapter === null ? null : restore(adapter)
    const older = past === undefined ? {} : { past: past.map((version) => ({ ...version, adapter: restore(version.adapter) })) }
    return { ...arm, adapter: newest, ...older }
  }
  return ok({ ...header, arms: header.arms.map(restoreArm) })
}

/** The bytes have their hash, so this project wrote them: what is checked is what the layout hangs on. */
function readHeader(header: unknown): Header | null {
  if (!isRecord(header)) return null
  const { arms, step, digest, spec, service, totals } = header
  const named = [spec, service, totals].every((part) => typeof part === 'object' && part !== null)
  if (!named || !isCount(step) || typeof digest !== 'string' || !/^[0-9a-f]{64}$/.test(digest)) return null
  return Array.isArray(arms) && arms.every(isArm) ? (header as unknown as Header) : null
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0

function isArm(value: unknown): boolean {
  if (!isRecord(value) || !('arm' in value) || !('snapshotHash' in value) || !('adapter' in value)) return false
  const { adapter, past = [] } = value
  return (adapter === null || isAdapter(adapter)) && Array.isArray(past) && past.every(isPast)
}

const isPast = (value: unknown): boolean => isRecord(value) && isCount(value['step']) && isAdapter(value['adapter'])

const isAdapter = (value: unknown): boolean => isRecord(value) && isCount(value['numbers'])
