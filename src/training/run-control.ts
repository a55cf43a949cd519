// The hands on a run: pause, resume, single step, stop. A run listens between its steps, so that no hand changes
// what a step decides; a stop also cancels what is under way. Knows nothing of what a step is.

import type { Future } from '../service/index.ts'

export interface RunControl {
  /** After the step under way. */
  pause(): void
  resume(): void
  /** One step, then paused again. While the run is going: pauses it after the step under way. */
  step(): void
  stop(): void
  /** Keeps a checkpoint when the step under way is done. */
  save(): void
}

export interface RunGate extends RunControl {
  stopped(): boolean
  /** Whether a checkpoint is asked for: by save, or because the run is about to wait. Asked once, answered once. */
  takeSaveRequest(): boolean
  /** Waits while paused; false when the run is to end. */
  pass(tell: (state: 'paused' | 'resumed') => void): Promise<boolean>
  /** Awaits a future that stop() cancels. */
  track<T>(future: Future<T>): Promise<T>
}

export function createRunControl(): RunGate {
  let mode: 'going' | 'paused' | 'stopped' = 'going'
  let wake: (() => void) | undefined
  let saveAsked = false
  const stopped = (): boolean => mode === 'stopped'
  const underWay = new Set<Future<unknown>>()
  const wakeUp = (): void => {
    wake?.()
    wake = undefined
  }
  return {
    pause() {
      if (mode === 'going') mode = 'paused'
    },
    resume() {
      if (mode === 'stopped') return
      mode = 'going'
      wakeUp()
    },
    step() {
      if (mode === 'stopped') return
      mode = 'paused'
      wakeUp()
    },
    stop() {
      mode = 'stopped'
      for (const future of underWay) future.cancel()
      wakeUp()
    },
    save() {
      saveAsked = true
    },
    stopped,
    takeSaveRequest() {
      const asked = saveAsked || mode !== 'going'
      saveAsked = false
      return asked
    },
    async pass(tell) {
      if (mode === 'paused') {
        tell('paused')
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        if (!stopped()) tell('resumed')
      }
      return !stopped()
    },
    async track(future) {
      underWay.add(future)
      if (stopped()) future.cancel()
      try {
        return await future.result
      } finally {
        underWay.delete(future)
      }
    },
  }
}
