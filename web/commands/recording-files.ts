// The files of the recorded run, from the page's own folder: the event log, and the tokens of a step when they are
// asked for. Compressed by hand, so that any static host can serve them; every blob is checked against its hash.

import { tokenloomError } from '../../src/base/errors.ts'
import { sha256Hex } from '../../src/base/hash.ts'
import { unwrap } from '../../src/base/result.ts'
import { checkEventLog } from '../../src/record/event-version.ts'
import { type BlobName, type RunEvent, turnsOfArm } from '../../src/record/events.ts'
import type { RunFile } from '../../src/workers/run-api.ts'

let events: Promise<readonly RunEvent[]> | null = null

/** The log of the recording, fetched once. */
export function recordedEvents(): Promise<readonly RunEvent[]> {
  events ??= readLog().catch((thrown: unknown) => {
    events = null
    throw thrown
  })
  return events
}

/** Tokens or turns of a step of the policy. Undefined when the recording does not hold them. */
export async function recordedTokens(name: BlobName, step: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const kind = name === 'policy' ? 'tokens' : name === turnsOfArm('policy') ? 'turns' : null
  const log = await recordedEvents()
  const found = log.find((event) => event.kind === kind && 'ref' in event && event.ref.arm === 'policy' && event.ref.step === step)
  if (found?.kind !== 'tokens' && found?.kind !== 'turns') return undefined
  const bytes = await fetchPart(`${name}-${step}.bin`)
  if ((await sha256Hex(bytes)) !== found.ref.hash) throw damaged(`${name}-${step}.bin`)
  return bytes
}

/** The adapter that the recorded run left, in PEFT layout. */
export function recordedFiles(): Promise<readonly RunFile[]> {
  return Promise.all(['adapter_config.json', 'adapter_model.safetensors'].map(async (name) => ({ name, bytes: await fetchPart(`${name}.bin`) })))
}

async function readLog(): Promise<readonly RunEvent[]> {
  const text = new TextDecoder().decode(await fetchPart('events.bin'))
  const lines: unknown[] = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
  return unwrap(checkEventLog(lines))
}

async function fetchPart(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(new URL(`recordings/arithmetic/${name}`, document.baseURI))
  if (!response.ok || response.body === null) throw damaged(name)
  try {
    return new Uint8Array(await new Response(response.body.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer())
  } catch {
    throw damaged(name)
  }
}

const damaged = (name: string) =>
  tokenloomError('RECORD_INVALID', `The file ${name} of the recorded run is missing or damaged.`, 'Reload the page, or train a run of your own.', name)
