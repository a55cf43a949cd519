// A sheet over the page: title, content, a way to close it. Top layer, Escape and the focus back are the browser's, which shows it as a
// popover; that nobody gets behind it meanwhile is ours. A modal dialog of the browser's would do that too, but styles the whole page anew
// at every opening and closing, and a phone has no time for that.

import { createContext, useContext, useId, useLayoutEffect, useRef } from 'react'
import { Icon } from './Icon.tsx'
import { hideOthers, keepFocusIn } from './modal.ts'

export interface SheetProps {
  readonly title: string
  readonly onClose: () => void
  readonly wide?: boolean
  readonly children: React.ReactNode
}

/** What says in a word what was just done: outside the sheet it would be behind it, and unheard. */
export const SheetStatus = createContext<React.ReactNode>(null)

export function Sheet({ title, onClose, wide = false, children }: SheetProps) {
  const id = useId()
  const ground = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const status = useContext(SheetStatus)
  const closed = useRef(onClose)
  closed.current = onClose
  /** Where a press began: text that is marked beyond the edge closes nothing. */
  const pressedBeside = useRef(false)
  const close = (): void => ground.current?.hidePopover()
  useLayoutEffect(() => {
    const element = ground.current
    if (element === null) return
    // One that was opened again meanwhile has not been closed.
    const onToggle = (): void => {
      if (!element.matches(':popover-open')) closed.current()
    }
    element.showPopover()
    element.addEventListener('toggle', onToggle)
    panel.current?.focus({ preventScroll: true })
    const showOthers = hideOthers(element)
    return () => {
      element.removeEventListener('toggle', onToggle)
      showOthers()
      // Taken away without it, it would keep the focus that it owes.
      element.hidePopover()
    }
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key is Escape, and the browser's
    // biome-ignore lint/a11y/noStaticElementInteractions: a press beside the sheet is a shorter way to what its button does
    <div
      ref={ground}
      popover="auto"
      className="sheet-ground"
      onPointerDown={(event) => {
        pressedBeside.current = event.target === event.currentTarget
      }}
      onClick={(event) => {
        if (pressedBeside.current && event.target === event.currentTarget) close()
      }}
    >
      <div ref={panel} className={wide ? 'panel' : 'panel sheet'} role="dialog" aria-modal="true" aria-labelledby={id} tabIndex={-1} onKeyDown={keepFocusIn}>
        <div className="panel-head">
          <h2 id={id}>{title}</h2>
          <button type="button" className="button button-quiet" aria-label="Close" onClick={close}>
            <Icon name="close" />
          </button>
        </div>
        {children}
      </div>
      {status}
    </div>
  )
}
