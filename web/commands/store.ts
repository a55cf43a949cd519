// The store as the page asks for it. Without a store (another tab has it, the browser refuses) everything goes on,
// unsaved; the notice says so.

import { proxy, type Remote, transfer } from 'comlink'
import { toErrorData, tokenloomError } from '../../src/base/errors.ts'
import type { BlobName, RunEvent } from '../../src/record/events.ts'
import type { RunBundle } from '../../src/share/bundle.ts'
import type { StoredCheckpoint } from '../../src/store/checkpoints.ts'
import type { RunUsage, RunWords } from '../../src/store/store.ts'
import type { Outcome } from '../../src/workers/outcome.ts'
import type { RunFile } from '../../src/workers/run-api.ts'
import type { StoreWorkerApi } from '../../src/workers/store-api.ts'
import { nameOfRun } from '../state/run-name.ts'
import { workbench } from '../state/workbench.ts'
import { heldRun, holdRun } from './held-runs.ts'
import { holdWorker, type WorkerHandle } from './worker-handle.ts'

let handle: WorkerHandle<StoreWorkerApi> | null = null

export async function openStore(): Promise<void> {
  const worker = new Worker(new URL('../../src/workers/store.worker.ts', import.meta.url), { type: 'module', name: 'store' })
  const opening = holdWorker<StoreWorkerApi>('store', worker, (error) => {
    handle = null
    workbench.setState({ store: { kind: 'failed', error } })
  })
  try {
    await opening.ask((remote) => remote.open())
    handle = opening
    workbench.setState({ store: { kind: 'ready' } })
    await refreshRuns()
  } catch (thrown) {
    const error = toErrorData(thrown)
    if (opening.dead === null) opening.dispose()
    workbench.setState({ store: { kind: error.code === 'STORE_BUSY' ? 'busy' : 'failed', error } })
  }
}

/** Asks the library of adapters; null where this tab keeps no records. */
export async function askLibrary<T>(call: (remote: Remote<StoreWorkerApi>) => Promise<Outcome<T>>): Promise<T | null> {
  return handle === null ? null : handle.ask(call)
}

/** Asks the shelf of authored sources; null where this tab keeps no records. */
export const askSources = askLibrary

export async function refreshRuns(): Promise<void> {
  if (handle === null) return
  const saved = await handle.ask((remote) => remote.runs())
  workbench.setState({
    saved: saved.map(({ id, created, spec, status, stepsDone, name, note, tags, pinned, hidden, base, last }) => ({
      ...{ id, created, spec, status, stepsDone, name: name ?? nameOfRun(id), note: note ?? '' },
      ...{ tags: tags ?? [], pinned: pinned ?? false, hidden: hidden ?? false, base: base ?? null, last: last ?? null },
    })),
  })
}

export async function storedEvents(run: string, fromSeq: number): Promise<readonly RunEvent[]> {
  const held = heldRun(run)
  if (held !== null) return held.events.filter(({ seq }) => seq >= fromSeq)
  return handle === null ? [] : handle.ask((remote) => remote.events(run, fromSeq))
}

export async function storedTokens(run: string, arm: BlobName, step: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const held = heldRun(run)
  if (held !== null) {
    const content = held.tokens.find((one) => one.arm === arm && one.step === step)?.content
    return content === undefined ? undefined : new Uint8Array(await content.arrayBuffer())
  }
  return handle === null ? undefined : handle.ask((remote) => remote.tokens(run, arm, step))
}

/** Throws CHECKPOINT_UNKNOWN or CHECKPOINT_CORRUPT. */
export async function storedCheckpoint(run: string): Promise<StoredCheckpoint> {
  if (handle !== null) return handle.ask((remote) => remote.checkpoint(run))
  throw tokenloomError('CHECKPOINT_UNKNOWN', `This tab keeps no records, so nothing of run ${run}.`, 'Continue it in the tab that keeps the records.')
}

