// The one stream of a run: numbered events in batches, with the bytes of token blobs beside them. At most two
// batches are under way; while the reader is busy, what comes is merged into one pending batch, and a reader
// that sleeps for good cannot make it grow. Knows nothing of what the events mean beyond which of them are
// superseded by a later one.

import type { BlobName, RunEvent } from '../record/events.ts'
import type { LiveGame } from '../record/live-game.ts'

/** The bytes of one step's tokens or turns; their reference is in an event of that name, of the same or an earlier batch. */
export interface TokenBytes {
  readonly arm: BlobName
  readonly step: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** A run kept whole; `seq` is the number of its `checkpointed` event, of the same or an earlier batch. */
export interface CheckpointBytes {
  readonly seq: number
  readonly step: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

export interface EventBatch {
  readonly events: readonly RunEvent[]
  readonly blobs: readonly TokenBytes[]
  /** The newest of those that came while the reader was busy: an older one would be let go at once. */
  readonly checkpoint?: CheckpointBytes
  /** Games that somebody follows, the newest state of each: no events, and nowhere recorded. */
  readonly games?: readonly LiveGame[]
  /** Events and blobs that were left out while the reader slept; the store still has them. */
  readonly omitted: number
}

const UNACKNOWLEDGED = 2
/** Games that wait for a busy reader; of more, older ones are of no interest any more. */
const GAMES = 4

export interface SenderLimits {
  /** Pending events and bytes beyond which the oldest are left out. Infinity for a reader that must see all. */
  readonly events: number
  readonly bytes: number
}

export const SCREEN_LIMITS: SenderLimits = { events: 4000, bytes: 8 * 1024 * 1024 }
export const STORE_LIMITS: SenderLimits = { events: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY }

export interface EventSender {
  send(event: RunEvent, blob?: TokenBytes): void
  /** Hands the bytes over with the event that tells of them. */
  sendCheckpoint(event: RunEvent, checkpoint: CheckpointBytes): void
  /** Shows a game as it stands, in the place of what was known of it. */
  sendGame(game: LiveGame): void
  /** Resolves when everything sent so far has been acknowledged. */
  drained(): Promise<void>
}

export function createEventSender(port: MessagePort, limits: SenderLimits): EventSender {
  let underWay = 0
  let scheduled = false
  let events: RunEvent[] = []
  let blobs: TokenBytes[] = []
  let checkpoint: CheckpointBytes | undefined
  let games: readonly LiveGame[] = []
  let omitted = 0
  let waiting: (() => void)[] = []

  const post = (): void => {
    scheduled = false
    if (underWay >= UNACKNOWLEDGED || events.length + blobs.length + games.length + omitted === 0) return
    underWay += 1
    const batch: EventBatch = { events, blobs, omitted, ...(checkpoint === undefined ? {} : { checkpoint }), ...(games.length === 0 ? {} : { games }) }
    const bytes = [...blobs, ...(checkpoint === undefined ? [] : [checkpoint])]
    events = []
    blobs = []
    games = []
    checkpoint = undefined
    omitted = 0
    port.postMessage(
      batch,
      bytes.map((one) => one.bytes.buffer),
    )
  }

  const schedule = (): void => {
    if (scheduled) return
    scheduled = true
    // One task later, so that what one step emits in a row travels together.
    queueMicrotask(post)
  }

  port.onmessage = () => {
    underWay -= 1
    post()
    if (underWay > 0) return
    for (const resolve of waiting) resolve()
    waiting = []
  }

  const send: EventSender['send'] = (event, blob) => {
    events.push(event)
    // The bytes are copied: the same blob goes to the screen and to the store, and each port moves its own.
    if (blob !== undefined) blobs.push({ ...blob, bytes: blob.bytes.slice() })
    while (events.length > limits.events) {
      events.shift()
      omitted += 1
    }
    while (blobs.length > 1 && blobs.reduce((sum, one) => sum + one.bytes.byteLength, 0) > limits.bytes) {
      blobs.shift()
      omitted += 1
    }
    schedule()
  }

  return {
    send,
    sendCheckpoint(event, kept) {
      checkpoint = kept
      send(event)
    },
    sendGame(game) {
      games = [...games.filter(({ arm, episode }) => arm !== game.arm || episode !== game.episode), game].slice(-GAMES)
      schedule()
    },
    drained() {
      if (underWay === 0 && events.length === 0) return Promise.resolve()
      return new Promise((resolve) => waiting.push(resolve))
    },
  }
}

/** Reads batches in order; a batch is acknowledged when `read` is done with it. */
export function readEvents(port: MessagePort, read: (batch: EventBatch) => void | Promise<void>): void {
  let chain: Promise<void> = Promise.resolve()
  port.onmessage = (message: MessageEvent<EventBatch>) => {
    chain = chain
      .then(() => read(message.data))
      .catch(() => {
        // A reader reports its own failures; an unread batch must not stop the stream.
      })
      .finally(() => port.postMessage('acknowledged'))
  }
}
