// A sheet over the page: title, content, a way to close it. It is the browser's own dialog, which brings the top layer, Escape, the focus
// that stays inside and comes back, and a page behind that nobody can reach meanwhile.

import { createContext, useContext, useId, useLayoutEffect, useRef } from 'react'
import { Icon } from './Icon.tsx'

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
  const dialog = useRef<HTMLDialogElement>(null)
  const status = useContext(SheetStatus)
  const closed = useRef(onClose)
  closed.current = onClose
  /** Where a press began: text that is marked beyond the edge closes nothing. */
  const pressedBeside = useRef(false)
  useLayoutEffect(() => {
    const element = dialog.current
    if (element === null) return
    // One that was opened again meanwhile has not been closed.
    const onClosed = (): void => {
      if (!element.open) closed.current()
    }
    element.addEventListener('close', onClosed)
    if (!element.open) element.showModal()
    return () => {
      element.removeEventListener('close', onClosed)
      // Taken away without it, it would keep the focus that it owes.
      element.close()
    }
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key is Escape, and the browser's
    <dialog
      ref={dialog}
      className={wide ? 'panel' : 'panel sheet'}
      aria-labelledby={id}
      onPointerDown={(event) => {
        pressedBeside.current = isBeside(event)
      }}
      onClick={(event) => {
        if (pressedBeside.current && isBeside(event)) dialog.current?.close()
      }}
    >
      <div className="panel-head">
        <h2 id={id}>{title}</h2>
        <button type="button" className="button button-quiet" aria-label="Close" onClick={() => dialog.current?.close()}>
          <Icon name="close" />
        </button>
      </div>
      {children}
      {status}
    </dialog>
  )
}

/** The ground around a dialog is part of it. */
function isBeside({ target, currentTarget, clientX, clientY }: React.MouseEvent<HTMLDialogElement>): boolean {
  if (target !== currentTarget) return false
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}
