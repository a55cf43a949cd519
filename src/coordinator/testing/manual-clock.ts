// A clock that a test moves by hand. Everything that is ready runs before time goes on.

import type { Timer } from '../deadline.ts'

export interface ManualClock {
  now(): number
  sleep(milliseconds: number): Promise<void>
  timer(milliseconds: number): Timer
  /** Lets everything run that waits for no time. */
  settle(): Promise<void>
  advance(milliseconds: number): Promise<void>
}

export function createManualClock(): ManualClock {
  let time = 0
  const sleepers = new Set<{ readonly at: number; readonly wake: () => void }>()
  const timer = (milliseconds: number): Timer => {
    let cancel = (): void => undefined
    const passed = new Promise<void>((resolve) => {
      const sleeper = { at: time + milliseconds, wake: resolve }
      sleepers.add(sleeper)
      cancel = () => sleepers.delete(sleeper)
    })
    return { passed, cancel: () => cancel() }
  }
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 200; i++) await null
  }
  return {
    now: () => time,
    sleep: (milliseconds) => timer(milliseconds).passed,
    timer,
    settle,
    async advance(milliseconds) {
      await settle()
      time += milliseconds
      for (const sleeper of sleepers) {
        if (sleeper.at > time) continue
        sleepers.delete(sleeper)
        sleeper.wake()
      }
      await settle()
    },
  }
}
