// The list of parts at the head of a bundle: whose run, and of every part what it is, how long, and its hash. Strict.

import type { BlobName } from '../record/events.ts'
import { CONTROL_NAMES } from '../record/spec-fields.ts'
import { parseBoundedJson } from './bounded-json.ts'
import { invalid } from './bundle-failure.ts'
import { type Fields, list, matching, record, whole } from './link-fields.ts'

interface Sized {
  readonly bytes: number
  /** SHA-256. */
  readonly hash: string
}

export type Part =
  | (Sized & { readonly kind: 'events' })
  | (Sized & { readonly kind: 'tokens'; readonly arm: BlobName; readonly step: number })
  | (Sized & { readonly kind: 'file'; readonly name: string })

const MOST_PARTS = 20_000
const MOST_PART_BYTES = 2 ** 29
/** The log is text that is taken apart in memory; the tokens of a step come into it whole when they are looked at. */
const MOST_LOG_BYTES = 2 ** 26
const MOST_STEP_BYTES = 2 ** 27
/** Runs begin with r, games that were kept with g. */
const RUN = /^[rg]\w{1,63}$/
const ARM = new RegExp(`^(turns-)?(policy|${CONTROL_NAMES.join('|')})$`)
/** No segment begins with a dot, so that none leads upwards. */
const FILE = /^[\w-][\w.-]{0,79}(\/[\w-][\w.-]{0,79}){0,2}$/

/** Throws BUNDLE_INVALID. */
export function readHeader(bytes: Uint8Array): { readonly run: string; readonly parts: readonly Part[] } {
  const parsed = parseBoundedJson(new TextDecoder().decode(bytes), { depth: 4, values: 8 * MOST_PARTS })
  if (parsed.kind !== 'json') throw invalid(`The bundle's list of parts cannot be read: ${parsed.kind}.`)
  try {
    const fields = record(parsed.json, 'header', ['run', 'parts'])
    const parts = list(fields['parts'], 'parts', MOST_PARTS).map((part, i) =>
      readPart(record(part, `parts.${i}`, ['kind', 'arm', 'step', 'name', 'bytes', 'hash'])),
    )
    const names = parts.map((part) => (part.kind === 'tokens' ? `${part.arm} ${part.step}` : part.kind === 'file' ? `/${part.name}` : ''))
    if (new Set(names).size !== names.length) throw invalid('The bundle holds a part twice.')
    const log = parts.find(({ kind }) => kind === 'events')
    if (log !== undefined && log.bytes > MOST_LOG_BYTES) throw invalid(`The bundle's event log has ${log.bytes} bytes; ${MOST_LOG_BYTES} are read.`)
    const step = parts.find(({ kind, bytes }) => kind === 'tokens' && bytes > MOST_STEP_BYTES)
    if (step !== undefined) throw invalid(`A step of the bundle has ${step.bytes} bytes of tokens; ${MOST_STEP_BYTES} are read.`)
    return { run: matching(fields['run'], 'run', RUN), parts }
  } catch (thrown) {
    throw invalid(thrown instanceof Error ? thrown.message.replace('link', 'bundle') : 'The list of parts cannot be read.', 'bundle.header')
  }
}

function readPart(fields: Fields): Part {
  const sized = { bytes: whole(fields['bytes'], 'bytes', MOST_PART_BYTES), hash: matching(fields['hash'], 'hash', /^[0-9a-f]{64}$/) }
  switch (fields['kind']) {
    case 'events':
      return { kind: 'events', ...sized }
    case 'tokens':
      // ARM has just said that it is one of them.
      return { kind: 'tokens', arm: matching(fields['arm'], 'arm', ARM) as BlobName, step: whole(fields['step'], 'step', 999_999_999), ...sized }
    case 'file':
      return { kind: 'file', name: matching(fields['name'], 'name', FILE), ...sized }
    default:
      throw invalid('The bundle holds a part of an unknown kind.')
  }
}
