import { describe, expect, it } from 'vitest'
import { createRunControl } from './run-control.ts'

const pending = () => {
  let cancelled = 0
  const future = {
    result: new Promise<number>(() => undefined),
    cancel() {
      cancelled++
    },
  }
  return { future, cancelled: () => cancelled }
}

describe('the hands on a run', () => {
  it('let it pass while nobody interferes', async () => {
    expect(await createRunControl().pass(() => undefined)).toBe(true)
  })

  it('pause it between steps until resumed, one step at a time, or for good', async () => {
    const control = createRunControl()
    const told: string[] = []
    const pass = () => control.pass((state) => told.push(state))
    control.pause()
    const first = pass()
    control.step()
    expect(await first).toBe(true)
    const second = pass()
    control.resume()
    expect(await second).toBe(true)
    expect(await pass()).toBe(true)
    expect(told).toEqual(['paused', 'resumed', 'paused', 'resumed'])
    control.step()
    const third = pass()
    control.stop()
    expect(await third).toBe(false)
    expect(told.slice(4)).toEqual(['paused'])
  })

  it('stop for good: nothing resumes it, and what is under way or comes late is cancelled', async () => {
    const control = createRunControl()
    const before = pending()
    void control.track(before.future)
    control.stop()
    const after = pending()
    void control.track(after.future)
    control.resume()
    control.step()
    expect([control.stopped(), before.cancelled(), after.cancelled(), await control.pass(() => undefined)]).toEqual([true, 1, 1, false])
  })
})
