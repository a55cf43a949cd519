// Work on the records, one piece after the other: rows are read, changed and written by several hands, and two at once would undo
// each other.

import { storing } from './failures.ts'

/** Whoever shares what it returns works in turn; a piece that fails lets the next one begin. Errors as of `storing`. */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(() => storing(work))
    last = mine.catch(() => {})
    return mine
  }
}
