// Unfolds compressed bytes up to a stated size and not further. Deflate can make a thousand bytes out of one, so the input goes
// in by small pieces and the work ends at the piece that passes the bound.

import { Inflate } from 'fflate'

/** Bytes of input at a time: at most 1032 times as many come out before the bound is looked at again. */
const PIECE = 64

export type Inflated = { readonly kind: 'whole'; readonly bytes: Uint8Array<ArrayBuffer> } | { readonly kind: 'too large' } | { readonly kind: 'damaged' }

/** Raw deflate, at most `most` bytes of it. */
export function inflateBounded(compressed: Uint8Array, most: number): Inflated {
  const parts: Uint8Array[] = []
  let length = 0
  let ended = false
  const stream = new Inflate((part, final) => {
    length += part.length
    ended = final
    if (length <= most) parts.push(part)
  })
  try {
    for (let from = 0; from < compressed.length; from += PIECE) {
      stream.push(compressed.subarray(from, from + PIECE), from + PIECE >= compressed.length)
      if (length > most) return { kind: 'too large' }
    }
  } catch {
    return { kind: 'damaged' }
  }
  if (!ended) return { kind: 'damaged' }
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const part of parts) {
    bytes.set(part, offset)
    offset += part.length
  }
  return { kind: 'whole', bytes }
}
