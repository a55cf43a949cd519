// A shelf for an engine's adapters (src/adapters/shelf.ts) in files: numbers under a name. What lies there belongs to the engine
// of one session; leftovers of an earlier one are removed when the shelf is opened. Knows numbers, not what they mean.

import type { Bytes } from './bytes.ts'

export interface ByteShelf {
  put(name: string, numbers: Float32Array<ArrayBuffer>): Promise<void>
  get(name: string): Promise<Float32Array<ArrayBuffer> | undefined>
  remove(name: string): Promise<void>
}

export async function openByteShelf(bytes: Bytes, folder = 'shelf'): Promise<ByteShelf> {
  await bytes.remove(folder)
  const path = (name: string): string => `${folder}/${encodeURIComponent(name)}`
  const held = new Set<string>()
  return {
    async put(name, numbers) {
      await bytes.write(path(name), new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength))
      held.add(name)
    },
    async get(name) {
      const found = await bytes.read(path(name))
      return found === undefined ? undefined : new Float32Array(found.buffer, found.byteOffset, found.byteLength / 4)
    },
    async remove(name) {
      // Most that are freed never lay here.
      if (held.delete(name)) await bytes.remove(path(name))
    },
  }
}
