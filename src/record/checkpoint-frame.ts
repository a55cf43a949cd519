// The frame of a checkpoint's bytes: a header as JSON, then the numbers of adapters. Layout, little-endian: magic, format version,
// length of the header, header padded with spaces to a multiple of 4, then weights, first and second moments of one adapter after
// the other. What a header says is its reader's.

import { tokenloomError } from '../base/errors.ts'
import { bytesOf, bytesOfText } from '../base/hash.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { CheckpointData } from '../service/index.ts'

export interface FrameFormat {
  readonly magic: number
  readonly version: number
  /** What to do with bytes that are damaged, and with those of another version, as sentences. */
  readonly damaged: string
  readonly foreign: string
}

/** An adapter as a header tells of it: its numbers stand behind the header, three columns of this length. */
export type AdapterHeader = Omit<CheckpointData, 'weights' | 'moment1' | 'moment2'> & { readonly numbers: number }

export interface OpenFrame<Header> {
  readonly header: Header
  /** Takes the numbers of the next adapter: to be called in the order in which they were written. */
  restore(adapter: AdapterHeader): CheckpointData
}

const PREFIX = 12

export function adapterHeader({ spec, baseHash, version, hash, weights }: CheckpointData): AdapterHeader {
  return { spec, baseHash, version, hash, numbers: weights.length }
}

/** `adapters`: those that the header tells of, in its order. */
export function writeFrame({ magic, version }: FrameFormat, header: object, adapters: readonly CheckpointData[]): Uint8Array<ArrayBuffer> {
  const text = JSON.stringify(header)
  const head = bytesOfText(text + ' '.repeat((4 - (bytesOfText(text).length % 4)) % 4))
  const columns = adapters.flatMap(({ weights, moment1, moment2 }) => [weights, moment1, moment2])
  const bytes = new Uint8Array(PREFIX + head.length + columns.reduce((sum, column) => sum + column.byteLength, 0))
  new Uint32Array(bytes.buffer, 0, 3).set([magic, version, head.length])
  bytes.set(head, PREFIX)
  let offset = PREFIX + head.length
  for (const column of columns) {
    bytes.set(bytesOf(column), offset)
    offset += column.byteLength
  }
  return bytes
}

/**
 * Never throws: CHECKPOINT_CORRUPT for whatever does not fit, RECORD_VERSION for another format. `read` answers null for a header that
 * it does not know; `sizes` says how many numbers a column of each adapter has.
 */
export function readFrame<Header>(
  blob: Uint8Array,
  format: FrameFormat,
  read: (json: unknown) => Header | null,
  sizes: (header: Header) => readonly number[],
): Result<OpenFrame<Header>> {
  const corrupt = (message: string) => fail(tokenloomError('CHECKPOINT_CORRUPT', `The checkpoint ${message}.`, format.damaged))
  if (blob.length < PREFIX) return corrupt('is too short')
  // A copy starts at a multiple of 4, whatever window of a buffer was handed in.
  const bytes = bytesOf(blob)
  const view = new DataView(bytes.buffer)
  if (view.getUint32(0, true) !== format.magic) return corrupt('does not begin as one')
  const version = view.getUint32(4, true)
  if (version !== format.version) {
    const message = `The checkpoint has format ${version}; this Tokenloom reads ${format.version}.`
    return fail(tokenloomError('RECORD_VERSION', message, format.foreign))
  }
  const start = PREFIX + view.getUint32(8, true)
  if (start % 4 !== 0 || start > bytes.length) return corrupt('has a header that does not fit')
  const json = jsonOf(bytes.subarray(PREFIX, start))
  const header = json === undefined ? null : read(json)
  if (header === null) return corrupt('has a header that cannot be read')
  const numbers = sizes(header).reduce((sum, size) => sum + 3 * size, 0)
  if (bytes.length - start !== 4 * numbers) return corrupt(`has ${bytes.length - start} bytes for ${numbers} numbers`)
  let offset = start
  const take = (length: number): Float32Array => {
    const column = new Float32Array(bytes.buffer, offset, length).slice()
    offset += column.byteLength
    return column
  }
  return ok({ header, restore: ({ numbers, ...facts }) => ({ ...facts, weights: take(numbers), moment1: take(numbers), moment2: take(numbers) }) })
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}
