// Puts words over a drawing: a pool of elements that are moved, not made, since the view may move at every frame. Nothing in it is read
// by assistive technology; the tables under the timeline say the same.

import type { Label } from './labels.ts'

interface Held {
  readonly element: HTMLSpanElement
  text: string
  place: string
  kind: string
}

export interface LabelLayer {
  show(labels: readonly Label[]): void
  dispose(): void
}

export function createLabelLayer(parent: HTMLElement, className: string): LabelLayer {
  const layer = document.createElement('div')
  layer.className = className
  layer.setAttribute('aria-hidden', 'true')
  parent.append(layer)
  const pool: Held[] = []
  let shown = 0
  const add = (): Held => {
    const element = document.createElement('span')
    layer.append(element)
    const held = { element, text: '', place: '', kind: '' }
    pool.push(held)
    return held
  }
  return {
    show(labels) {
      for (const [index, label] of labels.entries()) {
        const held = pool[index] ?? add()
        const { element } = held
        const place = `${label.left.toFixed(1)} ${label.top} ${label.width.toFixed(1)} ${label.height}`
        if (held.place !== place) {
          held.place = place
          element.style.transform = `translate(${label.left.toFixed(1)}px, ${label.top}px)`
          element.style.width = `${label.width.toFixed(1)}px`
          element.style.height = `${label.height}px`
          element.style.lineHeight = `${label.height}px`
        }
        if (held.text !== label.text) {
          held.text = label.text
          element.textContent = label.text
        }
        if (held.kind !== label.kind) {
          held.kind = label.kind
          element.dataset['kind'] = label.kind
        }
        if (index >= shown) element.hidden = false
      }
      for (let index = labels.length; index < shown; index++) {
        const held = pool[index]
        if (held !== undefined) held.element.hidden = true
      }
      shown = labels.length
    },
    dispose: () => layer.remove(),
  }
}
