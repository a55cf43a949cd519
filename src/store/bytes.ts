// Byte files in the origin private file system, written through synchronous access handles (only a dedicated
// worker may). A file is written under a temporary name and then renamed, so that a crash leaves either the old
// file or the new one. Knows paths and bytes, not what they mean.

export interface Bytes {
  write(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>
  /** Undefined when there is no such file. */
  read(path: string): Promise<Uint8Array<ArrayBuffer> | undefined>
  /** A file, or a folder with all it holds. Nothing happens when there is none. */
  remove(path: string): Promise<void>
  /** Names of the files in a folder; none when there is no such folder. */
  list(folder: string): Promise<readonly string[]>
}

// TypeScript's DOM library has neither of the two: one is for workers only, the other is recent.
interface SyncAccessHandle {
  read(target: Uint8Array, options: { at: number }): number
  write(source: Uint8Array, options: { at: number }): number
  truncate(size: number): void
  getSize(): number
  flush(): void
  close(): void
}
interface OpfsFileHandle extends FileSystemFileHandle {
  createSyncAccessHandle(): Promise<SyncAccessHandle>
  move?(name: string): Promise<void>
}

export async function openBytes(): Promise<Bytes> {
  const root = await navigator.storage.getDirectory()

  const folderOf = async (path: string, create: boolean): Promise<{ folder: FileSystemDirectoryHandle; name: string }> => {
    const parts = path.split('/')
    const name = parts.pop() ?? ''
    let folder = root
    for (const part of parts) folder = await folder.getDirectoryHandle(part, { create })
    return { folder, name }
  }
  const fill = async (file: OpfsFileHandle, bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
    const handle = await file.createSyncAccessHandle()
    try {
      handle.truncate(0)
      if (handle.write(bytes, { at: 0 }) < bytes.byteLength) throw new DOMException('The disk took only a part of it.', 'QuotaExceededError')
      handle.flush()
    } finally {
      handle.close()
    }
  }

  return {
    async write(path, bytes) {
      const { folder, name } = await folderOf(path, true)
      const part = (await folder.getFileHandle(`${name}.part`, { create: true })) as OpfsFileHandle
      try {
        await fill(part, bytes)
      } catch (thrown) {
        // A full disk: half a file would only take the room that is missing.
        await folder.removeEntry(`${name}.part`).catch(() => {})
        throw thrown
      }
      if (part.move !== undefined) return part.move(name)
      // Without a rename the manifest's hash still tells a torn file from a whole one.
      await fill((await folder.getFileHandle(name, { create: true })) as OpfsFileHandle, bytes)
      await folder.removeEntry(`${name}.part`)
    },
    async read(path) {
      try {
        const { folder, name } = await folderOf(path, false)
        const file = await (await folder.getFileHandle(name)).getFile()
        return new Uint8Array(await file.arrayBuffer())
      } catch (thrown) {
        if (isNotFound(thrown)) return undefined
        throw thrown
      }
    },
    async list(path) {
      try {
        const { folder } = await folderOf(`${path}/`, false)
        const names: string[] = []
        for await (const name of folder.keys()) names.push(name)
        return names
      } catch (thrown) {
        if (isNotFound(thrown)) return []
        throw thrown
      }
    },
    async remove(path) {
      try {
        const { folder, name } = await folderOf(path, false)
        await folder.removeEntry(name, { recursive: true })
      } catch (thrown) {
        if (!isNotFound(thrown)) throw thrown
      }
    },
  }
}

function isNotFound(thrown: unknown): boolean {
  return thrown instanceof DOMException && thrown.name === 'NotFoundError'
}
