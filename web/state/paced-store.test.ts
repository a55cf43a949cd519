import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pacedStore } from './paced-store.ts'
import { emptyRunView } from './run-view.ts'
import { workbench } from './workbench.ts'

const follow = () =>
  pacedStore(
    workbench,
    ({ run }) => run,
    2000,
    (run) => run?.id,
  )
const event = (lastSeq: number, id = 'r1'): void => workbench.setState({ run: { ...emptyRunView(id), lastSeq } })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  workbench.setState(workbench.getInitialState())
})

it('tells of a run at most once in its pace, and of the last change always', () => {
  event(0)
  const { subscribe, snapshot } = follow()
  const told = vi.fn()
  const stop = subscribe(told)
  for (let seq = 1; seq <= 100; seq++) {
    event(seq)
    vi.advanceTimersByTime(100)
  }
  expect(told.mock.calls.length).toBeGreaterThanOrEqual(5)
  expect(told.mock.calls.length).toBeLessThanOrEqual(6)
  vi.advanceTimersByTime(2000)
  expect(snapshot()?.lastSeq).toBe(100)
  stop()
  told.mockClear()
  event(101)
  vi.advanceTimersByTime(5000)
  expect(told).not.toHaveBeenCalled()
})

it('tells of another run at once', () => {
  event(7)
  const { subscribe, snapshot } = follow()
  subscribe(() => {})
  event(8)
  event(0, 'r2')
  expect(snapshot()?.id).toBe('r2')
})

it('hears what happened between the first drawing and the listening', () => {
  event(1)
  const { subscribe, snapshot } = follow()
  event(0, 'r3')
  subscribe(() => {})
  expect(snapshot()?.id).toBe('r3')
})
