// The tour: a card that goes from place to place. It is offered, never imposed; it blocks nothing, Escape ends it, and
// the focus returns to where it came from.

import { useLayoutEffect, useRef, useState } from 'react'
import { openPanel, selectTab } from '../../commands/navigate.ts'
import { TOUR } from '../../text/help.ts'

const CARD = 320
const GAP = 12

export function Tour() {
  const [place, setPlace] = useState(0)
  const card = useRef<HTMLDivElement>(null)
  const [corner, setCorner] = useState({ left: GAP, top: GAP })
  const stop = TOUR[place]

  // Before the card takes the focus: a passive effect may run after that frame and would remember the card itself.
  useLayoutEffect(() => {
    const before = document.activeElement
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])

  useLayoutEffect(() => {
    if (stop === undefined) return
    // Charts and settings stand beside the centre on wide screens: only narrow ones must turn to them.
    if (!window.matchMedia('(min-width: 1100px)').matches || stop.tab === 'tokens' || stop.tab === 'try') selectTab(stop.tab)
    let target: Element | null = null
    let frame = 0
    let tries = 0
    const find = (): void => {
      target = document.querySelector(stop.target)
      // The view that it stands in is drawn a paint later.
      if (target?.checkVisibility({ visibilityProperty: true }) !== true) {
        if (tries++ < 60) frame = requestAnimationFrame(find)
        return
      }
      target.classList.add('toured')
      target.scrollIntoView({ block: 'nearest' })
      setCorner(cornerBeside(target.getBoundingClientRect(), card.current?.offsetHeight ?? 180))
    }
    // At once: later it would be taken from who has gone on meanwhile.
    card.current?.focus({ preventScroll: true })
    frame = requestAnimationFrame(find)
    return () => {
      cancelAnimationFrame(frame)
      target?.classList.remove('toured')
    }
  }, [stop])

  if (stop === undefined) return null
  const last = place === TOUR.length - 1
  return (
    <div
      ref={card}
      className="tour"
      role="dialog"
      aria-labelledby="tour-title"
      aria-describedby="tour-text"
      tabIndex={-1}
      style={corner}
      onKeyDown={(event) => {
        if (event.key === 'Escape') openPanel(null)
      }}
    >
      <h2 id="tour-title">{stop.title}</h2>
      <p id="tour-text">{stop.text}</p>
      <div className="tour-buttons">
        <span className="small faint number">
          {place + 1} of {TOUR.length}
        </span>
        <button type="button" className="button button-quiet" onClick={() => openPanel(null)}>
          End
        </button>
        <button type="button" className="button" disabled={place === 0} onClick={() => setPlace(place - 1)}>
          Back
        </button>
        <button type="button" className="button button-primary" onClick={() => (last ? openPanel(null) : setPlace(place + 1))}>
          {last ? 'Done' : 'Next'}
        </button>
      </div>
    </div>
  )
}

/** Beside the target where there is room, else below or above it, and always on the screen. */
function cornerBeside(box: DOMRect, height: number): { left: number; top: number } {
  const width = Math.min(CARD, window.innerWidth - 2 * GAP)
  const fits = (left: number): boolean => left >= GAP && left + width <= window.innerWidth - GAP
  const [right, before] = [box.right + GAP, box.left - GAP - width]
  const left = fits(right) ? right : fits(before) ? before : Math.max(GAP, Math.min(box.left, window.innerWidth - width - GAP))
  const beside = fits(right) || fits(before)
  const wanted = beside ? box.top : box.bottom + GAP + height < window.innerHeight ? box.bottom + GAP : box.top - GAP - height
  return { left, top: Math.max(GAP, Math.min(wanted, window.innerHeight - height - GAP)) }
}
