// How a view reads the run on view where it does not follow every event: between two beats it is not drawn at all.

import { useState, useSyncExternalStore } from 'react'
import { pacedStore } from './paced-store.ts'
import type { RunView } from './run-view.ts'
import { workbench } from './workbench.ts'

/** `pace` in milliseconds; another `key` comes through at once. Both are those of the first call. */
export function usePacedRun(pace: number, key: (run: RunView | null) => unknown): RunView | null {
  const [{ subscribe, snapshot }] = useState(() => pacedStore(workbench, ({ run }) => run, pace, key))
  return useSyncExternalStore(subscribe, snapshot)
}
