// A value that changes at most so often: what is drawn from it costs that much and no more, however fast it changes. The last
// change always comes through.

import { useEffect, useRef, useState } from 'react'

/** `pace` in milliseconds. A change of `key` comes through at once. */
export function usePaced<T>(value: T, pace: number, key: (value: T) => unknown): T {
  const [shown, setShown] = useState(value)
  const last = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const timer = setTimeout(
      () => {
        last.current = performance.now()
        setShown(() => value)
      },
      Math.max(0, last.current + pace - performance.now()),
    )
    return () => clearTimeout(timer)
  }, [value, pace])
  return key(shown) === key(value) ? shown : value
}
