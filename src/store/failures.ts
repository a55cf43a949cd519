// What the browser's storage throws, as errors with codes and next steps.

import { TokenloomError, tokenloomError } from '../base/errors.ts'

function storeError(thrown: unknown): TokenloomError {
  if (thrown instanceof TokenloomError) return thrown
  if (thrown instanceof DOMException && thrown.name === 'QuotaExceededError') {
    return tokenloomError(
      'STORE_QUOTA',
      'The browser gives this page no more room for records.',
      'Delete older runs from the list, or free disk space; the run itself goes on.',
    )
  }
  const detail = thrown instanceof Error ? thrown.message : String(thrown)
  return tokenloomError(
    'STORE_FAILED',
    `The browser's storage failed: ${detail}.`,
    'The run goes on without being saved; leave private browsing or allow site data to keep runs.',
  )
}

/** Runs the work; whatever it throws leaves as an error of the store. */
export async function storing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    throw storeError(thrown)
  }
}
