// What pointers and wheels mean on the drawing: one pointer moves along, two come closer or go away, a press that does not stray chooses;
// a wheel sideways moves, with Control it zooms. Downwards belongs to the page.

export interface Gestures {
  /** By pixels along the time. */
  pan(by: number): void
  /** About a place, a share of the width. */
  zoom(factor: number, share: number): void
  press(x: number, y: number): void
}

/** Pixels that a press may stray and still be a press. */
const STRAY = 4

/** Listens to the element until what it returns is called. */
export function watchGestures(element: HTMLElement, { pan, zoom, press }: Gestures): () => void {
  const pointers = new Map<number, { x: number; y: number }>()
  let [strayed, moved] = [0, false]
  const shareOf = (x: number): number => {
    const box = element.getBoundingClientRect()
    return (x - box.left) / Math.max(1, box.width)
  }
  const down = (event: PointerEvent): void => {
    if (event.button !== 0) return
    element.setPointerCapture(event.pointerId)
    if (pointers.size === 0) [strayed, moved] = [0, false]
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY })
  }
  const move = (event: PointerEvent): void => {
    const own = pointers.get(event.pointerId)
    if (own === undefined) return
    const by = event.clientX - own.x
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1]
    if (other !== undefined) {
      const [before, after] = [Math.abs(own.x - other.x), Math.abs(event.clientX - other.x)]
      moved = true
      if (before > 8 && after > 8) zoom(before / after, shareOf(other.x))
    } else {
      strayed += by
      if (Math.abs(strayed) > STRAY && !moved) {
        moved = true
        pan(-strayed)
      } else if (moved) pan(-by)
    }
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY })
  }
  const up = (event: PointerEvent): void => {
    if (!pointers.delete(event.pointerId) || pointers.size > 0 || moved || event.type === 'pointercancel') return
    const box = element.getBoundingClientRect()
    press(event.clientX - box.left, event.clientY - box.top)
  }
  const wheel = (event: WheelEvent): void => {
    const zooms = event.ctrlKey || event.metaKey
    if (!zooms && event.deltaX === 0) return
    event.preventDefault()
    if (zooms) zoom(Math.exp(event.deltaY / 300), shareOf(event.clientX))
    else pan(event.deltaX)
  }
  element.addEventListener('pointerdown', down)
  element.addEventListener('pointermove', move)
  element.addEventListener('pointerup', up)
  element.addEventListener('pointercancel', up)
  // It must be able to keep the page from scrolling.
  element.addEventListener('wheel', wheel, { passive: false })
  return () => {
    element.removeEventListener('pointerdown', down)
    element.removeEventListener('pointermove', move)
    element.removeEventListener('pointerup', up)
    element.removeEventListener('pointercancel', up)
    element.removeEventListener('wheel', wheel)
  }
}
