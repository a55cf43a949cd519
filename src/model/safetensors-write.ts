// The writing half of the safetensors format (safetensors.ts reads it): tensors in the map's order, F32 alone.
// The header is padded with spaces so that the data begin at a multiple of 8, as the reference implementation does.

import type { Tensor } from './safetensors.ts'

/** The bytes of a file. `metadata` may hold any texts; {format: 'pt'} is what transformers and PEFT expect. */
export function writeSafetensors(tensors: ReadonlyMap<string, Tensor>, metadata: Readonly<Record<string, string>> = { format: 'pt' }): Uint8Array<ArrayBuffer> {
  const header: [string, unknown][] = [['__metadata__', metadata]]
  let position = 0
  for (const [name, { shape, values }] of tensors) {
    header.push([name, { dtype: 'F32', shape, data_offsets: [position, position + values.byteLength] }])
    position += values.byteLength
  }
  const text = new TextEncoder().encode(JSON.stringify(Object.fromEntries(header)))
  const dataStart = 8 + Math.ceil(text.length / 8) * 8
  const bytes = new Uint8Array(dataStart + position).fill(0x20, 8, dataStart)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(dataStart - 8), true)
  bytes.set(text, 8)
  let end = dataStart
  for (const { values } of tensors.values()) {
    bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), end)
    end += values.byteLength
  }
  return bytes
}
