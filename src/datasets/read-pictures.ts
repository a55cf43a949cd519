// The pictures of a row: bytes as Parquet has them ({bytes, path} or bytes, alone or in a list), a data address, or a path into the
// folder that was dropped. What an address on the network names is not fetched. Decoding is the caller's.

import { isRecord } from '../base/json.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { pictureSize } from './picture-size.ts'
import { type Cell, type NamedBytes, UNREADABLE } from './rows.ts'

/** Pictures of one problem; more are taken for a mistake. */
const MOST_PICTURES = 8
const LARGEST = 32 * 1024 * 1024
/** Of a decoded picture: four bytes a pixel must fit into a worker. */
const MOST_PIXELS = 64_000_000

export type Encoded = Uint8Array<ArrayBuffer>

export function encodedPictures(cell: Cell, files: ReadonlyMap<string, NamedBytes>): Result<readonly Encoded[], string> {
  if (cell === UNREADABLE) return fail('It cannot be read.')
  if (cell === null || cell === undefined) return fail('It holds no picture.')
  const cells = Array.isArray(cell) ? cell : [cell]
  if (cells.length === 0) return fail('It holds no picture.')
  if (cells.length > MOST_PICTURES) return fail(`It holds ${cells.length} pictures; ${MOST_PICTURES} are read at most.`)
  const found: Encoded[] = []
  for (const one of cells) {
    const bytes = encodedPicture(one, files)
    if (!bytes.ok) return bytes
    if (bytes.value.length === 0) return fail('The picture is empty.')
    if (bytes.value.length > LARGEST) return fail(`The picture has ${Math.round(bytes.value.length / 2 ** 20)} MiB; ${LARGEST / 2 ** 20} are read at most.`)
    const size = pictureSize(bytes.value)
    if (size !== null && size.width * size.height > MOST_PIXELS)
      return fail(`The picture has ${size.width} by ${size.height} pixels; ${MOST_PIXELS / 1e6} million are decoded at most.`)
    found.push(bytes.value)
  }
  return ok(found)
}

function encodedPicture(cell: Cell, files: ReadonlyMap<string, NamedBytes>): Result<Encoded, string> {
  if (cell instanceof Uint8Array) return ok(Uint8Array.from(cell))
  if (typeof cell === 'string') return fromText(cell, files)
  if (!isRecord(cell)) return fail('It is neither bytes nor a path.')
  const { bytes, path, src } = cell
  if (bytes instanceof Uint8Array) return ok(Uint8Array.from(bytes))
  if (Array.isArray(bytes) && bytes.every((byte) => Number.isInteger(byte) && byte >= 0 && byte <= 255)) return ok(Uint8Array.from(bytes))
  if (typeof bytes === 'string') return fromBase64(bytes)
  const place = typeof path === 'string' ? path : typeof src === 'string' ? src : null
  return place === null ? fail('It has neither bytes nor a path.') : fromText(place, files)
}

function fromText(text: string, files: ReadonlyMap<string, NamedBytes>): Result<Encoded, string> {
  const [, data] = /^data:image\/[\w.+-]+;base64,(.*)$/s.exec(text) ?? []
  if (data !== undefined) return fromBase64(data)
  if (/^[a-z]+:\/\//i.test(text)) return fail('It names an address on the network, and nothing is fetched.')
  const wanted = text.replaceAll('\\', '/').replace(/^(\.?\/)+/, '')
  const exact = files.get(wanted)
  if (exact !== undefined) return ok(exact.bytes)
  const [file, second] = [...files.values()].filter(({ path }) => path.endsWith(`/${wanted}`))
  if (file === undefined) return fail(`There is no file ${text.slice(0, 80)} beside the rows: drop the whole folder.`)
  return second === undefined ? ok(file.bytes) : fail(`Both ${file.path} and ${second.path} could be meant.`)
}

function fromBase64(text: string): Result<Encoded, string> {
  try {
    return ok(Uint8Array.from(atob(text.replaceAll(/\s/g, '')), (sign) => sign.charCodeAt(0)))
  } catch {
    return fail('Its bytes are not base64.')
  }
}
