// SHA-256 of a blob, which may be larger than memory should hold at once: a file that somebody chose, say. What is small the platform
// hashes, and faster; what is large goes by piece after piece.

import { sha256 } from '@noble/hashes/sha2.js'
import { hexOf, sha256Hex } from './hash.ts'

/** The platform takes all bytes at once, and a copy of them. */
const AT_ONCE = 8 * 2 ** 20
/** Short enough that a page goes on between two of them. */
const PIECE = 2 ** 20

/** In hexadecimal. Memory does not grow with the blob. */
export async function blobHash(blob: Blob): Promise<string> {
  if (blob.size <= AT_ONCE) return sha256Hex(new Uint8Array(await blob.arrayBuffer()))
  const hash = sha256.create()
  for (let at = 0; at < blob.size; at += PIECE) hash.update(new Uint8Array(await blob.slice(at, at + PIECE).arrayBuffer()))
  return hexOf(hash.digest())
}
