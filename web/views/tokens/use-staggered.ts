// A value that reaches its many readers one after the other: reader `place` gets a new value a few tasks later than
// its neighbour above, so that a step's groups are drawn in small tasks and never in one long one.

import { useEffect, useState } from 'react'

const APART = 40

export function useStaggered<T>(value: T, place: number): T {
  const [shown, setShown] = useState(value)
  useEffect(() => {
    if (value === shown) return
    const timer = setTimeout(() => setShown(value), place * APART)
    return () => clearTimeout(timer)
  }, [value, shown, place])
  return shown
}
