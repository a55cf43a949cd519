// Traps for the two globals through which an environment could smuggle in chance or time. They are set only while
// one synchronous call runs, and always taken down again.

import { Broken } from './verdict.ts'

/** Runs `work` with Math.random and Date.now replaced by functions that report the offence. */
export function withTraps<T>(work: () => T): T {
  const { Math: chance, Date: clock } = globalThis
  const { random } = chance
  const { now } = clock
  const trap = (name: string) => () => {
    throw new Broken(`the environment called ${name}: chance and time are parameters`)
  }
  chance.random = trap('Math.random')
  clock.now = trap('Date.now')
  try {
    return work()
  } finally {
    chance.random = random
    clock.now = now
  }
}
