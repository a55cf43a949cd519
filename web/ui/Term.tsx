// A term of the field: dotted underline, and a one-sentence definition on press. The note is a popover, so that
// no scrolling zone cuts it off.

import { useId, useRef } from 'react'
import { TERMS, type TermName } from '../text/terms.ts'

export function Term({ name, children }: { readonly name: TermName; readonly children: React.ReactNode }) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const note = useRef<HTMLSpanElement>(null)
  const place = (): void => {
    const anchor = button.current?.getBoundingClientRect()
    if (anchor === undefined || note.current === null) return
    const { style } = note.current
    const width = Math.min(300, window.innerWidth - 24)
    style.left = `${Math.max(12, Math.min(anchor.left, window.innerWidth - width - 12))}px`
    style.top = anchor.bottom + 110 > window.innerHeight ? 'auto' : `${anchor.bottom + 6}px`
    style.bottom = anchor.bottom + 110 > window.innerHeight ? `${window.innerHeight - anchor.top + 6}px` : 'auto'
  }
  return (
    <>
      <button ref={button} type="button" className="term" popoverTarget={id} onClick={place}>
        {children}
      </button>
      <span ref={note} id={id} popover="auto" className="term-note" role="note">
        {TERMS[name]}
      </span>
    </>
  )
}
