// A grey picture as a PNG file: eight bits a pixel, no filter, one chunk of data. Knows nothing of what it shows.

import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const GREY = 0

/** `pixels` are [height, width], row by row from the top left, one byte each. */
export function encodeGreyPng(width: number, height: number, pixels: Uint8Array): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, GREY, 0, 0, 0], 8)
  const lines = Buffer.alloc(height * (width + 1))
  // Every line begins with the number of its filter: 0 is none.
  for (let y = 0; y < height; y++) lines.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  return Uint8Array.from(Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', deflateSync(lines)), chunk('IEND', Buffer.alloc(0))]))
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  framed.set(body, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
