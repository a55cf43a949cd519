// SHA-256 of a text at once, for those who must judge what they read without waiting. The platform's own answers later (hash.ts).

import { sha256 } from '@noble/hashes/sha2.js'
import { bytesOfText, hexOf } from './hash.ts'

/** In hexadecimal, of the text's UTF-8. */
export const textHash = (text: string): string => hexOf(sha256(bytesOfText(text)))
