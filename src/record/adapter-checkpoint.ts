// An adapter kept whole: factors, both moments, count of steps, where its random counters stand, and what it came from. The hash of
// the bytes is its address, and its parent's address is among the bytes, so that a lineage cannot be rewritten. Layout,
// little-endian: magic "TLAC", format version, length of the header, header as JSON padded with spaces to a multiple of 4, then
// weights, first and second moments.

import { tokenloomError } from '../base/errors.ts'
import { bytesOf, bytesOfText } from '../base/hash.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { CheckpointData } from '../service/index.ts'

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

const MAGIC = 0x43414c54
const VERSION = 1
const PREFIX = 12

type AdapterHeader = Omit<CheckpointData, 'weights' | 'moment1' | 'moment2'> & { readonly numbers: number }
type Header = Omit<AdapterCheckpoint, 'adapter'> & { readonly adapter: AdapterHeader }

export function encodeAdapterCheckpoint({ adapter, counters, lineage }: AdapterCheckpoint): Uint8Array<ArrayBuffer> {
  const { spec, baseHash, version, hash, weights, moment1, moment2 } = adapter
  const facts: Header = { adapter: { spec, baseHash, version, hash, numbers: weights.length }, counters, lineage }
  const raw = bytesOfText(JSON.stringify(facts))
  const header = bytesOfText(JSON.stringify(facts) + ' '.repeat((4 - (raw.length % 4)) % 4))
  const bytes = new Uint8Array(PREFIX + header.length + 3 * weights.byteLength)
  new Uint32Array(bytes.buffer, 0, 3).set([MAGIC, VERSION, header.length])
  bytes.set(header, PREFIX)
  let offset = PREFIX + header.length
  for (const column of [weights, moment1, moment2]) {
    bytes.set(bytesOf(column), offset)
    offset += column.byteLength
  }
  return bytes
}

/** Never throws: CHECKPOINT_CORRUPT for whatever does not fit, RECORD_VERSION for another format. */
export function decodeAdapterCheckpoint(blob: Uint8Array): Result<AdapterCheckpoint> {
  if (blob.length < PREFIX) return corrupt('is too short')
  // A copy starts at a multiple of 4, whatever window of a buffer was handed in.
  const bytes = bytesOf(blob)
  const view = new DataView(bytes.buffer)
  if (view.getUint32(0, true) !== MAGIC) return corrupt('does not begin as one')
  const version = view.getUint32(4, true)
  if (version !== VERSION) {
    const message = `The checkpoint has format ${version}; this Tokenloom reads ${VERSION}.`
    return fail(tokenloomError('RECORD_VERSION', message, 'Open it with the Tokenloom that wrote it.'))
  }
  const start = PREFIX + view.getUint32(8, true)
  if (start % 4 !== 0 || start > bytes.length) return corrupt('has a header that does not fit')
  const header = readHeader(bytes.subarray(PREFIX, start))
  if (header === null) return corrupt('has a header that cannot be read')
  const { numbers, ...facts } = header.adapter
  if (bytes.length - start !== 12 * numbers) return corrupt(`has ${bytes.length - start} bytes for ${3 * numbers} numbers`)
  const column = (index: number): Float32Array => new Float32Array(bytes.buffer, start + 4 * index * numbers, numbers).slice()
  return ok({ ...header, adapter: { ...facts, weights: column(0), moment1: column(1), moment2: column(2) } })
}

function corrupt(message: string): Result<never> {
  return fail(tokenloomError('CHECKPOINT_CORRUPT', `The checkpoint ${message}.`, 'Roll back to an earlier one, or import the adapter again.'))
}

/** The bytes have their hash, so this project wrote them: what is checked is what the layout hangs on. */
function readHeader(bytes: Uint8Array): Header | null {
  try {
    const header = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as Partial<Header>
    const { adapter, counters, lineage } = header
    if (typeof adapter?.spec !== 'object' || typeof counters?.seed !== 'number' || typeof lineage?.how !== 'string') return null
    if (!Number.isSafeInteger(adapter.numbers) || adapter.numbers < 0 || typeof adapter.baseHash !== 'string') return null
    return header as Header
  } catch {
    return null
  }
}
