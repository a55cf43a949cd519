// A value that follows another one paint later: what is cheap to show answers a press at once, what is heavy to draw comes right after.
// Unlike a deferred value it is never put off by other changes of the page.

import { useEffect, useState } from 'react'
import { afterPaint } from './after-paint.ts'

export function useAfterPaint<T>(value: T): T {
  const [painted, setPainted] = useState(value)
  useEffect(() => {
    if (Object.is(painted, value)) return
    return afterPaint(() => setPainted(() => value))
  }, [painted, value])
  return painted
}
