// A run as one file: saved from here, or opened, from a file or from the host that a link names, and put among the runs of this
// browser. Nothing of a file is kept unless all of it holds, and nothing in it is run: it is a log to look at.

import { blobHash } from '../../src/base/blob-hash.ts'
import { toErrorData, tokenloomError } from '../../src/base/errors.ts'
import { bytesOfText, sha256Hex } from '../../src/base/hash.ts'
import type { BlobName, RunEvent } from '../../src/record/events.ts'
import type { RunBundle } from '../../src/share/bundle.ts'
import type { BundleAddress } from '../../src/share/bundle-address.ts'
import { nameOfRun } from '../state/run-name.ts'
import { workbench } from '../state/workbench.ts'
import { eventsOf, filesOf } from './download.ts'
import { goToPlace, goToRun } from './navigate.ts'
import { bytesOf } from './show-tokens.ts'
import { completeRun, storedEvents, storeRun } from './store.ts'
import { saveFile, tell } from './take-away.ts'

export async function saveBundle(run: string): Promise<void> {
  try {
    const { writeBundle } = await import('../../src/share/bundle.ts')
    const events = await eventsOf(run)
    const tokens = []
    for (const [arm, step] of partsOf(events)) {
      // What the store's budget has let go is not in the bundle either; the log still tells of it.
      const bytes = await bytesOf(run, arm, step)
      if (bytes !== undefined) tokens.push({ arm, step, content: new Blob([bytes]) })
    }
    const files = (await filesOf(run)).map(({ name, bytes }) => ({ name, content: new Blob([bytes]) }))
    saveFile(`${run}.tokenloom`, await writeBundle({ run, events, tokens, files }))
  } catch (thrown) {
    workbench.setState({ commandError: toErrorData(thrown) })
  }
}

/** Opens a bundle that somebody chose or dropped, and goes to its run. */
export const openBundle = (file: Blob): Promise<void> => opening(() => takeBundle(file))

let asked: AbortController | null = null

/** Asks the host that a link names, after the press that showed it; goes to the run once all of it holds. */
export function askForBundle({ url, host, hash }: BundleAddress): Promise<void> {
  asked?.abort()
  const mine = new AbortController()
  asked = mine
  return opening(async () => {
    const progress = (loaded: number, total: number | null): void => {
      if (asked === mine) workbench.setState({ opening: { kind: 'asking', host, loaded, total } })
    }
    progress(0, null)
    const [{ askHost }, { MOST_BUNDLE_BYTES }] = await Promise.all([import('./ask-host.ts'), import('../../src/share/bundle.ts')])
    const file = await askHost({ url, mostBytes: MOST_BUNDLE_BYTES, signal: mine.signal, onProgress: paced(progress) })
    await takeBundle(file, hash)
  })
}

export function stopAsking(): void {
  asked?.abort()
  asked = null
  workbench.setState({ opening: { kind: 'idle' } })
}

async function opening(work: () => Promise<void>): Promise<void> {
  try {
    await work()
    workbench.setState({ opening: { kind: 'idle' }, commandError: null })
  } catch (thrown) {
    const error = toErrorData(thrown)
    workbench.setState({ opening: error.code === 'CANCELLED' ? { kind: 'idle' } : { kind: 'failed', error } })
  }
}

/** `hash`: of the whole file, where somebody has named it. */
async function takeBundle(file: Blob, hash: string | null = null): Promise<void> {
  workbench.setState({ opening: { kind: 'checking', bytes: file.size } })
  const { readBundle, renameRun } = await import('../../src/share/bundle.ts')
  if (hash !== null && (await blobHash(file)) !== hash) {
    const message = 'The file is not the one that the link names: its hash is another.'
    throw tokenloomError('BUNDLE_HASH', message, 'Ask whoever sent the link; nothing of the file was kept.', 'bundle')
  }
  const read = await readBundle(file)
  const here = await lookFor(read)
  const bundle = here === 'another' ? renameRun(read, await nameByContent(read)) : read
  if (here === 'same' || (here === 'another' && (await lookFor(bundle)) === 'same')) {
    tell((await completeRun(bundle)) ? 'That run was here already; what it had let go is back.' : 'That run is in this browser already.')
  } else if (!(await storeRun(bundle))) tell('This tab keeps no records: the run can be looked at until the page is closed.')
  else if (here === 'another') tell(`Another run here has its name, so it is kept as “${nameOfRun(bundle.run)}”.`)
  if (workbench.getState().link === null) goToRun(bundle.run)
  else goToPlace({ run: bundle.run })
}

/** Whether this browser has a run of that name, under way or kept, and whether it is that very one: an older copy of it is not. */
async function lookFor({ run, events }: RunBundle): Promise<'none' | 'same' | 'another'> {
  const kept = await storedEvents(run, 0)
  if (kept.length === 0) return workbench.getState().underWay[run] === undefined ? 'none' : 'another'
  return logOf(kept) === logOf(events) ? 'same' : 'another'
}

/** The same file gets the same name, however often it is opened. */
const nameByContent = async ({ events }: RunBundle): Promise<string> => `r${(await sha256Hex(bytesOfText(logOf(events)))).slice(0, 11)}`

const logOf = (events: readonly RunEvent[]): string => events.map((event) => JSON.stringify(event)).join('\n')

/** Some ten times a second is as much as anybody reads. */
function paced(show: (loaded: number, total: number | null) => void): (loaded: number, total: number | null) => void {
  let last = 0
  return (loaded, total) => {
    const now = performance.now()
    if (now - last < 100) return
    last = now
    show(loaded, total)
  }
}

function partsOf(events: readonly RunEvent[]): readonly (readonly [arm: BlobName, step: number])[] {
  return events.flatMap((event): (readonly [BlobName, number])[] => {
    if (event.kind === 'tokens') return [[event.ref.arm, event.ref.step]]
    return event.kind === 'turns' ? [[`turns-${event.ref.arm}`, event.ref.step]] : []
  })
}
