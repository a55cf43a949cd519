// Whom the engine serves next, when several runs wait: the one that has had the fewest tokens for its priority, and with it
// whatever may share its pass. An adapter's own requests keep their order; others never wait for its step. Pure: says who is
// taken and, for everybody else, why not.

import type { AdapterId } from '../../service/index.ts'
import { type JobKind, SHARED, waitsFor } from '../queue.ts'

export type ClientId = string

export interface WaitingRequest {
  /** Ascending in the order of arrival. */
  readonly number: number
  readonly client: ClientId
  readonly kind: JobKind
  readonly adapter: AdapterId | null
  /** That come in: of prompts, or of data. */
  readonly tokens: number
}

/** Where a client stands among the others. */
export interface Standing {
  /** Nothing of it is served until it is let go again. */
  readonly held: boolean
  /** Tokens served so far, divided by the weight of its priority, and never less than what others had when it came. */
  readonly virtual: number
}

export type WaitReason =
  /** Its run is held. */
  | { readonly why: 'held' }
  /** An earlier request of the same adapter comes first. */
  | { readonly why: 'order'; readonly behind: JobKind }
  /** Another client has had fewer tokens for its priority. */
  | { readonly why: 'share'; readonly first: ClientId }
  /** The engine does something else at the moment, and this cannot share it. */
  | { readonly why: 'kind'; readonly first: ClientId; readonly work: JobKind }
  /** As many tokens as a round may have are in it already. */
  | { readonly why: 'room'; readonly first: ClientId }

export interface RoundLimits {
  /** Tokens that come in with the requests of one round; a single request may have more. */
  readonly tokens: number
  /** How far ahead of the first, in virtual tokens, a client may be and still share its pass. */
  readonly ahead: number
}

export const ROUND_LIMITS: RoundLimits = { tokens: 16_384, ahead: 16_384 }

export interface Round {
  /** Empty when nobody may be served. */
  readonly taken: readonly WaitingRequest[]
  readonly reasons: ReadonlyMap<number, WaitReason>
}

/** `waiting` in the order of arrival. */
export function chooseRound(waiting: readonly WaitingRequest[], standingOf: (client: ClientId) => Standing, limits: RoundLimits = ROUND_LIMITS): Round {
  const reasons = new Map<number, WaitReason>()
  const free = waiting.filter((request, index) => {
    if (standingOf(request.client).held) reasons.set(request.number, { why: 'held' })
    else {
      const earlier = waiting.slice(0, index).find((other) => waitsFor(request, other))
      if (earlier === undefined) return true
      reasons.set(request.number, { why: 'order', behind: earlier.kind })
    }
    return false
  })
  const virtualOf = ({ client }: WaitingRequest): number => standingOf(client).virtual
  const ordered = free.toSorted((a, b) => virtualOf(a) - virtualOf(b) || a.number - b.number)
  const [first, ...rest] = ordered
  if (first === undefined) return { taken: [], reasons }
  const taken = [first]
  let tokens = first.tokens
  const reasonOf = (request: WaitingRequest): WaitReason | null => {
    if (request.kind !== first.kind || !SHARED.has(first.kind)) return { why: 'kind', first: first.client, work: first.kind }
    if (virtualOf(request) > virtualOf(first) + limits.ahead) return { why: 'share', first: first.client }
    return tokens + request.tokens > limits.tokens ? { why: 'room', first: first.client } : null
  }
  for (const request of rest) {
    const reason = reasonOf(request)
    if (reason === null) {
      taken.push(request)
      tokens += request.tokens
    } else reasons.set(request.number, reason)
  }
  return { taken, reasons }
}
