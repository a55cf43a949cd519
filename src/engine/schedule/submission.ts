// What a client asks of the scheduler: a request by its kind, adapter and tokens, and the way to hand it over. Types only.

import type { AdapterId, Future } from '../../service/index.ts'
import type { JobKind } from '../queue.ts'

/** What a client asks for, before it is handed over. */
export interface Submission<Value> {
  readonly kind: JobKind
  readonly adapter: AdapterId | null
  readonly tokens: number
  /** Hands it to the service. */
  start(): Future<Value>
  /** What the answer adds to the tokens that the client has had, and to what it holds. */
  readonly answered?: (value: Value) => number
}
