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
    show: (title: string): HTMLDialogElement => {
      flushSync(() =>
        root.render(
          <Sheet key={title} title={title} onClose={() => closed.push(title)}>
            <p>What it holds</p>
          </Sheet>,
        ),
      )
      const dialog = box.querySelector('dialog')
      if (dialog === null) throw new Error('There is no sheet.')
      return dialog
    },
    leave: () => flushSync(() => root.render(null)),
  }
}

function press(from: Element, to: Element, at: readonly [number, number]): void {
  const [clientX, clientY] = at
  from.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, clientX, clientY }))
  to.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX, clientY }))
}

test('the button closes it, once, and the focus is where it was', async () => {
  const { opener, show, leave } = stage()
  const dialog = show('One')
  expect(dialog.matches(':modal')).toBe(true)
  dialog.querySelector<HTMLElement>('[aria-label=Close]')?.click()
  await soon()
  expect(closed).toEqual(['One'])
  leave()
  await soon()
  expect(closed).toEqual(['One'])
  expect(document.activeElement).toBe(opener)
})

test('a press on the ground closes it; a press that began inside does not', async () => {
  const { show } = stage()
  const dialog = show('One')
  const { left, top } = dialog.getBoundingClientRect()
  const text = dialog.querySelector('p')
  if (text === null) throw new Error('The sheet is empty.')
  press(text, dialog, [left - 5, top - 5])
  press(dialog, dialog, [left + 2, top + 2])
  await soon()
  expect(closed).toEqual([])
  press(dialog, dialog, [left - 5, top - 5])
  await soon()
  expect(closed).toEqual(['One'])
})

test('what is taken away, or gives way to another, closes nothing and gives the focus back', async () => {
  const { opener, show, leave } = stage()
  show('One')
  const other = show('Other')
  await soon()
  expect(closed).toEqual([])
  expect(other.matches(':modal')).toBe(true)
  leave()
  await soon()
  expect(closed).toEqual([])
  expect(document.activeElement).toBe(opener)
})
