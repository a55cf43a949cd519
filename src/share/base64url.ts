// Bytes as characters that an address carries unescaped (RFC 4648, section 5, without padding). One text for the same
// bytes: unused bits must be zero. Knows nothing of what the bytes are.

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const VALUES = new Map([...ALPHABET].map((letter, value) => [letter, value]))

export function toBase64url(bytes: Uint8Array): string {
  let text = ''
  let held = 0
  let bits = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    while (bits >= 6) {
      bits -= 6
      text += ALPHABET[(held >> bits) & 63]
    }
    held &= (1 << bits) - 1
  }
  return bits === 0 ? text : text + ALPHABET[(held << (6 - bits)) & 63]
}

/** Null where the text is not what toBase64url writes. */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> | null {
  if (text.length % 4 === 1) return null
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4))
  let held = 0
  let bits = 0
  let filled = 0
  for (const letter of text) {
    const value = VALUES.get(letter)
    if (value === undefined) return null
    held = (held << 6) | value
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes[filled++] = held >> bits
    held &= (1 << bits) - 1
  }
  return held === 0 ? bytes : null
}
