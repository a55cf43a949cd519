// Whether a box is near the view of its zone, and how high to keep it while it is not: as high as it was when it was last seen, or a guess;
// either keeps the scrollbar honest. Where a box is `initially` near, nobody waits for the browser to say so.

import { useEffect, useRef, useState } from 'react'

const MARGIN = '250px 0px'

export function useNear(box: React.RefObject<HTMLElement | null>, guess: () => number, initially = false): { readonly near: boolean; readonly height: number } {
  const [near, setNear] = useState(initially)
  const seen = useRef<number | null>(null)
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          if (!entry.isIntersecting && entry.boundingClientRect.height > 0) seen.current = entry.boundingClientRect.height
          setNear(entry.isIntersecting)
        }
      },
      { root: element.closest('.zone'), rootMargin: MARGIN },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return { near, height: near ? 0 : (seen.current ?? guess()) }
}
