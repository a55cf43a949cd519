// The page trains on its shaders where they are asked for, on a software adapter too: there the processor is the default, so
// the other journeys do not show it.

import { expect, test } from './journey.ts'
import { pollRun, startRun } from './scripted-run.ts'

interface LoggedEvent {
  readonly kind: string
  readonly service?: { readonly engine: string }
  readonly summary?: { readonly logprobGap: number }
}

test('a run on the shaders ends with sampling and training in agreement, bit for bit', async ({ page, troubles }) => {
  await page.goto('./')
  const changes = { 'rollout.groups': 8, 'evaluation.problems': 32 }
  const run = await startRun(page, { preset: 'arithmetic', steps: 2, engine: 'wgsl', changes })
  const poll = () => pollRun<LoggedEvent>(page, run)
  await expect.poll(async () => (await poll()).status, { timeout: 150_000, intervals: [1000] }).toBe('finished')
  const { events } = await poll()
  expect(events.find(({ kind }) => kind === 'started')?.service?.engine).toBe('wgsl')
  expect(events.find(({ kind }) => kind === 'finished')?.summary?.logprobGap).toBe(0)
  await expect(page.getByTestId('logprob-gap')).toContainText('exactly 0 over')
  expect(troubles.errors).toEqual([])
})
