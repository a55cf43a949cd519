// A row that shows as many of its entries as fit beside one another, and hands the rest to whoever draws a menu of them. What
// does not fit wraps below the edge of the row and is hidden there, so that it keeps its width and nothing is measured twice.

import { useLayoutEffect, useRef, useState } from 'react'

export interface FittingRowProps {
  readonly className: string
  /** Each keeps its width, whatever happens to it. */
  readonly entries: readonly { readonly key: string; readonly element: React.ReactNode }[]
  /** Draws what stands behind the row; `hidden` are the keys that did not fit. */
  readonly rest: (hidden: readonly string[]) => React.ReactNode
}

export function FittingRow({ className, entries, rest }: FittingRowProps) {
  const row = useRef<HTMLDivElement>(null)
  const [fitting, setFitting] = useState(entries.length)
  const count = entries.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of entries is what is measured anew
  useLayoutEffect(() => {
    const element = row.current
    if (element === null) return
    const measure = (): void => setFitting(entriesInFirstLine(element))
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    document.fonts?.ready.then(measure, () => undefined)
    return () => observer.disconnect()
  }, [count])
  return (
    <>
      <div ref={row} className={className}>
        {entries.map(({ key, element }, place) => (
          <div key={key} className="fitting" data-hidden={place >= fitting || undefined}>
            {element}
          </div>
        ))}
      </div>
      {rest(entries.slice(fitting).map(({ key }) => key))}
    </>
  )
}

function entriesInFirstLine(row: HTMLElement): number {
  const entries = [...row.children].filter((child) => child instanceof HTMLElement)
  const top = entries[0]?.offsetTop ?? 0
  const wrapped = entries.findIndex(({ offsetTop }) => offsetTop > top)
  return wrapped < 0 ? entries.length : wrapped
}
