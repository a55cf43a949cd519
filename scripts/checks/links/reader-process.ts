// A process of its own that reads links and bundles and nothing else, so that the memory it takes at most is the reading's. Whatever a link
// might reach that it should not, code from text or the network, is counted when it is touched.

import { fork } from 'node:child_process'
import { existsSync, openAsBlob, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { toErrorData } from '../../../src/base/errors.ts'
import { decodeTokens } from '../../../src/record/token-blob.ts'
import { decodeTurns } from '../../../src/record/turn-blob.ts'
import { bytesOfBlob, readBundle } from '../../../src/share/bundle.ts'
import { decodeLink } from '../../../src/share/link-codec.ts'

const ROLE = 'TOKENLOOM_LINK_READER'

export interface Reading {
  /** The code it was refused with; `text` where a link opened, `opened` where a bundle did. */
  readonly end: string
  /** What it touched: names of functions, or of what it changed. */
  readonly touched: readonly string[]
  /** Growth of the greatest resident size of the process by this link alone, in bytes. */
  readonly grown: number
}

const STATUS = '/proc/self/status'

/** Begins a new peak, where the system lets a process do so. */
function forgetPeak(): void {
  if (existsSync('/proc/self/clear_refs')) writeFileSync('/proc/self/clear_refs', '5')
}

/** The greatest resident size in bytes. Linux tells it of this program alone; elsewhere it holds what came before it too. */
function peak(): number {
  const kibibytes = existsSync(STATUS) ? /VmHWM:\s+(\d+)/.exec(readFileSync(STATUS, 'utf8'))?.[1] : undefined
  return (kibibytes === undefined ? process.resourceUsage().maxRSS : Number(kibibytes)) * 1024
}

const surface = (): string => JSON.stringify([Object.getOwnPropertyNames(globalThis), Object.getOwnPropertyNames(Object.prototype)])

if (process.env[ROLE] === '1' && process.send !== undefined) {
  const touched: string[] = []
  for (const name of ['fetch', 'eval', 'Function', 'setTimeout', 'setInterval', 'WebSocket']) {
    Object.defineProperty(globalThis, name, { value: () => touched.push(name), configurable: true, writable: true })
  }
  // Code and tables load before anything is measured.
  decodeLink('#v=1&k=run&d=AAAAAAAA')
  process.on('message', async (asked: Asked) => {
    touched.length = 0
    forgetPeak()
    const [before, start] = [surface(), peak()]
    const end = 'link' in asked ? endOfLink(asked.link) : await endOfBundle(asked.bundle)
    const changed = surface() === before ? [] : ['globals']
    process.send?.({ end, touched: [...touched, ...changed], grown: peak() - start } satisfies Reading)
  })
}

function endOfLink(link: string): string {
  const read = decodeLink(link)
  return read.ok ? 'text' : read.error.code
}

/** Opened and every step of it decoded, as the views do one by one. */
async function endOfBundle(path: string): Promise<string> {
  try {
    const { tokens } = await readBundle(await openAsBlob(path))
    for (const { arm, content } of tokens) {
      const bytes = await bytesOfBlob(content)
      arm.startsWith('turns-') ? decodeTurns(bytes) : decodeTokens(bytes)
    }
    return 'opened'
  } catch (thrown) {
    return toErrorData(thrown).code
  }
}

/** A link's fragment, or the path of a bundle's file. */
export type Asked = { readonly link: string } | { readonly bundle: string }

export interface Reader {
  read(asked: Asked): Promise<Reading>
  close(): void
}

export function startReader(): Reader {
  const child = fork(fileURLToPath(import.meta.url), [], { env: { ...process.env, [ROLE]: '1' } })
  return {
    read: (asked) =>
      new Promise((resolve, reject) => {
        const ended = (): void => reject(new Error('the reader ended'))
        child.once('message', (reading) => {
          child.off('exit', ended)
          resolve(reading as Reading)
        })
        child.once('exit', ended)
        child.send(asked)
      }),
    close: () => child.kill(),
  }
}
