import { expect, test } from 'vitest'
import { blobHash } from './blob-hash.ts'
import { sha256Hex } from './hash.ts'

const MEBIBYTE = 2 ** 20

test.each([0, 1, 8 * MEBIBYTE, 8 * MEBIBYTE + 1, 9 * MEBIBYTE])('a blob of %d bytes has the hash that its bytes have at once', async (length) => {
  const bytes = new Uint8Array(length).fill(7)
  for (let at = 0; at < length; at += 65_521) bytes[at] = at & 255
  expect(await blobHash(new Blob([bytes]))).toBe(await sha256Hex(bytes))
})
