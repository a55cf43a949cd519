// Which buffers of a result are handed over instead of copied. A buffer moves only when a view covers all of it,
// so that a window into a pool is never torn out of its owner's hands, and only when it is big enough for the
// move to be cheaper than a copy.

const SMALLEST_MOVE = 4096

/** The buffers to transfer with `value`: results belong to whoever asked, requests must never pass through here. */
export function buffersToMove(value: unknown): ArrayBuffer[] {
  const found = new Set<ArrayBuffer>()
  collect(value, found)
  return [...found]
}

function collect(value: unknown, found: Set<ArrayBuffer>): void {
  if (typeof value !== 'object' || value === null) return
  if (ArrayBuffer.isView(value)) {
    const { buffer } = value
    if (buffer instanceof ArrayBuffer && value.byteLength === buffer.byteLength && buffer.byteLength >= SMALLEST_MOVE) found.add(buffer)
    return
  }
  if (value instanceof ArrayBuffer) return
  for (const entry of Array.isArray(value) ? value : Object.values(value)) collect(entry, found)
}
