// Where a run stands between two steps, whole: what it was told, who answered, the digest so far, what was counted, and
// every arm's adapter with its moments. Random numbers are counted by step and episode, so that the step says where they
// stand. Layout of the bytes, little-endian: magic "TLRC", format version, length of the header, header as JSON padded
// with spaces to a multiple of 4, then weights, first and second moments of every adapter, each followed by those of its older versions.

import { tokenloomError } from '../base/errors.ts'
import { bytesOf, bytesOfText } from '../base/hash.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { CheckpointData, ServiceDescription } from '../service/index.ts'
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

const MAGIC = 0x43524c54
export const RUN_CHECKPOINT_VERSION = 1
const PREFIX = 12

type AdapterHeader = Omit<CheckpointData, 'weights' | 'moment1' | 'moment2'> & { readonly numbers: number }
type PastHeader = Omit<PastCheckpoint, 'adapter'> & { readonly adapter: AdapterHeader }
type ArmHeader = Omit<ArmCheckpoint, 'adapter' | 'past'> & { readonly adapter: AdapterHeader | null; readonly past?: readonly PastHeader[] }
type Header = Omit<RunCheckpoint, 'arms'> & { readonly arms: readonly ArmHeader[] }

export function encodeRunCheckpoint(checkpoint: RunCheckpoint): Uint8Array<ArrayBuffer> {
  const adapters = checkpoint.arms.flatMap(({ adapter, past = [] }) => [...(adapter === null ? [] : [adapter]), ...past.map((version) => version.adapter)])
  const columns = adapters.flatMap(({ weights, moment1, moment2 }) => [weights, moment1, moment2])
  const raw = JSON.stringify({ ...checkpoint, arms: checkpoint.arms.map(armHeaderOf) } satisfies Header)
  const header = bytesOfText(raw + ' '.repeat((4 - (bytesOfText(raw).length % 4)) % 4))
  const bytes = new Uint8Array(PREFIX + header.length + columns.reduce((sum, column) => sum + column.byteLength, 0))
  new Uint32Array(bytes.buffer, 0, 3).set([MAGIC, RUN_CHECKPOINT_VERSION, header.length])
  bytes.set(header, PREFIX)
  let offset = PREFIX + header.length
  for (const column of columns) {
    bytes.set(bytesOf(column), offset)
    offset += column.byteLength
  }
  return bytes
}

function armHeaderOf({ adapter, past, ...arm }: ArmCheckpoint): ArmHeader {
  const older = past === undefined ? {} : { past: past.map((version) => ({ ...version, adapter: headerOf(version.adapter) })) }
  return { ...arm, adapter: adapter === null ? null : headerOf(adapter), ...older }
}

function headerOf(adapter: CheckpointData): AdapterHeader {
  const { spec, baseHash, version, hash, weights } = adapter
  return { spec, baseHash, version, hash, numbers: weights.length }
}

/** Never throws: CHECKPOINT_CORRUPT for whatever does not fit, RECORD_VERSION for another format. */
export function decodeRunCheckpoint(blob: Uint8Array): Result<RunCheckpoint> {
  if (blob.length < PREFIX) return corrupt('is too short')
  // A copy starts at a multiple of 4, whatever window of a buffer was handed in.
  const bytes = bytesOf(blob)
  const view = new DataView(bytes.buffer)
  if (view.getUint32(0, true) !== MAGIC) return corrupt('does not begin as one')
  const version = view.getUint32(4, true)
  if (version !== RUN_CHECKPOINT_VERSION) {
    const message = `The checkpoint has format ${version}; this Tokenloom reads ${RUN_CHECKPOINT_VERSION}.`
    return fail(tokenloomError('RECORD_VERSION', message, 'Open it with the Tokenloom that wrote it, or start the run anew.'))
  }
  const start = PREFIX + view.getUint32(8, true)
  if (start % 4 !== 0 || start > bytes.length) return corrupt('has a header that does not fit')
  const header = readHeader(bytes.subarray(PREFIX, start))
  if (header === null) return corrupt('has a header that cannot be read')
  const sizes = header.arms.flatMap(({ adapter, past = [] }) => [adapter?.numbers ?? 0, ...past.map((version) => version.adapter.numbers)])
  const numbers = sizes.reduce((sum, size) => sum + 3 * size, 0)
  if (bytes.length - start !== 4 * numbers) return corrupt(`has ${bytes.length - start} bytes for ${numbers} numbers`)
  return ok(withColumns(header, bytes.buffer, start))
}

function corrupt(message: string): Result<never> {
  return fail(tokenloomError('CHECKPOINT_CORRUPT', `The checkpoint ${message}.`, 'Start the run anew from its settings: it gives the same result.'))
}

/** The bytes have their hash, so this project wrote them: what is checked is what the layout hangs on. */
function readHeader(bytes: Uint8Array): Header | null {
  try {
    const header: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (typeof header !== 'object' || header === null || !('arms' in header) || !Array.isArray(header.arms)) return null
    const named = ['spec', 'service', 'totals'].every((name) => typeof Reflect.get(header, name) === 'object' && Reflect.get(header, name) !== null)
    const { step, digest } = header as { readonly step?: unknown; readonly digest?: unknown }
    if (!named || !isCount(step) || typeof digest !== 'string' || !/^[0-9a-f]{64}$/.test(digest)) return null
    return header.arms.every(isArm) ? (header as unknown as Header) : null
  } catch {
    return null
  }
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0

function isArm(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('arm' in value) || !('snapshotHash' in value) || !('adapter' in value)) return false
  const past = 'past' in value ? value.past : []
  return (value.adapter === null || isAdapter(value.adapter)) && Array.isArray(past) && past.every(isPast)
}

function isPast(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'step' in value && isCount(value.step) && 'adapter' in value && isAdapter(value.adapter)
}

function isAdapter(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'numbers' in value && isCount(value.numbers)
}

function withColumns({ arms, ...rest }: Header, buffer: ArrayBuffer, start: number): RunCheckpoint {
  let offset = start
  const take = (numbers: number): Float32Array => {
    const column = new Float32Array(buffer, offset, numbers).slice()
    offset += 4 * numbers
    return column
  }
  const restore = ({ numbers, ...facts }: AdapterHeader): CheckpointData => ({
    ...facts,
    weights: take(numbers),
    moment1: take(numbers),
    moment2: take(numbers),
  })
  const restoreArm = ({ adapter, past, ...arm }: ArmHeader): ArmCheckpoint => {
    const newest = adapter === null ? null : restore(adapter)
    const older = past === undefined ? {} : { past: past.map((version) => ({ ...version, adapter: restore(version.adapter) })) }
    return { ...arm, adapter: newest, ...older }
  }
  return { ...rest, arms: arms.map(restoreArm) }
}
