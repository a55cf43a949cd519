// Where the files of a model folder come from: an address, or files that a person dropped. A source answers by
// file name with bytes, null for a file that is not there, or an error. Nothing is requested until it is called,
// and only from the folder's own address. Does not know what the files mean.

import { tokenloomError } from '../base/errors.ts'
import type { Result } from '../base/result.ts'
import { fail, ok } from '../base/result.ts'

export interface Progress {
  readonly file: string
  readonly loadedBytes: number
  /** null when the server does not say, or counts compressed bytes. */
  readonly totalBytes: number | null
}

export type ModelSource = (file: string, onProgress: (progress: Progress) => void) => Promise<Result<Uint8Array<ArrayBuffer> | null>>

/** The files below a folder's address. `fetch` is the caller's; aborting `signal` ends a download with CANCELLED. */
export function folderAtUrl(url: string, fetch: (url: string, init: RequestInit) => Promise<Response>, signal?: AbortSignal): ModelSource {
  const folder = url.endsWith('/') ? url : `${url}/`
  return async (file, onProgress) => {
    const address = folder + file
    try {
      const response = await fetch(address, signal === undefined ? {} : { signal })
      if (response.status === 404) return ok(null)
      if (!response.ok) return fail(tokenloomError('DOWNLOAD_FAILED', `${address} answered ${response.status}.`, 'Check the address, then try again.', file))
      // A static host that answers every path with the page itself has no such file.
      if (response.headers.get('content-type')?.includes('text/html') === true) return ok(null)
      return ok(await readBody(response, file, onProgress))
    } catch (cause) {
      if (signal?.aborted === true) return fail(tokenloomError('CANCELLED', `The download of ${file} was cancelled.`, 'Start it again when you like.', file))
      const reason = cause instanceof Error ? cause.message : String(cause)
      return fail(
        tokenloomError('DOWNLOAD_FAILED', `${address} could not be loaded: ${reason}.`, 'Check the connection and the address, then try again.', file),
      )
    }
  }
}

async function readBody(response: Response, file: string, onProgress: (progress: Progress) => void): Promise<Uint8Array<ArrayBuffer>> {
  const stated = response.headers.get('content-encoding') === null ? Number(response.headers.get('content-length') ?? Number.NaN) : Number.NaN
  const totalBytes = Number.isFinite(stated) ? stated : null
  const chunks: Uint8Array[] = []
  let loadedBytes = 0
  const reader = response.body?.getReader()
  for (let read = await reader?.read(); read !== undefined && !read.done; read = await reader?.read()) {
    chunks.push(read.value)
    loadedBytes += read.value.byteLength
    onProgress({ file, loadedBytes, totalBytes })
  }
  const bytes = new Uint8Array(loadedBytes)
  let position = 0
  for (const chunk of chunks) {
    bytes.set(chunk, position)
    position += chunk.byteLength
  }
  return bytes
}

/** Files that were dropped or chosen, by their names; folders in front of a name are ignored. */
export function droppedFiles(files: Iterable<{ readonly name: string; arrayBuffer(): Promise<ArrayBuffer> }>): ModelSource {
  const byName = new Map([...files].map((file) => [file.name.slice(file.name.lastIndexOf('/') + 1), file]))
  return async (file, onProgress) => {
    const found = byName.get(file)
    if (found === undefined) return ok(null)
    try {
      const bytes = new Uint8Array(await found.arrayBuffer())
      onProgress({ file, loadedBytes: bytes.byteLength, totalBytes: bytes.byteLength })
      return ok(bytes)
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      return fail(tokenloomError('DOWNLOAD_FAILED', `${file} could not be read: ${reason}.`, 'Choose the file again: it may have moved or changed.', file))
    }
  }
}
