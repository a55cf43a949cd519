// A step's trajectories as one blob of columns, and back. Layout, little-endian: magic "TLTK", format version,
// length of the header, header as JSON padded with spaces to a multiple of 4, then the action masks of the episodes that have
// one (mask-columns.ts), then the columns in COLUMNS order, each over all tokens of all episodes;
// the column of weights is there where the header says so. Version 1 knew neither masks nor weights. Decoding trusts nothing:
// whatever does not fit is RECORD_INVALID, never a throw.

import { tokenloomError } from '../base/errors.ts'
import { bytesOf, bytesOfText, windowOf } from '../base/hash.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { Trajectory } from '../episode/trajectory.ts'
import type { ActionMask } from '../service/index.ts'
import type { Arm } from './events.ts'
import { maskColumns, maskWords, readMasks } from './mask-columns.ts'
import type { EpisodeTokens, StepTokens } from './step-tokens.ts'

import { type BlobHeader, type EpisodeHeader, headerOf, isWeighed, parseBlobHeader } from './token-blob-header.ts'

export type { EpisodeTokens, StepTokens } from './step-tokens.ts'

const MAGIC = 0x4b544c54
const TOKEN_BLOB_VERSION = 2
const READABLE: readonly number[] = [1, TOKEN_BLOB_VERSION]
const PREFIX = 12

/** Bytes a token over all columns. */
const tokenBytes = (weighed: boolean): number => 4 * (weighed ? 6 : 5) + 2

export function encodeTokens(step: StepTokens): Uint8Array<ArrayBuffer> {
  const json = JSON.stringify(headerOf(step))
  const raw = bytesOfText(json)
  const header = bytesOfText(json + ' '.repeat((4 - (raw.length % 4)) % 4))
  const total = step.episodes.reduce((sum, { trajectory }) => sum + trajectory.tokens.length, 0)
  const masks = maskColumns(step.episodes.map(({ trajectory }) => trajectory.actionMask))
  const weighed = isWeighed(step)
  const blob = new Uint8Array(PREFIX + header.length + masks.byteLength + total * tokenBytes(weighed))
  new Uint32Array(blob.buffer, 0, 3).set([MAGIC, TOKEN_BLOB_VERSION, header.length])
  blob.set(header, PREFIX)
  blob.set(windowOf(masks), PREFIX + header.length)
  let offset = PREFIX + header.length + masks.byteLength
  const write = (column: (episode: EpisodeTokens) => ArrayBufferView): void => {
    for (const episode of step.episodes) {
      const bytes = windowOf(column(episode))
      blob.set(bytes, offset)
      offset += bytes.length
    }
  }
  write(({ trajectory }) => trajectory.tokens)
  write(({ trajectory }) => trajectory.versions)
  write(({ trajectory }) => trajectory.samplingLogprobs)
  write(({ trajectory }) => trajectory.entropies)
  write(({ advantages }) => advantages)
  if (weighed) write(({ weights, trajectory }) => weights ?? new Float32Array(trajectory.tokens.length))
  write(({ trajectory }) => trajectory.states)
  write(({ trajectory }) => trajectory.lossMask)
  return blob
}

/** What the columns of a step hold: views of the blob's own copy, one entry a token of all episodes in order. */
export interface TokenColumns {
  readonly tokens: Uint32Array
  readonly versions: Uint32Array
  readonly samplingLogprobs: Float32Array
  readonly entropies: Float32Array
  readonly advantages: Float32Array
  readonly weights?: Float32Array
  /** Index into EPISODE_STATES. */
  readonly states: Uint8Array
  readonly lossMask: Uint8Array
}

/** What is known of an episode besides its tokens, which are [start, end) of the columns. */
export type EpisodeFacts = Omit<EpisodeHeader, 'length' | 'actionMask'> & { readonly start: number; readonly end: number; readonly actionMask?: ActionMask }

export interface StepColumns {
  readonly step: number
  readonly arm: Arm
  readonly columns: TokenColumns
  readonly episodes: readonly EpisodeFacts[]
}

