import { expect, test } from 'vitest'
import { bytesOfLists, hashOfLists, sha256Hex } from './hash.ts'
import { shortHash } from './short-hash.ts'

test.each([0, 1, 55, 64, 2047, 2048, 2049, 5000])("%i bytes have the platform's hash, whoever computes it", async (length) => {
  const bytes = Uint8Array.from({ length }, (_, i) => (i * 31 + 7) & 255)
  expect(await shortHash(bytes)).toBe(await sha256Hex(bytes))
})

test('lists have the same hash on either way', async () => {
  const lists = [Uint32Array.of(1, 2, 3), new Uint32Array(0), Uint32Array.of(0xffffffff)]
  expect(await shortHash(bytesOfLists(lists))).toBe(await hashOfLists(lists))
})
