// The data-set worker's entry: files of problems are read here, away from the page. Unwraps, reads, wraps.

import { expose, transfer } from 'comlink'
import { tokenloomError } from '../base/errors.ts'
import { MOST_ROWS } from '../datasets/load-data-set.ts'
import { createJudge, type Judge } from '../datasets/mathematics.ts'
import type { NamedBytes } from '../datasets/rows.ts'
import type { DataSetWorkerApi, OpenDataSet } from './data-set-api.ts'
import { type OpenSet, openBytes, openFiles } from './data-set-work.ts'
import { decodePicture } from './decode-picture.ts'
import { lifeLock } from './life-lock.ts'
import { outcomeOf } from './outcome.ts'

/** Of all files together. */
const LARGEST = 1024 * 1024 * 1024

let open: OpenSet | null = null
let judge: Promise<Judge> | null = null

async function readAll(files: OpenDataSet['files']): Promise<readonly NamedBytes[]> {
  const total = files.reduce((sum, { file }) => sum + file.size, 0)
  if (total > LARGEST)
    throw tokenloomError(
      'DATA_SET_INVALID',
      `The files have ${Math.round(total / 2 ** 20)} MiB together; ${LARGEST / 2 ** 20} are read at most.`,
      'Choose a part of them.',
    )
  const read: NamedBytes[] = []
  for (const { path, file } of files) read.push({ path, bytes: new Uint8Array(await file.arrayBuffer()) })
  return read
}

const api: DataSetWorkerApi = {
  ping: lifeLock,
  async open({ files, columns, pictures }, onProgress) {
    const outcome = await outcomeOf(async () => {
      judge ??= createJudge()
      const opened = await openFiles(await readAll(files), {
        judge: await judge,
        decode: (bytes) => decodePicture(bytes, pictures),
        progress: onProgress,
        mostRows: MOST_ROWS,
        ...(columns === undefined ? {} : { columns }),
      })
      open = opened
      return { facts: opened.facts, bytes: opened.bytes }
    })
    return outcome.ok ? transfer(outcome, [outcome.value.bytes.buffer]) : outcome
  },
  reopen: (bytes) =>
    outcomeOf(async () => {
      const opened = await openBytes(bytes)
      open = opened
      return opened.facts
    }),
  sample: (part, count, seed) =>
    outcomeOf(() => {
      if (open === null) throw tokenloomError('DATA_SET_MISSING', 'No file of problems is open.', 'Choose one first.')
      return open.sample(part, count, seed)
    }),
}

expose(api)