export async function storedFiles(run: string): Promise<readonly RunFile[]> {
  const held = heldRun(run)
  if (held !== null) return Promise.all(held.files.map(filled))
  return handle === null ? [] : handle.ask((remote) => remote.files(run))
}

export async function storeFiles(run: string, files: readonly RunFile[]): Promise<void> {
  if (handle === null) return
  for (const file of files) await handle.ask((remote) => remote.putFile(run, file))
}

/** A whole run from outside; whether it was kept. What was written of it goes again when a part cannot be. */
export async function storeRun(bundle: RunBundle): Promise<boolean> {
  if (handle === null) {
    holdRun(bundle)
    return false
  }
  try {
    await storeEvents(bundle.events)
    await storeParts(handle, bundle)
  } catch (thrown) {
    await removeRun(bundle.run)
    throw thrown
  }
  await refreshRuns()
  return true
}

/** Puts back what a run that is kept here has less of than the bundle it came from, tokens that were freed, say. Whether that made it any fuller. */
export async function completeRun(bundle: RunBundle): Promise<boolean> {
  if (handle === null) return false
  const keptBytes = async (): Promise<number> => {
    const kept = (await storeUsage()).find(({ run }) => run === bundle.run)
    return kept === undefined ? 0 : kept.tokens + kept.files
  }
  const before = await keptBytes()
  if (before >= [...bundle.tokens, ...bundle.files].reduce((sum, { content }) => sum + content.size, 0)) return false
  await storeParts(handle, bundle)
  await refreshRuns()
  return (await keptBytes()) > before
}

/** One part after the other: no more than one is in memory. */
async function storeParts(store: WorkerHandle<StoreWorkerApi>, { run, tokens, files }: RunBundle): Promise<void> {
  for (const { arm, step, content } of tokens) {
    const bytes = new Uint8Array(await content.arrayBuffer())
    await store.ask((remote) => remote.putTokens(run, arm, step, transfer(bytes, [bytes.buffer])))
  }
  for (const file of files) {
    const { name, bytes } = await filled(file)
    await store.ask((remote) => remote.putFile(run, transfer({ name, bytes }, [bytes.buffer])))
  }
}

const filled = async ({ name, content }: RunBundle['files'][number]): Promise<RunFile> => ({ name, bytes: new Uint8Array(await content.arrayBuffer()) })

export async function storeEvents(events: readonly RunEvent[]): Promise<void> {
  await handle?.ask((remote) => remote.append(events))
}

export async function describeRun(run: string, words: RunWords): Promise<void> {
  if (handle === null) return
  await handle.ask((remote) => remote.describe(run, words))
  await refreshRuns()
}

/** Empty where this tab keeps no records. */
export async function storeUsage(): Promise<readonly RunUsage[]> {
  return handle === null ? [] : handle.ask((remote) => remote.usage())
}

export async function dropTokens(run: string): Promise<void> {
  await handle?.ask((remote) => remote.dropTokens(run))
}

export async function removeRun(run: string): Promise<void> {
  if (handle === null) return
  await handle.ask((remote) => remote.remove(run))
  await refreshRuns()
}

/** A port on which the store keeps adapters for an engine that starts now; null without a store. */
export function connectShelf(): MessagePort | null {
  if (handle === null) return null
  const { port1, port2 } = new MessageChannel()
  handle.tell((remote) => remote.shelf(transfer(port2, [port2])))
  return port1
}

/** A port on which the store writes down a run; null when there is no store. */
export function connectStore(): MessagePort | null {
  if (handle === null) return null
  const { port1, port2 } = new MessageChannel()
  const onFailure = proxy((failure: { readonly ok: boolean; readonly error?: unknown }) => {
    if (!failure.ok) workbench.setState({ store: { kind: 'failed', error: failure.error as ReturnType<typeof toErrorData> } })
  })
  handle.tell((remote) => remote.accept(transfer(port2, [port2]), onFailure))
  return port1
}
