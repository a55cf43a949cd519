// The sources that runs of this page play, by their hash: a spec names its source by hash alone, and whoever starts it again, with
// another seed or as a control, finds it here or in the record of the run that played it.

import { bytesOfText, sha256Hex } from '../../src/base/hash.ts'
import { sourcesOf } from '../../src/record/environment-versions.ts'
import type { RunSpec } from '../../src/record/spec.ts'
import { workbench } from '../state/workbench.ts'
import { storedEvents } from './store.ts'

const known = new Map<string, string>()

/** Remembers a source; its hash. */
export async function rememberSource(source: string): Promise<string> {
  const hash = await sha256Hex(bytesOfText(source))
  known.set(hash, source)
  return hash
}

/** Every version of the source that this spec plays; empty where its environment is built in, or one of them is not at hand. */
export async function sourcesFor(spec: RunSpec): Promise<readonly string[]> {
  const found = await Promise.all(sourcesOf(spec).map(sourceOfHash))
  return found.every((source) => source !== null) ? found : []
}

/** Null where neither this page nor a stored run has it. Of a run the log holds every version that it played. */
export async function sourceOfHash(hash: string): Promise<string | null> {
  const here = known.get(hash)
  if (here !== undefined) return here
  // A run that was opened without being kept is on view alone.
  const { saved, run } = workbench.getState()
  for (const { id, spec } of [...saved, ...(run === null ? [] : [run])]) {
    if (spec === null || !sourcesOf(spec).includes(hash)) continue
    for (const event of await storedEvents(id, 0)) {
      if ((event.kind !== 'started' && event.kind !== 'reloaded') || event.source === undefined) continue
      if ((await rememberSource(event.source)) === hash) return event.source
    }
  }
  return null
}
