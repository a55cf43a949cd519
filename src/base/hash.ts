// SHA-256, one-shot and rolling. The rolling digest of a run is h(n) = SHA-256(h(n-1) || bytes(n)): order
// matters, nothing can be taken back, and every prefix has a digest of its own.

export function hexOf(bytes: Uint8Array): string {
  let hex = ''
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0')
  return hex
}

/** The bytes that hexOf wrote; null for anything else. */
export function bytesOfHex(hex: string): Uint8Array<ArrayBuffer> | null {
  if (!/^([0-9a-f]{2})*$/.test(hex)) return null
  return Uint8Array.from({ length: hex.length / 2 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16))
}

export function bytesOfText(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

export async function sha256Hex(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return hexOf(await sha256(bytes))
}

/** The bytes of a typed array's own window, copied: hashing never sees the rest of a shared buffer. */
export function bytesOf(view: ArrayBufferView): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(view.byteLength)
  copy.set(new Uint8Array(view.buffer, view.byteOffset, view.byteLength))
  return copy
}

/** The same, not copied: for whoever copies them on at once. */
export const windowOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array => new Uint8Array(buffer, byteOffset, byteLength)

/** The numbers of lists, each list after its length, so that different splits of the same numbers give different bytes. */
export function bytesOfLists(lists: readonly Uint32Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint32Array(lists.reduce((sum, list) => sum + list.length + 1, 0))
  let offset = 0
  for (const list of lists) {
    joined[offset] = list.length
    joined.set(list, offset + 1)
    offset += list.length + 1
  }
  return new Uint8Array(joined.buffer)
}

/** SHA-256 over lists of numbers. */
export const hashOfLists = (lists: readonly Uint32Array[]): Promise<string> => sha256Hex(bytesOfLists(lists))

export interface RollingDigest {
  /** Appends one decision. Calls are chained in the order in which they are made. */
  append(bytes: Uint8Array<ArrayBuffer>): Promise<void>
  /** The digest of everything appended so far, in hexadecimal. */
  value(): Promise<string>
}

export function createRollingDigest(start: Uint8Array<ArrayBuffer> = new Uint8Array(32)): RollingDigest {
  let chain: Promise<Uint8Array<ArrayBuffer>> = Promise.resolve(start)
  return {
    append(bytes) {
      chain = chain.then((previous) => {
        const joined = new Uint8Array(previous.length + bytes.length)
        joined.set(previous)
        joined.set(bytes, previous.length)
        return sha256(joined)
      })
      return chain.then(() => undefined)
    },
    async value() {
      return hexOf(await chain)
    },
  }
}
