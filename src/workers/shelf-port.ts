// An engine's shelf behind a port: the store worker keeps adapters that find no room on the device as files, the engine's worker
// puts them there. The store may fall, be full or stay silent while runs go on: then what is put aside stays in the memory of the
// engine's worker, and the engine is none the wiser. What lies in files already can only come from there, so for that the store is
// asked again, however long it was silent: a machine that slept has lost nothing.

import { expose, type Remote, transfer, wrap } from 'comlink'
import { memoryShelf, type Shelf } from '../adapters/shelf.ts'
import { type Outcome, openOutcome, outcomeOf } from './outcome.ts'

export interface ShelfPort {
  put(name: string, numbers: Float32Array<ArrayBuffer>): Promise<Outcome<void>>
  get(name: string): Promise<Outcome<Float32Array<ArrayBuffer> | undefined>>
  remove(name: string): Promise<Outcome<void>>
}

export function exposeShelf(shelf: Shelf, port: MessagePort): void {
  const api: ShelfPort = {
    put: (name, numbers) => outcomeOf(() => shelf.put(name, numbers)),
    async get(name) {
      const outcome = await outcomeOf(() => shelf.get(name))
      return outcome.ok && outcome.value !== undefined ? transfer(outcome, [outcome.value.buffer]) : outcome
    },
    remove: (name) => outcomeOf(() => shelf.remove(name)),
  }
  expose(api, port)
}

/** Longer than a write of a large adapter takes. */
const PATIENCE = 10_000

/** Files while they answer; memory for what they refuse, and for everything while they are silent. */
export function connectShelf(port: MessagePort, patience = PATIENCE): Shelf {
  const remote: Remote<ShelfPort> = wrap<ShelfPort>(port)
  const memory = memoryShelf()
  const inMemory = new Set<string>()
  /** Names whose writing was given up and may still come: the files have them last when it has. */
  const late = new Set<string>()
  let silent = false

  const ask = async <T>(call: () => Promise<Outcome<T>>): Promise<T> => {
    const answer = call()
    // A late answer is nobody's any more, but a sign of life.
    answer.then(
      () => {
        silent = false
      },
      () => {},
    )
    const waited = new Promise<never>((_, reject) => {
      const timer = setTimeout(() => {
        silent = true
        reject(new Error('The shelf is silent.'))
      }, patience)
      void answer.finally(() => clearTimeout(timer)).catch(() => {})
    })
    return openOutcome(await Promise.race([answer, waited]))
  }
  const forget = async (name: string): Promise<void> => {
    if (inMemory.delete(name)) await memory.remove(name)
  }

  return {
    async put(name, numbers) {
      try {
        if (silent || late.has(name)) throw new Error('The shelf is silent.')
        // Copied across the port, not moved: should the store refuse it, it is still here.
        await ask(() => {
          late.add(name)
          return remote.put(name, numbers).finally(() => late.delete(name))
        })
        await forget(name)
      } catch {
        await memory.put(name, numbers)
        inMemory.add(name)
      }
    },
    async get(name) {
      if (inMemory.has(name)) return memory.get(name)
      return ask(() => remote.get(name)).catch(() => undefined)
    },
    async remove(name) {
      await forget(name)
      if (!silent) await ask(() => remote.remove(name)).catch(() => {})
    },
  }
}
