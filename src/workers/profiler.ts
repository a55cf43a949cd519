// Measures an engine's kernels over one whole step of a run. The worker finds the step itself, by the kinds of batches it serves:
// whoever watches a run sees its steps later than they were made. Off, it is a null that the engine asks once a batch.

import { tokenloomError } from '../base/errors.ts'
import type { Kernels } from '../kernels/kernels.ts'
import { type KernelStopwatch, timeKernels } from '../kernels/timed-kernels.ts'
import type { EngineProfile, StepOpening } from './engine-api.ts'

export interface Profiler {
  /** What the engine is about to serve. */
  beforeBatch(kind: string): void
  /** The next step that begins, from its first batch to that of the one after. One at a time: a second call ends the first. */
  profileStep(opening: StepOpening): Promise<EngineProfile>
  /** The run has ended: CANCELLED for whoever waits. */
  stopProfile(): void
}

interface Wanted {
  readonly opening: StepOpening
  readonly resolve: (profile: Promise<EngineProfile>) => void
  readonly reject: (error: unknown) => void
  stopwatch: KernelStopwatch | null
}

export function createProfiler(kernels: Kernels, clock: () => number, cores: number): Profiler {
  let wanted: Wanted | null = null
  // Snapshots are taken and freed anywhere within a step.
  let before = ''

  const begins = (opening: StepOpening, next: string): boolean => next === opening && before !== next && before !== ''

  function stop(): void {
    if (wanted === null) return
    const { stopwatch, reject } = wanted
    wanted = null
    void stopwatch?.stop()
    reject(tokenloomError('CANCELLED', 'The run ended before a whole step was measured.', 'Measure during a run.'))
  }

  return {
    beforeBatch(kind) {
      if (wanted !== null && begins(wanted.opening, kind)) {
        if (wanted.stopwatch === null) wanted.stopwatch = timeKernels(kernels, clock)
        else {
          wanted.resolve(wanted.stopwatch.stop().then((profile) => ({ ...profile, cores })))
          wanted = null
        }
      }
      wanted?.stopwatch?.enter(kind)
      if (kind !== 'manage') before = kind
    },
    profileStep(opening) {
      stop()
      return new Promise((resolve, reject) => {
        wanted = { opening, resolve, reject, stopwatch: null }
      })
    },
    stopProfile: stop,
  }
}
