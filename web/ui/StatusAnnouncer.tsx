// The page's one voice for screen readers: the newest status, at most once every few seconds. What was said in
// between is left out; the newest always comes.

import { useEffect, useRef, useState } from 'react'

const SILENCE = 5000

export function StatusAnnouncer({ message }: { readonly message: string }) {
  const [said, setSaid] = useState('')
  const lastTime = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const wait = Math.max(0, lastTime.current + SILENCE - performance.now())
    const timer = setTimeout(() => {
      lastTime.current = performance.now()
      setSaid(message)
    }, wait)
    return () => clearTimeout(timer)
  }, [message])
  return (
    <p className="unseen" role="status" aria-live="polite">
      {said}
    </p>
  )
}
