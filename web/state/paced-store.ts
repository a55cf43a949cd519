// A part of the store that is told of at most so often: whoever draws it draws no more often than that, however fast it changes. The last
// change always comes through. Knows nothing of what the part is.

import type { WorkbenchState } from './workbench.ts'

/** As much of a store as is needed to follow it. */
interface Source {
  getState(): WorkbenchState
  subscribe(listener: () => void): () => void
}

export interface PacedStore<T> {
  readonly snapshot: () => T
  readonly subscribe: (told: () => void) => () => void
}

/** `pace` in milliseconds. A change of `key` comes through at once. */
export function pacedStore<T>(store: Source, select: (state: WorkbenchState) => T, pace: number, key: (value: T) => unknown): PacedStore<T> {
  let shown = select(store.getState())
  let last = Number.NEGATIVE_INFINITY
  return {
    snapshot: () => shown,
    subscribe(told) {
      let timer: ReturnType<typeof setTimeout> | undefined
      const show = (): void => {
        clearTimeout(timer)
        timer = undefined
        const next = select(store.getState())
        if (Object.is(next, shown)) return
        last = performance.now()
        shown = next
        told()
      }
      const heard = (): void => {
        const next = select(store.getState())
        if (Object.is(next, shown)) return
        if (key(next) !== key(shown)) show()
        else timer ??= setTimeout(show, Math.max(0, last + pace - performance.now()))
      }
      const stop = store.subscribe(heard)
      // What happened before anybody listened.
      heard()
      return () => {
        stop()
        clearTimeout(timer)
      }
    },
  }
}
