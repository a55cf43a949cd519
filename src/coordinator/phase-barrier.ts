// The barrier between rollout and update: no adapter changes while an episode that reads it is open, and no episode
// opens while an adapter changes. It refuses instead of waiting: a caller that meets it has a defect.

import { assert } from '../base/assert.ts'

export interface PhaseBarrier {
  openEpisodes(): number
  /** Opens an episode; the function that is returned closes it, once. */
  open(): () => void
  /** Runs an update. Throws, without running it, while any episode is open. */
  update<T>(work: () => Promise<T>): Promise<T>
  /** Hears of every update as it begins; the function that is returned ends that. */
  onUpdate(listener: () => void): () => void
}

export function createPhaseBarrier(): PhaseBarrier {
  let open = 0
  let updating = false
  const listeners = new Set<() => void>()
  return {
    openEpisodes: () => open,
    open() {
      assert(!updating, 'an episode opens during an update')
      open++
      let closed = false
      return () => {
        assert(!closed, 'an episode is closed twice')
        closed = true
        open--
      }
    },
    async update(work) {
      assert(open === 0, `an update while ${open} episode(s) are open`)
      assert(!updating, 'two updates at once')
      updating = true
      for (const listener of listeners) listener()
      try {
        return await work()
      } finally {
        updating = false
      }
    },
    onUpdate(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
