// How a sheet closes: once, for the press or the key that was meant, and never for another sheet's end; the focus comes back each time.

import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { Sheet } from './Sheet.tsx'

/** A sheet closes in a task of its own. */
const soon = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 50))

let closed: string[] = []

beforeEach(() => {
  closed = []
})

function stage() {
  const box = document.createElement('div')
  const opener = document.createElement('button')
  document.body.append(opener, box)
  opener.focus()
  const root = createRoot(box)
  onTestFinished(() => {
    root.unmount()
    box.remove()
    opener.remove()
  })
  return {
    opener,
    show: (title: string): HTMLElement => {
      flushSync(() =>
        root.render(
          <Sheet key={title} title={title} onClose={() => closed.push(title)}>
            <p>What it holds</p>
          </Sheet>,
        ),
      )
      const ground = box.querySelector<HTMLElement>('.sheet-ground')
      if (ground === null) throw new Error('There is no sheet.')
      return ground
    },
    leave: () => flushSync(() => root.render(null)),
  }
}

function press(from: Element, to: Element): void {
  from.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  to.dispatchEvent(new MouseEvent('click', { bubbles: true }))
}

test('the button closes it, once, and the focus is where it was', async () => {
  const { opener, show, leave } = stage()
  const ground = show('One')
  expect(ground.matches(':popover-open')).toBe(true)
  ground.querySelector<HTMLElement>('[aria-label=Close]')?.click()
  await soon()
  expect(closed).toEqual(['One'])
  leave()
  await soon()
  expect(closed).toEqual(['One'])
  expect(document.activeElement).toBe(opener)
})

test('a press on the ground closes it; a press that began inside does not', async () => {
  const { show } = stage()
  const ground = show('One')
  const text = ground.querySelector('p')
  if (text === null) throw new Error('The sheet is empty.')
  press(text, ground)
  press(text, text)
  await soon()
  expect(closed).toEqual([])
  press(ground, ground)
  await soon()
  expect(closed).toEqual(['One'])
})

test('what is taken away, or gives way to another, closes nothing and gives the focus back', async () => {
  const { opener, show, leave } = stage()
  show('One')
  const other = show('Other')
  await soon()
  expect(closed).toEqual([])
  expect(other.matches(':popover-open')).toBe(true)
  leave()
  await soon()
  expect(closed).toEqual([])
  expect(document.activeElement).toBe(opener)
})

test('Tab goes round in it, and what lies behind is hidden from screen readers until it is gone', async () => {
  const { opener, show, leave } = stage()
  const ground = show('One')
  const panel = ground.querySelector<HTMLElement>('[role=dialog]')
  const close = ground.querySelector<HTMLElement>('[aria-label=Close]')
  const tab = (shiftKey: boolean): boolean =>
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', shiftKey, bubbles: true, cancelable: true })) === true
  expect(document.activeElement).toBe(panel)
  // Forward from the sheet itself is the browser's; backward would leave it.
  expect(tab(false)).toBe(true)
  expect(tab(true)).toBe(false)
  expect(document.activeElement).toBe(close)
  expect(tab(false)).toBe(false)
  expect(document.activeElement).toBe(close)
  expect(opener.getAttribute('aria-hidden')).toBe('true')
  leave()
  expect(opener.hasAttribute('aria-hidden')).toBe(false)
  expect(document.activeElement).toBe(opener)
})
