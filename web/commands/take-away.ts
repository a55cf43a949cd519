// Things to the clipboard, and to files where a browser keeps its clipboard to itself. Says briefly what happened.

import { workbench } from '../state/workbench.ts'

const SAID_FOR = 4000

let timer: ReturnType<typeof setTimeout> | undefined

/** A sentence that goes by itself. */
export function tell(said: string): void {
  clearTimeout(timer)
  workbench.setState({ said })
  timer = setTimeout(() => workbench.setState({ said: '' }), SAID_FOR)
}

export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    tell('Copied.')
  } catch {
    saveFile('copied.txt', new Blob([text], { type: 'text/plain' }))
    tell('This browser lends no clipboard: saved as a file instead.')
  }
}

/** Takes the picture while it is being made: some browsers lend the clipboard only during the press. */
export async function copyPicture(picture: Promise<Blob>, fileName: string): Promise<void> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })])
    tell('The picture is on the clipboard.')
  } catch {
    saveFile(fileName, await picture)
    tell('This browser lends no clipboard: the picture was saved as a file instead.')
  }
}

/** A vector picture as pixels, two for each of its own. */
export async function pictureOf({ svg, width, height }: { readonly svg: string; readonly width: number; readonly height: number }): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = 2 * width
    canvas.height = 2 * height
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob === null ? reject(new Error('The picture could not be made.')) : resolve(blob)), 'image/png'),
    )
  } finally {
    URL.revokeObjectURL(url)
  }
}

export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has begun when the next task runs; a moment more harms nobody.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
