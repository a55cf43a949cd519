// Authored code on the page as built, below a sub-path and under the page's own policy: it is checked in a frame of its own, a run
// trains on it and comes out the same twice, and where it fails the run ends with its line and keeps what it had learned.

import { readFileSync } from 'node:fs'
import { expect, test } from './journey.ts'
import { pollRun, startRun } from './scripted-run.ts'

const source = readFileSync('src/sandbox/templates/clock-sums.ts', 'utf8')
/** Throws in the middle of the run, at a state that one play in some dozen meets. */
const failing = source.replace("const answer = actions['agent'] ?? -1", "const answer = actions['agent'] ?? -1; if (answer === 7 && state.now === 7) missing()")
const failingLine = failing.split('\n').findIndex((line) => line.includes('missing()')) + 1

interface Event {
  readonly kind: string
  readonly imitated?: boolean
  readonly source?: string
  readonly arm?: string
  readonly step?: number
  readonly summary?: { readonly digest: string; readonly audit: { readonly checks: number; readonly violations: number } }
}
interface Automation {
  checkSource(source: string, plays: number): Promise<{ report: { valid: boolean }; learnability: { spread: Record<string, number> } }>
}

test('an authored environment is checked, trains, and fails by its line', async ({ page, troubles }) => {
  await page.goto('./')
  await page.waitForFunction(() => Reflect.get(globalThis, 'tokenloom') !== undefined)
  const check = (text: string) => page.evaluate((given) => (Reflect.get(globalThis, 'tokenloom') as Automation).checkSource(given, 3), text)
  expect((await check(source)).report.valid).toBe(true)
  await expect(check(source.replace('maxTurns: 1,', 'maxTurns: ;'))).rejects.toThrow('SANDBOX_SOURCE')

  const small = { 'rollout.groups': 4, 'evaluation.problems': 16 }
  const train = async (text: string, steps: number) => {
    const run = await startRun(page, { source: text, steps, engine: 'cpu', changes: small })
    const poll = () => pollRun<Event>(page, run)
    await expect.poll(async () => (await poll()).status, { timeout: 90_000, intervals: [500] }).toMatch(/finished|failed/)
    return poll()
  }
  const first = await train(source, 4)
  expect(first.status).toBe('finished')
  expect(first.events[0]).toMatchObject({ kind: 'started', source })
  const steps = first.events.filter(({ kind, arm }) => kind === 'stepped' && arm === 'policy')
  expect(steps.map(({ imitated }) => imitated === true)).toEqual([true, true, false, false])
  const summary = first.events.find(({ kind }) => kind === 'finished')?.summary
  expect(summary?.audit.checks).toBeGreaterThan(100)
  expect(summary?.audit.violations).toBe(0)
  const again = await train(source, 4)
  expect(again.events.find(({ kind }) => kind === 'finished')?.summary?.digest).toBe(summary?.digest)

  const failed = await train(failing, 20)
  expect(failed.status).toBe('failed')
  expect(failed.error).toMatchObject({ code: 'SANDBOX_THREW', at: `${failingLine}` })
  await expect(page.locator('iframe')).toHaveCount(0)
  expect(troubles).toEqual({ errors: [], foreign: [] })
})
