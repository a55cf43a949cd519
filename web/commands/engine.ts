// The engine of this tab: one worker that owns the GPU device, prepared once for a base and kept between runs.

import { proxy, transfer } from 'comlink'
import { type ErrorData, TokenloomError, toErrorData, tokenloomError } from '../../src/base/errors.ts'
import type { ServiceDescription } from '../../src/service/index.ts'
import type { EngineStart, EngineWorkerApi, KernelVerdict } from '../../src/workers/engine-api.ts'
import type { EngineChoice } from '../state/device-report.ts'
import { runsAtWork } from '../state/runs-under-way.ts'
import { workbench } from '../state/workbench.ts'
import { connectShelf } from './store.ts'
import { holdWorker, type WorkerHandle } from './worker-handle.ts'

/** What is wished of the CPU engine, should it be the one. */
export type CpuWish = Pick<EngineStart, 'cores' | 'simd'>

interface Prepared {
  readonly base: string
  readonly choice: EngineChoice
  readonly cpu: CpuWish
  readonly handle: WorkerHandle<EngineWorkerApi>
  readonly description: Promise<ServiceDescription>
}

let current: Prepared | null = null
const deathWatch = new Set<(cause: ErrorData) => void>()

/** The folder above those of the bases. */
export const modelsUrl = (): string => new URL('models/', document.baseURI).href

export const modelUrl = (base: string): string => `${modelsUrl()}${base}/`

export function createEngineWorker(onDeath: (cause: ErrorData) => void): WorkerHandle<EngineWorkerApi> {
  const worker = new Worker(new URL('../../src/workers/engine.worker.ts', import.meta.url), { type: 'module', name: 'engine' })
  return holdWorker<EngineWorkerApi>('engine', worker, onDeath)
}

/** The engine with this base loaded; a second call with the same base gives the same engine. */
export async function prepareEngine(
  base: string,
  choice: EngineChoice = workbench.getState().engineChoice,
  cpu: CpuWish = {},
): Promise<WorkerHandle<EngineWorkerApi>> {
  if (current !== null && !(current.base === base && (await serves(current, choice, cpu)))) {
    refuseWhileServing()
    dropEngine()
  }
  current ??= startEngine(base, choice, cpu)
  const prepared = current
  await prepared.description
  return prepared.handle
}

/** One engine a page: it is not taken from under runs that it serves. */
function refuseWhileServing(): void {
  if (runsAtWork(workbench.getState().underWay).length === 0) return
  throw tokenloomError(
    'ENGINE_BUSY',
    'The engine serves runs under way, and this needs another base or another engine.',
    'Stop those runs, or let them finish, then start this one.',
  )
}

/** An engine that was chosen freely serves whoever asks for exactly what was chosen. */
async function serves(prepared: Prepared, choice: EngineChoice, cpu: CpuWish): Promise<boolean> {
  if ((['cores', 'simd'] as const).some((wish) => cpu[wish] !== undefined && cpu[wish] !== prepared.cpu[wish])) return false
  if (choice === 'auto' || prepared.choice === choice) return true
  const description = await prepared.description.catch(() => null)
  return description?.engine === choice
}

/** Forgets the engine and frees its device. */
export function dropEngine(): void {
  current?.handle.dispose()
  current = null
  workbench.setState({ engine: { kind: 'off' } })
}

/** Calls back when the engine's worker dies; returns the way to stop listening. */
export function onEngineDeath(listener: (cause: ErrorData) => void): () => void {
  deathWatch.add(listener)
  return () => deathWatch.delete(listener)
}

/** Everything short that is asked beside the runs: one client, ahead of runs because a person waits for the answer. */
const ASIDE = { id: 'aside', name: 'What is tried in this page' } as const

/** A port on which the engine answers as a training service, to a client of this id: a run's, unless it is something short. */
export async function connectEngine(handle: WorkerHandle<EngineWorkerApi>, client?: { readonly id: string; readonly name: string }): Promise<MessagePort> {
  const { port1, port2 } = new MessageChannel()
  const { id, name } = client ?? ASIDE
  await handle.ask((remote) => remote.connect(transfer(port2, [port2]), id, { name, priority: client === undefined ? 'high' : 'normal' }))
  return port1
}

/** The engine that there is, as it stands; null when none is ready. Prepares nothing. */
export async function engineAtHand(): Promise<WorkerHandle<EngineWorkerApi> | null> {
  if (current === null) return null
  const prepared = current
  return prepared.description.then(
    () => prepared.handle,
    () => null,
  )
}

export async function checkKernels(handle: WorkerHandle<EngineWorkerApi>, onVerdict: (verdict: KernelVerdict) => void): Promise<void> {
  await handle.ask((remote) => remote.checkKernels(proxy(onVerdict)))
}

function startEngine(base: string, choice: EngineChoice, cpu: CpuWish): Prepared {
  workbench.setState({ engine: { kind: 'preparing', what: 'Starting the engine' } })
  const handle = createEngineWorker((cause) => {
    current = null
    workbench.setState({ engine: { kind: 'failed', error: cause } })
    for (const listener of deathWatch) listener(cause)
  })
  const { device } = workbench.getState()
  const shelf = connectShelf()
  const sawAdapter = device.kind === 'known' && device.facts.adapter !== null
  const start: EngineStart = { engine: choice, modelUrl: modelUrl(base), sawAdapter, ...cpu, ...(shelf === null ? {} : { shelf }) }
  let settled = false
  const description = handle
    .ask((remote) =>
      remote.start(
        transfer(start, shelf === null ? [] : [shelf]),
        proxy((preparation) => {
          // These come on a port of their own and may arrive after the answer.
          if (!settled) workbench.setState({ engine: { kind: 'preparing', what: wordsOf(preparation) } })
        }),
        // Also when nothing runs: the next press gets a fresh device, and the page says what became of this one.
        proxy((error) => {
          // A run that is under way hears of it by itself.
          if (current?.handle !== handle || runsAtWork(workbench.getState().underWay).length > 0) return
          handle.dispose()
          current = null
          workbench.setState({ engine: { kind: 'failed', error } })
        }),
      ),
    )
    .then(
      (ready) => {
        settled = true
        workbench.setState({ engine: { kind: 'ready', description: ready, memory: null } })
        return ready
      },
      (thrown: unknown) => {
        settled = true
        const error = toErrorData(thrown)
        if (current?.handle === handle) {
          handle.dispose()
          current = null
          workbench.setState({ engine: { kind: 'failed', error } })
        }
        throw new TokenloomError(error)
      },
    )
  // Whoever waits handles the failure; without a waiter it stands in the store.
  description.catch(() => {})
  return { base, choice, cpu, handle, description }
}

function wordsOf({ what, done, total }: { readonly what: string; readonly done: number; readonly total: number }): string {
  return total > 1 ? `${what}: ${done} of ${total}` : what
}
