// Files out of a drop, folders opened, or out of a file field: each with its path within what was given.

export interface PathFile {
  readonly path: string
  readonly file: File
}

const MOST_FILES = 20_000

/** Of a field that takes files or a folder. */
export const chosenFiles = (list: FileList | null): readonly PathFile[] =>
  [...(list ?? [])].map((file) => ({ path: file.webkitRelativePath === '' ? file.name : file.webkitRelativePath, file }))

export async function droppedFiles(data: DataTransfer): Promise<readonly PathFile[]> {
  // The entries must be taken before anything is waited for: a drop is emptied when its event ends.
  const entries = [...data.items].map((item) => item.webkitGetAsEntry())
  const files = [...data.files]
  const found: PathFile[] = []
  for (const entry of entries) if (entry !== null) await walk(entry, found)
  return found.length > 0 ? found : files.map((file) => ({ path: file.name, file }))
}

async function walk(entry: FileSystemEntry, found: PathFile[]): Promise<void> {
  if (found.length >= MOST_FILES) return
  const path = entry.fullPath.replace(/^\//, '')
  if (isFile(entry)) {
    found.push({ path, file: await new Promise<File>((resolve, reject) => entry.file(resolve, reject)) })
    return
  }
  if (!isFolder(entry)) return
  const reader = entry.createReader()
  for (;;) {
    // A reader gives a hundred entries at a time.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return
    for (const one of some) await walk(one, found)
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
