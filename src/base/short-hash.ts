// SHA-256 of what is mostly short: the ids and prompts of a request. The platform hashes on a thread of its own, and to wake that one
// takes longer than a short input does here.

import { sha256 } from '@noble/hashes/sha2.js'
import { hexOf, sha256Hex } from './hash.ts'

/** Bytes up to which this thread is done before another would have begun: measured under Node, where both take as long at 2 KB. */
const SHORT = 2048

/** In hexadecimal; the same whichever way it was computed. */
export async function shortHash(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return bytes.length <= SHORT ? hexOf(sha256(bytes)) : sha256Hex(bytes)
}
