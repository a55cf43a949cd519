// The page trains on its shaders where they are asked for, on a software adapter too: there the processor is the default, so
// the other journeys do not show it.

import { expect, test } from './journey.ts'

interface Automation {
  start(input: { preset: string; steps: number; engine: 'wgsl'; changes: object }): Promise<{ run: string }>
  poll(run: string, from: number): Promise<{ status: string; events: { kind: string; service?: { engine: string }; summary?: { logprobGap: number } }[] }>
}

test('a run on the shaders ends with sampling and training in agreement, bit for bit', async ({ page, troubles }) => {
  await page.goto('./')
  await page.waitForFunction(() => Reflect.get(globalThis, 'tokenloom') !== undefined)
  const run = await page.evaluate(async () => {
    const automation = Reflect.get(globalThis, 'tokenloom') as Automation
    const changes = { 'rollout.groups': 8, 'evaluation.problems': 32 }
    return (await automation.start({ preset: 'arithmetic', steps: 2, engine: 'wgsl', changes })).run
  })
  const poll = () => page.evaluate((id) => (Reflect.get(globalThis, 'tokenloom') as Automation).poll(id, 0), run)
  await expect.poll(async () => (await poll()).status, { timeout: 150_000, intervals: [1000] }).toBe('finished')
  const { events } = await poll()
  expect(events.find(({ kind }) => kind === 'started')?.service?.engine).toBe('wgsl')
  expect(events.find(({ kind }) => kind === 'finished')?.summary?.logprobGap).toBe(0)
  await expect(page.getByTestId('logprob-gap')).toContainText('exactly 0 over')
  expect(troubles.errors).toEqual([])
})
