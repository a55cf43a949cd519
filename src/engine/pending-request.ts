// A request that was cut into several: what waits inside it, so that cancelling it cancels all of it.

import { tokenloomError } from '../base/errors.ts'
import type { Future } from '../service/index.ts'

export class PendingRequest {
  private readonly futures: Future<unknown>[] = []
  cancelled = false

  follow<T>(future: Future<T>): Promise<T> {
    this.futures.push(future)
    if (this.cancelled) future.cancel()
    return future.result
  }

  cancel(): void {
    this.cancelled = true
    for (const future of this.futures) future.cancel()
  }

  check(): void {
    if (this.cancelled) throw tokenloomError('CANCELLED', 'The request was cancelled.', 'Start it again if it is still wanted.')
  }
}
