// A run as one file: its event log (spec, device, metrics, audit and digest stand in it), the bytes of its tokens and turns, and
// the adapters that it left. Nothing is compressed, so nothing can unfold; every part is checked against its hash before it is used, and
// stays in the file until somebody asks for its bytes: memory holds the log, not the file.

import { blobHash } from '../base/blob-hash.ts'
import { type TokenloomError, tokenloomError } from '../base/errors.ts'
import { bytesOfText, hexOf, sha256 } from '../base/hash.ts'
import { canonicalJson } from '../base/json.ts'
import type { BlobName, RunEvent } from '../record/events.ts'
import { invalid } from './bundle-failure.ts'
import { type Part, readHeader } from './bundle-header.ts'
import { readEventLog } from './bundle-log.ts'

export interface RunBundle {
  readonly run: string
  readonly events: readonly RunEvent[]
  readonly tokens: readonly { readonly arm: BlobName; readonly step: number; readonly content: Blob }[]
  /** In PEFT layout. */
  readonly files: readonly { readonly name: string; readonly content: Blob }[]
}

export const BUNDLE_VERSION = 1
export const MOST_BUNDLE_BYTES = 512 * 2 ** 20
const MOST_HEADER_BYTES = 4 * 2 ** 20
/** Mark, version, length of the header, and the header's SHA-256; the header and the parts follow. Little endian. */
const MARK = bytesOfText('TLBUNDLE')
const LEAD = MARK.length + 4 + 4 + 32

export async function writeBundle({ run, events, tokens, files }: RunBundle): Promise<Blob> {
  const log = new Blob(events.map((event) => `${JSON.stringify(event)}\n`))
  const contents = [log, ...tokens.map(({ content }) => content), ...files.map(({ content }) => content)]
  const names = [{ kind: 'events' }, ...tokens.map(({ arm, step }) => ({ kind: 'tokens', arm, step })), ...files.map(({ name }) => ({ kind: 'file', name }))]
  const parts: { readonly [key: string]: string | number }[] = []
  for (const [i, content] of contents.entries()) parts.push({ ...names[i], bytes: content.size, hash: await blobHash(content) })
  return new Blob([await leadOf(bytesOfText(canonicalJson({ run, parts })), BUNDLE_VERSION), ...contents])
}

/** The same run under another name, for a browser where the name is taken. What it did, and its digest, stay. */
export const renameRun = (bundle: RunBundle, run: string): RunBundle => ({ ...bundle, run, events: bundle.events.map((event) => ({ ...event, run })) })

/** What stands before the parts, header included. Exported for tests, which forge headers. */
export async function leadOf(header: Uint8Array<ArrayBuffer>, version: number): Promise<Uint8Array<ArrayBuffer>> {
  const lead = new Uint8Array(LEAD + header.length)
  lead.set(MARK)
  const view = new DataView(lead.buffer)
  view.setUint32(MARK.length, version, true)
  view.setUint32(MARK.length + 4, header.length, true)
  lead.set(await sha256(header), MARK.length + 8)
  lead.set(header, LEAD)
  return lead
}

/** Throws BUNDLE_INVALID, BUNDLE_VERSION, BUNDLE_TOO_LARGE, BUNDLE_HASH, and what the event log's own gate refuses. */
export async function readBundle(file: Blob): Promise<RunBundle> {
  if (file.size > MOST_BUNDLE_BYTES) throw tooLarge(`The file has ${file.size} bytes; ${MOST_BUNDLE_BYTES} are read.`)
  const lead = await bytesIn(file, 0, LEAD)
  if (lead.length < LEAD || MARK.some((byte, i) => lead[i] !== byte)) throw invalid('The file is no run bundle.')
  const view = new DataView(lead.buffer)
  const version = view.getUint32(MARK.length, true)
  if (version !== BUNDLE_VERSION) {
    const message = `The bundle has version ${version}; this Tokenloom reads version ${BUNDLE_VERSION}.`
    throw tokenloomError('BUNDLE_VERSION', message, 'Open it with the Tokenloom that wrote it, or with a newer one.', 'bundle.version')
  }
  const headerBytes = view.getUint32(MARK.length + 4, true)
  if (headerBytes > MOST_HEADER_BYTES) throw tooLarge(`The bundle's list of parts has ${headerBytes} bytes; ${MOST_HEADER_BYTES} are read.`)
  const header = await bytesIn(file, LEAD, headerBytes)
  if (header.length < headerBytes) throw invalid('The bundle is cut off within its list of parts.')
  if (hexOf(await sha256(header)) !== hexOf(lead.subarray(MARK.length + 8))) throw foreign('The list of parts')
  const { run, parts } = readHeader(header)
  const promised = parts.reduce((sum, part) => sum + part.bytes, LEAD + headerBytes)
  if (promised !== file.size) throw invalid(`The bundle has ${file.size} bytes where its parts make ${promised}: it was cut, or something was added.`)
  return assemble(run, await readParts(file, parts, LEAD + headerBytes))
}

interface ReadPart {
  readonly part: Part
  readonly content: Blob
}

async function readParts(file: Blob, parts: readonly Part[], from: number): Promise<readonly ReadPart[]> {
  const read: ReadPart[] = []
  let offset = from
  for (const part of parts) {
    const content = file.slice(offset, offset + part.bytes)
    if ((await blobHash(content)) !== part.hash) throw foreign(nameOf(part))
    read.push({ part, content })
    offset += part.bytes
  }
  return read
}

async function assemble(run: string, parts: readonly ReadPart[]): Promise<RunBundle> {
  const log = parts.find(({ part }) => part.kind === 'events')
  if (log === undefined) throw invalid('The bundle has no event log.')
  const events = readEventLog(await bytesOfBlob(log.content), run)
  // What the log says of a step's bytes is what counts.
  const hashes = new Set(events.flatMap((event) => (event.kind === 'tokens' || event.kind === 'turns' ? [event.ref.hash] : [])))
  const tokens = parts.flatMap(({ part, content }) => (part.kind === 'tokens' ? [{ arm: part.arm, step: part.step, content, part }] : []))
  const stranger = tokens.find(({ part }) => !hashes.has(part.hash))
  if (stranger !== undefined) throw foreign(nameOf(stranger.part))
  const files = parts.flatMap(({ part, content }) => (part.kind === 'file' ? [{ name: part.name, content }] : []))
  return { run, events, tokens: tokens.map(({ arm, step, content }) => ({ arm, step, content })), files }
}

/** The bytes of a part, when they are needed. */
export const bytesOfBlob = async (blob: Blob): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await blob.arrayBuffer())

const bytesIn = (file: Blob, from: number, length: number): Promise<Uint8Array<ArrayBuffer>> => bytesOfBlob(file.slice(from, from + length))

const nameOf = (part: Part): string => (part.kind === 'file' ? part.name : part.kind === 'tokens' ? `${part.arm}, step ${part.step},` : 'The event log')

const tooLarge = (message: string): TokenloomError =>
  tokenloomError('BUNDLE_TOO_LARGE', message, 'Ask for a bundle of a shorter run; nothing of it was kept.', 'bundle')

const foreign = (what: string): TokenloomError =>
  tokenloomError('BUNDLE_HASH', `${what} in the bundle does not have the hash that belongs to it.`, 'Ask for the file again; nothing of it was kept.', 'bundle')
