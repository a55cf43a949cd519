import { describe, expect, it } from 'vitest'
import { sha256Hex } from './hash.ts'
import { isPictureRow, type Pixels, pictureRowIds } from './picture-rows.ts'

const grey = (width: number, height: number, seed = 0): Pixels => ({
  width,
  height,
  channels: 1,
  data: Uint8Array.from({ length: width * height }, (_, i) => (i * 37 + seed) & 255),
})

describe('the ids of picture rows', () => {
  it('are outside every vocabulary', () => {
    expect([...pictureRowIds(grey(32, 32), 16)].every(isPictureRow)).toBe(true)
    expect(isPictureRow(0x7fffffff)).toBe(false)
  })

  it('hold the SHA-256 of sizes, rows and bytes, 31 bits a row', async () => {
    const picture = grey(16, 16)
    const head = new Uint8Array(Uint32Array.of(16, 16, 1, 4).buffer)
    const hash = await sha256Hex(Uint8Array.of(...head, ...picture.data))
    const words = Array.from({ length: 4 }, (_, row) => {
      const bytes = hash.slice(row * 8, row * 8 + 8).match(/../g) ?? []
      return Number.parseInt(bytes.reverse().join(''), 16) & 0x7fffffff
    })
    expect([...pictureRowIds(picture, 4)].map((id) => id - 0x80000000)).toEqual(words)
  })

  it('differ in every row when one byte, a side or the number of channels differs', () => {
    const ids = pictureRowIds(grey(32, 32), 24)
    const changed = grey(32, 32)
    changed.data[1023] = (changed.data[1023] ?? 0) ^ 1
    for (const other of [changed, { ...grey(32, 32), width: 16, height: 64 }]) {
      const own = pictureRowIds(other, 24)
      expect(ids.some((id, row) => id === own[row])).toBe(false)
    }
    expect(new Set(ids).size).toBe(24)
  })
})
