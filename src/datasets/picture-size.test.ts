import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pictureSize } from './picture-size.ts'

const bytes = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...part].map((sign) => sign.charCodeAt(0)) : [...part])))
const zeros = (count: number): number[] => Array.from({ length: count }, () => 0)

it('a picture says how large it is before anything is decoded', () => {
  expect(pictureSize(bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 1, 2, 0, 0, 0, 7]))).toEqual({ width: 258, height: 7 })
  expect(pictureSize(bytes('GIF89a', [2, 1, 7, 0]))).toEqual({ width: 258, height: 7 })
  // Rows from the top are a negative height.
  expect(pictureSize(bytes('BM', zeros(16), [2, 1, 0, 0], [0xf9, 0xff, 0xff, 0xff]))).toEqual({ width: 258, height: 7 })
  expect(pictureSize(bytes('RIFF', zeros(4), 'WEBPVP8X', zeros(8), [1, 1, 0, 6, 0, 0]))).toEqual({ width: 258, height: 7 })
  expect(pictureSize(bytes('RIFF', zeros(4), 'WEBPVP8L', zeros(4), [0x2f], [1, 0x81, 1, 0], zeros(5)))).toEqual({ width: 258, height: 7 })
  expect(pictureSize(bytes('RIFF', zeros(4), 'WEBPVP8 ', zeros(10), [2, 1, 7, 0]))).toEqual({ width: 258, height: 7 })
  const comment = [0xff, 0xfe, 0, 4, 9, 9]
  const frame = [0xff, 0xff, 0xc2, 0, 11, 8, 0, 7, 1, 2, 3]
  expect(pictureSize(bytes([0xff, 0xd8], comment, frame))).toEqual({ width: 258, height: 7 })
})

it('what is no picture, or ends too soon, has no size', () => {
  for (const one of [bytes(), bytes('\x89PNG'), bytes('\x89PNG\r\n\x1a\nbroken picture bytes here'), bytes('GIF8'), bytes([0xff, 0xd8, 0xff, 0xe0])])
    expect(pictureSize(one)).toBeNull()
})

it('never throws, and always comes to an end', () => {
  const start = fc.constantFrom('', '\xff\xd8\xff', 'RIFF\0\0\0\0WEBPVP8', 'BM', '\x89PNG\r\n\x1a\n')
  fc.assert(fc.property(start, fc.uint8Array({ maxLength: 80 }), (head, tail) => void pictureSize(bytes(head, [...tail]))))
})
