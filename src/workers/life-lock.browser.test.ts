// A lock is let go the moment its holder is gone; this runs in a real browser, on a worker that ends by itself.

import { expect, test, vi } from 'vitest'
import { watchLifeLock } from './life-lock.ts'

/** Holds a lock as lifeLock does, tells its name, and ends without a word when it is spoken to. */
const SOURCE = `
const name = 'alive-' + crypto.randomUUID()
navigator.locks.request(name, () => { postMessage(name); return new Promise(() => {}) })
onmessage = () => close()
`

function start(): { readonly worker: Worker; readonly name: Promise<string> } {
  const worker = new Worker(URL.createObjectURL(new Blob([SOURCE], { type: 'text/javascript' })))
  const name = new Promise<string>((resolve) => worker.addEventListener('message', ({ data }) => resolve(data), { once: true }))
  return { worker, name }
}

test('a worker that ends by itself is noticed at once, and one that lives is not', async () => {
  const { worker, name } = start()
  let ended = 0
  watchLifeLock(name, () => {
    ended++
  })
  await name
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(ended).toBe(0)
  worker.postMessage('end')
  await expect.poll(() => ended, { timeout: 5000 }).toBe(1)
})

test('whoever stopped waiting hears nothing when the worker ends, however close the two come together', async () => {
  let ended = 0
  for (let round = 0; round < 20; round++) {
    const { worker, name } = start()
    const stop = watchLifeLock(name, () => {
      ended++
    })
    await name
    // The watch has just asked for the lock.
    await Promise.resolve()
    stop()
    worker.terminate()
  }
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(ended).toBe(0)
})

test('a lock that is granted after the watch was given up says nothing', async () => {
  const grants: (() => void)[] = []
  const locks = vi.spyOn(navigator.locks, 'request').mockImplementation(((_name: string, _options: LockOptions, granted: () => void) => {
    grants.push(granted)
    return Promise.resolve()
  }) as never)
  let ended = 0
  const stop = watchLifeLock(Promise.resolve('a name'), () => {
    ended++
  })
  await expect.poll(() => grants.length).toBe(1)
  stop()
  for (const grant of grants) grant()
  locks.mockRestore()
  expect(ended).toBe(0)
})
