// Work that comes one paint later: what answers a press is on the screen first.

/** Milliseconds after which a page that paints nothing, in the background say, goes on all the same. */
const NO_PAINT = 100

/** Gives back what calls it off. */
export function afterPaint(work: () => void): () => void {
  let task: ReturnType<typeof setTimeout> | undefined
  const callOff = (): void => {
    cancelAnimationFrame(frame)
    clearTimeout(task)
    clearTimeout(late)
  }
  const once = (): void => {
    callOff()
    work()
  }
  // The callback of a frame runs before it is painted, a task after that one.
  const frame = requestAnimationFrame(() => {
    task = setTimeout(once)
  })
  const late = setTimeout(once, NO_PAINT)
  return callOff
}
