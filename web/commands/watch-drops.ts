// Files held over the page and let go: anywhere on it, a folder opened one level deep. What they are is take-dropped.ts, which loads
// when something is dropped. Without this a browser would leave the page for the file.

import { workbench } from '../state/workbench.ts'

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true

function hold(dropping: boolean): void {
  if (workbench.getState().dropping !== dropping) workbench.setState({ dropping })
}

export function watchDrops(): void {
  window.addEventListener('dragover', (event) => {
    if (!holdsFiles(event)) return
    event.preventDefault()
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy'
    hold(true)
  })
  window.addEventListener('dragleave', (event) => {
    // Only out of the window has no place to go to.
    if (event.relatedTarget === null) hold(false)
  })
  window.addEventListener('drop', (event) => {
    hold(false)
    if (!holdsFiles(event)) return
    event.preventDefault()
    // Entries are lent only during the event itself.
    const entries = [...(event.dataTransfer?.items ?? [])].map((item) => item.webkitGetAsEntry())
    const plain = [...(event.dataTransfer?.files ?? [])]
    void (async () => {
      const folders = entries.filter((entry): entry is FileSystemDirectoryEntry => entry?.isDirectory === true)
      const inside = (await Promise.all(folders.map(filesOf))).flat()
      const { takeDropped } = await import('./take-dropped.ts')
      await takeDropped(folders.length === 0 ? plain : inside)
    })()
  })
}

async function filesOf(folder: FileSystemDirectoryEntry): Promise<readonly File[]> {
  const entries = await new Promise<readonly FileSystemEntry[]>((resolve) => folder.createReader().readEntries(resolve, () => resolve([])))
  const files = entries.filter((entry): entry is FileSystemFileEntry => entry.isFile)
  const read = await Promise.all(
    files.map(
      (file) =>
        new Promise<readonly File[]>((resolve) =>
          file.file(
            (one) => resolve([one]),
            () => resolve([]),
          ),
        ),
    ),
  )
  return read.flat()
}
