// A value that follows another one paint later: what is cheap to show answers a press at once, what is heavy to draw comes right after.
// Unlike a deferred value it is never put off by other changes of the page.

import { useEffect, useState } from 'react'

/** Milliseconds after which a page that paints nothing, in the background say, follows all the same. */
const NO_PAINT = 100

export function useAfterPaint<T>(value: T): T {
  const [painted, setPainted] = useState(value)
  useEffect(() => {
    if (Object.is(painted, value)) return
    const follow = (): void => setPainted(() => value)
    let task: ReturnType<typeof setTimeout> | undefined
    // The callback of a frame runs before it is painted, a task after that one.
    const frame = requestAnimationFrame(() => {
      task = setTimeout(follow)
    })
    const late = setTimeout(follow, NO_PAINT)
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(task)
      clearTimeout(late)
    }
  }, [painted, value])
  return painted
}
