// A link as the fragment of an address, and back: #v=1&k=run&d=…, where d is the base64url of a checksum and of deflated
// canonical JSON. The fragment never reaches a server. Reading is bounded in characters, bytes, depth and counts.

import { deflateSync } from 'fflate'
import { TokenloomError, tokenloomError } from '../base/errors.ts'
import { bytesOfText } from '../base/hash.ts'
import { canonicalJson } from '../base/json.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { fromBase64url, toBase64url } from './base64url.ts'
import { inflateBounded } from './bounded-inflate.ts'
import { parseBoundedJson } from './bounded-json.ts'
import { crc32 } from './checksum.ts'
import { LINK_KINDS, LINK_VERSION, type LinkContent } from './link.ts'
import { readBody, writeBody } from './link-body.ts'
import { migrateBody } from './migrations.ts'

/** Characters over which some programs for messages cut an address (interface.md, B5). */
export const LONG_LINK = 2000
/** Characters over which a link is offered as a file instead; servers are asked to read 8000 octets (RFC 9110). */
export const LONGEST_LINK = 8000
/** Characters that are read at all. */
const MOST_CHARACTERS = 65_536
/** Bytes of JSON that a link may unfold to. */
const MOST_BYTES = 262_144
const BOUNDS = { depth: 16, values: 10_000 }

/** The fragment, `#` included. */
export const encodeLink = (content: LinkContent): string => sealLink(LINK_VERSION, content.kind, bytesOfText(canonicalJson(writeBody(content))))

/** Whatever bytes, as a link with a right checksum: what encodeLink does at last, and what tests forge links with. */
export function sealLink(version: number, kind: string, json: Uint8Array): string {
  const head = `v=${version}&k=${kind}`
  const packed = deflateSync(json, { level: 9 })
  const bytes = new Uint8Array(4 + packed.length)
  new DataView(bytes.buffer).setUint32(0, checksumOf(head, json))
  bytes.set(packed, 4)
  return `#${head}&d=${toBase64url(bytes)}`
}

/** What the fragment holds, or LINK_INVALID, LINK_VERSION, LINK_TOO_LARGE, or the spec's own refusal. Never throws. */
export function decodeLink(fragment: string): Result<LinkContent> {
  try {
    return ok(decode(fragment))
  } catch (thrown) {
    if (thrown instanceof TokenloomError) return fail(thrown)
    throw thrown
  }
}

function decode(fragment: string): LinkContent {
  if (fragment.length > MOST_CHARACTERS) throw tooLarge(`The link has ${fragment.length} characters, and ${MOST_CHARACTERS} are read.`)
  const parts = /^#?v=(\d{1,6})&k=([a-z]{1,16})&d=([\w-]+)$/.exec(fragment)
  if (parts === null) throw damaged('The address is no whole link: it was cut, or something was added.')
  const [, stated = '', word = '', data = ''] = parts
  const version = Number(stated)
  if (version < 1 || version > LINK_VERSION || stated !== String(version)) {
    throw tokenloomError(
      'LINK_VERSION',
      `The link has version ${stated}; this Tokenloom reads up to version ${LINK_VERSION}.`,
      'Open it with a newer Tokenloom.',
      'link.v',
    )
  }
  const kind = LINK_KINDS.find((one) => one === word)
  if (kind === undefined) throw damaged(`A link of the kind ${word} is not known here.`)
  const bytes = fromBase64url(data)
  if (bytes === null || bytes.length < 5) throw damaged('The link is damaged: it holds no whole data.')
  const inflated = inflateBounded(bytes.subarray(4), MOST_BYTES)
  if (inflated.kind === 'too large') throw tooLarge(`The link unfolds to more than ${MOST_BYTES} bytes.`)
  const whole = inflated.kind === 'whole' && new DataView(bytes.buffer).getUint32(0) === checksumOf(`v=${version}&k=${kind}`, inflated.bytes)
  if (!whole) throw damaged('The link is damaged: its checksum does not fit what it holds.')
  return readBody(kind, migrateBody(version, kind, jsonOf(inflated.bytes)))
}

function jsonOf(bytes: Uint8Array) {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw damaged('The link holds bytes that are no text.')
  }
  const parsed = parseBoundedJson(text, BOUNDS)
  if (parsed.kind === 'json') return parsed.json
  if (parsed.kind === 'too deep' || parsed.kind === 'too many')
    throw tooLarge(`What the link holds is ${parsed.kind === 'too deep' ? 'nested too deeply' : 'too much'}.`)
  throw damaged(parsed.kind === 'forbidden key' ? 'The link holds a key that no link may hold.' : 'What the link holds is no JSON.')
}

function checksumOf(head: string, json: Uint8Array): number {
  const lead = bytesOfText(`${head}&`)
  const joined = new Uint8Array(lead.length + json.length)
  joined.set(lead)
  joined.set(json, lead.length)
  return crc32(joined)
}

const damaged = (message: string): TokenloomError =>
  tokenloomError('LINK_INVALID', message, 'Copy the whole address again, or ask whoever sent it for a new one; nothing of it was used.', 'link')

const tooLarge = (message: string): TokenloomError =>
  tokenloomError('LINK_TOO_LARGE', message, 'Ask whoever sent it for a file instead; nothing of it was used.', 'link')
