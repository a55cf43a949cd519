import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { workbench } from '../state/workbench.ts'
import { selectTab, selectTurn } from './navigate.ts'

// A page's address, as far as it is needed: what was written, and how often.
const page = vi.hoisted(() => {
  const written: string[] = []
  const location = { hash: '' }
  const write =
    (kind: string) =>
    (_state: unknown, _title: string, hash: string): void => {
      written.push(`${kind} ${hash}`)
      location.hash = hash === '#' ? '' : hash
    }
  Object.defineProperty(globalThis, 'navigator', { value: { hardwareConcurrency: 2 }, configurable: true })
  const requestAnimationFrame = (work: () => void) => setTimeout(work, 16)
  Object.assign(globalThis, { requestAnimationFrame, cancelAnimationFrame: (frame: number) => clearTimeout(frame) })
  Object.assign(globalThis, { location, history: { pushState: write('push'), replaceState: write('replace') } })
  return { written, location }
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.runAllTimers()
  vi.advanceTimersByTime(60_000)
  vi.useRealTimers()
  workbench.setState(workbench.getInitialState())
  page.location.hash = ''
  page.written.length = 0
})

it('follows every turn of a drag at once, and writes the address no more often than browsers let it', () => {
  for (let turn = 0; turn < 1800; turn++) {
    selectTurn(1, 0, turn)
    expect(workbench.getState().place.turn).toBe(turn)
    vi.advanceTimersByTime(16)
  }
  // Some browsers refuse more than a hundred in thirty seconds.
  expect(page.written.length).toBeGreaterThan(60)
  expect(page.written.length).toBeLessThanOrEqual(100)
  vi.runAllTimers()
  expect(page.location.hash).toContain('episode=0&turn=1799')
})

it('leaves behind, where Back returns to, the place that the address did not name yet', () => {
  for (let turn = 0; turn < 100; turn++) selectTurn(1, 0, turn)
  expect(page.location.hash).not.toContain('turn=99')
  selectTab('tokens')
  expect(workbench.getState().tab).toBe('tokens')
  expect(page.location.hash).not.toContain('tab=tokens')
  vi.advanceTimersByTime(100)
  expect(page.written.at(-2)).toMatch(/^replace .*turn=99/)
  expect(page.written.at(-1)).toMatch(/^push .*tab=tokens/)
  expect(page.location.hash).toContain('turn=99')
})

it('lets go of what it had not written when the address has become another one', () => {
  for (let turn = 0; turn < 100; turn++) selectTurn(1, 0, turn)
  page.location.hash = '#tab=runs'
  vi.runAllTimers()
  expect(page.location.hash).toBe('#tab=runs')
})

it('leaves a place behind for each of two presses between which nothing was painted', () => {
  selectTab('tokens')
  selectTab('runs')
  vi.runAllTimers()
  expect(page.written).toEqual(['push #tab=tokens', 'push #tab=runs'])
})

it('writes a place that changed before it was written as one place', () => {
  selectTab('tokens')
  selectTurn(1, 0, 3)
  vi.runAllTimers()
  expect(page.written).toEqual([expect.stringMatching(/^push #tab=tokens&.*turn=3/)])
})

it('does not note down a place that was left by Back before it was written', () => {
  selectTab('tokens')
  page.location.hash = '#tab=runs'
  vi.runAllTimers()
  expect(page.written).toEqual([])
})
