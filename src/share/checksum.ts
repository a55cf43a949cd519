// CRC-32 (the polynomial of PNG and zip, reflected: 0xEDB88320). Tells an address that was cut or mistyped from a whole
// one. It is no proof of who wrote it: whoever can write a link can write its checksum.

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crc >>> 8) ^ (TABLE[(crc ^ byte) & 255] ?? 0)
  return ~crc >>> 0
}
