// What makes a box modal (WAI-ARIA Authoring Practices, https://www.w3.org/WAI/ARIA/apg/patterns/dialog-modal/): Tab goes round within it,
// and screen readers find nothing beside it.

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]'

/** For the keys pressed in a box: behind its last element Tab goes to the first, before the first to the last. */
export function keepFocusIn(event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'preventDefault'> & { readonly currentTarget: HTMLElement }): void {
  if (event.key !== 'Tab') return
  const box = event.currentTarget
  // What lies folded away cannot be reached.
  const inside = [...box.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((element) => element.checkVisibility())
  const [first, last] = [inside[0], inside.at(-1)]
  const now = document.activeElement
  const leaves = event.shiftKey ? now === first || now === box : now === last
  if (!leaves && last !== undefined) return
  event.preventDefault()
  ;(event.shiftKey ? last : first)?.focus()
}

/** Hides all that stands beside a box and its ancestors from screen readers. Gives back what shows it again. */
export function hideOthers(box: Element): () => void {
  const hidden: Element[] = []
  for (let inner = box; inner.parentElement !== null && inner !== document.body; inner = inner.parentElement) {
    for (const other of inner.parentElement.children) {
      if (other === inner || other.hasAttribute('aria-hidden') || /^(SCRIPT|STYLE)$/.test(other.tagName)) continue
      other.setAttribute('aria-hidden', 'true')
      hidden.push(other)
    }
  }
  return () => {
    for (const other of hidden) other.removeAttribute('aria-hidden')
  }
}