/** A step as it lies in the blob: whoever reads thousands of episodes at once makes no arrays for each. */
export function readTokenColumns(blob: Uint8Array): Result<StepColumns> {
  const invalid = (message: string) =>
    fail(tokenloomError('RECORD_INVALID', `The token record ${message}.`, 'Run the same spec again: it produces the same tokens.'))
  if (blob.length < PREFIX) return invalid('is too short')
  // A copy starts at a multiple of 4, whatever window of a buffer was handed in.
  const bytes = bytesOf(blob)
  const view = new DataView(bytes.buffer)
  const headerLength = view.getUint32(8, true)
  if (view.getUint32(0, true) !== MAGIC) return invalid('does not begin as one')
  if (!READABLE.includes(view.getUint32(4, true))) {
    return fail(
      tokenloomError(
        'RECORD_VERSION',
        `The token record has format ${view.getUint32(4, true)}; this Tokenloom reads ${READABLE.join(' and ')}.`,
        'Open it with the Tokenloom that wrote it.',
      ),
    )
  }
  if (headerLength % 4 !== 0 || headerLength > bytes.length - PREFIX) return invalid('has a header that does not fit')
  const header = parseBlobHeader(bytes.subarray(PREFIX, PREFIX + headerLength))
  if (!header.ok) return invalid(header.error)
  const total = header.value.episodes.reduce((sum, episode) => sum + episode.length, 0)
  const maskStart = PREFIX + headerLength
  const start = maskStart + maskWords(header.value.episodes) * 4
  if (bytes.length - start !== total * tokenBytes(header.value.weighed)) return invalid(`has ${bytes.length - start} bytes of columns for ${total} tokens`)
  const masks = readMasks(header.value.episodes, new Uint32Array(bytes.buffer, maskStart, (start - maskStart) / 4))
  if (masks === undefined) return invalid('has an action mask that cannot be')
  const columns = columnsAt(bytes.buffer, start, total, header.value.weighed)
  const { step, arm } = header.value
  const episodes = episodesOf(header.value, masks)
  return hold(columns, episodes) ? ok({ step, arm, columns, episodes }) : invalid('has a state, a mask or a reward that cannot be')
}

function columnsAt(buffer: ArrayBuffer, start: number, total: number, weighed: boolean): TokenColumns {
  const column32 = (index: number) => start + index * 4 * total
  const bytesFrom = column32(weighed ? 6 : 5)
  return {
    tokens: new Uint32Array(buffer, column32(0), total),
    versions: new Uint32Array(buffer, column32(1), total),
    samplingLogprobs: new Float32Array(buffer, column32(2), total),
    entropies: new Float32Array(buffer, column32(3), total),
    advantages: new Float32Array(buffer, column32(4), total),
    ...(weighed ? { weights: new Float32Array(buffer, column32(5), total) } : {}),
    states: new Uint8Array(buffer, bytesFrom, total),
    lossMask: new Uint8Array(buffer, bytesFrom + total, total),
  }
}

function episodesOf({ episodes }: BlobHeader, masks: readonly (ActionMask | undefined)[]): readonly EpisodeFacts[] {
  let start = 0
  return episodes.map(({ length, actionMask: _, ...facts }, index) => {
    const mask = masks[index]
    const end = start + length
    const own = { ...facts, start, end, ...(mask === undefined ? {} : { actionMask: mask }) }
    start = end
    return own
  })
}

/** Rewards sit on tokens that were trained. */
function hold({ states, lossMask }: TokenColumns, episodes: readonly EpisodeFacts[]): boolean {
  if (states.some((state) => state > 3) || lossMask.some((bit) => bit > 1)) return false
  return episodes.every(({ rewards, start }) => rewards.every(({ token }) => lossMask[start + token] === 1))
}

export function decodeTokens(blob: Uint8Array): Result<StepTokens> {
  const read = readTokenColumns(blob)
  if (!read.ok) return read
  const { step, arm, columns, episodes } = read.value
  return ok({ step, arm, episodes: episodes.map((facts) => episodeOf(columns, facts)) })
}

function episodeOf(columns: TokenColumns, { start, end, trained, ...facts }: EpisodeFacts): EpisodeTokens {
  const { tokens, versions, samplingLogprobs, entropies, advantages, weights, states, lossMask } = columns
  const trajectory: Trajectory = {
    ...facts,
    tokens: tokens.slice(start, end),
    states: states.slice(start, end),
    lossMask: lossMask.slice(start, end),
    samplingLogprobs: samplingLogprobs.slice(start, end),
    entropies: entropies.slice(start, end),
    versions: versions.slice(start, end),
  }
  return { trajectory, advantages: advantages.slice(start, end), ...(weights === undefined ? {} : { weights: weights.slice(start, end) }), trained }
}
