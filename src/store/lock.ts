// One tab at a time owns the store. The lock is held for as long as the worker lives; a second tab is told at
// once and works without saving.

import { tokenloomError } from '../base/errors.ts'

const LOCK_NAME = 'tokenloom-store'

/** Resolves to the function that gives the lock back, or throws STORE_BUSY. */
export function takeStoreLock(locks: LockManager = navigator.locks): Promise<() => void> {
  return new Promise((resolve, reject) => {
    locks
      .request(LOCK_NAME, { ifAvailable: true }, (lock) => {
        if (lock === null) {
          reject(
            tokenloomError(
              'STORE_BUSY',
              'Tokenloom is open in another tab, and that tab keeps the records.',
              'Train here without saving, or close the other tab and reload this one.',
            ),
          )
          return undefined
        }
        return new Promise<void>((release) => resolve(release))
      })
      .catch(reject)
  })
}
