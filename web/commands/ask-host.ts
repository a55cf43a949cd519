// The one module through which the page asks another host for something, and only after a press that showed its name: no cookies, no
// referrer, no redirect to a third host, a limit on bytes that is kept while they come, and an end when nothing comes any more.

import { type TokenloomError, tokenloomError } from '../../src/base/errors.ts'

export interface Asking {
  readonly url: string
  readonly mostBytes: number
  readonly signal: AbortSignal
  /** `total`: null where the host does not say. */
  onProgress(loaded: number, total: number | null): void
}

/** Milliseconds without a byte after which a host counts as gone. */
const SILENCE = 30_000
/** Pieces are handed over to the browser in lots of this many bytes; it may keep them on disk. */
const LOT = 4 * 2 ** 20

/** Throws DOWNLOAD_FAILED, BUNDLE_TOO_LARGE, CANCELLED. */
export async function askHost({ url, mostBytes, signal, onProgress }: Asking): Promise<Blob> {
  const { host } = new URL(url)
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), SILENCE)
  const heard = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), SILENCE)
  }
  try {
    const response = await fetch(url, {
      ...{ mode: 'cors', credentials: 'omit', referrerPolicy: 'no-referrer', redirect: 'error', cache: 'no-store' },
      signal: AbortSignal.any([signal, silence.signal]),
    })
    if (!response.ok || response.body === null) throw failed(`${host} answered ${response.status}.`)
    // What comes compressed is counted as it unfolds.
    const stated = Number(response.headers.get('content-length') ?? Number.NaN)
    const total = Number.isFinite(stated) && response.headers.get('content-encoding') === null ? stated : null
    if (total !== null && total > mostBytes) throw tooLarge(host, mostBytes)
    let [whole, lot, lotBytes] = [new Blob(), [] as Uint8Array<ArrayBuffer>[], 0]
    const reader = response.body.getReader()
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      heard()
      lot.push(read.value)
      lotBytes += read.value.byteLength
      const loaded = whole.size + lotBytes
      if (loaded > mostBytes) {
        await reader.cancel()
        throw tooLarge(host, mostBytes)
      }
      onProgress(loaded, total)
      if (lotBytes < LOT) continue
      whole = new Blob([whole, ...lot])
      lot = []
      lotBytes = 0
    }
    return new Blob([whole, ...lot])
  } catch (thrown) {
    if (signal.aborted) throw tokenloomError('CANCELLED', `${host} was not asked any further.`, 'Press again when you like.')
    if (silence.signal.aborted) throw failed(`${host} has sent nothing for ${SILENCE / 1000} seconds.`)
    // A browser does not tell a page which of these it was.
    if (thrown instanceof TypeError) throw failed(`${host} cannot be reached, sends on to another host, or lets no other page read this file (CORS).`)
    throw thrown
  } finally {
    clearTimeout(timer)
  }
}

const failed = (message: string): TokenloomError =>
  tokenloomError('DOWNLOAD_FAILED', message, 'Fetch the file by other means and drop it onto this page; nothing of it was kept.')

const tooLarge = (host: string, most: number): TokenloomError =>
  tokenloomError(
    'BUNDLE_TOO_LARGE',
    `${host} sends more than ${most} bytes, and no more are read.`,
    'Ask for a bundle of a shorter run; nothing of it was kept.',
  )
