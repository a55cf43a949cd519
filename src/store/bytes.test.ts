// The files on a stand-in for OPFS: what the disk does not take must not pass for written.

import { afterEach, expect, test, vi } from 'vitest'
import { openBytes } from './bytes.ts'

/** A folder whose files take at most `room` bytes each, silently, as a write that comes back short. */
function shallowDisk(room: number) {
  const files = new Map<string, Uint8Array>()
  const fileHandle = (name: string) => ({
    createSyncAccessHandle: async () => ({
      truncate: (size: number) => void files.set(name, (files.get(name) ?? new Uint8Array()).slice(0, size)),
      write: (source: Uint8Array) => {
        const taken = source.slice(0, room)
        files.set(name, taken)
        return taken.length
      },
      flush: () => {},
      close: () => {},
    }),
    getFile: async () => new Blob([new Uint8Array(files.get(name) ?? [])]),
    move: async (to: string) => {
      files.set(to, files.get(name) ?? new Uint8Array())
      files.delete(name)
    },
  })
  const folder = {
    getDirectoryHandle: async () => folder,
    getFileHandle: async (name: string, { create = false } = {}) => {
      if (!create && !files.has(name)) throw new DOMException('none', 'NotFoundError')
      if (!files.has(name)) files.set(name, new Uint8Array())
      return fileHandle(name)
    },
    removeEntry: async (name: string) => void files.delete(name),
  }
  return { files, storage: { getDirectory: async () => folder } }
}

afterEach(() => vi.unstubAllGlobals())

test('a write that the disk takes only in part is a full disk: refused, and what was there stays', async () => {
  const { files, storage } = shallowDisk(4)
  vi.stubGlobal('navigator', { storage })
  const bytes = await openBytes()
  await bytes.write('folder/name', Uint8Array.of(1, 2, 3))
  await expect(bytes.write('folder/name', Uint8Array.of(9, 9, 9, 9, 9))).rejects.toMatchObject({ name: 'QuotaExceededError' })
  expect(await bytes.read('folder/name')).toEqual(Uint8Array.of(1, 2, 3))
  expect([...files.keys()]).toEqual(['name'])
})
