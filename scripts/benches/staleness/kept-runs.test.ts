import { appendFileSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { KeptRuns } from './kept-runs.ts'

const run = { loss: 'ppo', staleness: 2, seed: 1, steps: 3 } as const
const result = { baseSampled: 0.5, final: 0.75, logprobGap: 0 }

test('a run that is kept is not made again, by this bench or by the next one', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'kept-')), 'runs.jsonl')
  let made = 0
  const make = async () => {
    made++
    return result
  }
  const first = new KeptRuns(path, 'base a')
  expect([await first.of(run, make), await first.of(run, make)]).toEqual([result, result])
  expect(await new KeptRuns(path, 'base a').of(run, make)).toEqual(result)
  expect(made).toBe(1)
  await new KeptRuns(path, 'base a').of({ ...run, seed: 2 }, make)
  await new KeptRuns(path, 'base b').of(run, make)
  expect(made).toBe(3)
  expect(readFileSync(path, 'utf8').trim().split('\n')).toHaveLength(3)
})

test('a line that was cut short counts for nothing, and no file keeps nothing', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'kept-')), 'runs.jsonl')
  await new KeptRuns(path, 'base').of(run, async () => result)
  const whole = readFileSync(path, 'utf8')
  const broken = join(mkdtempSync(join(tmpdir(), 'kept-')), 'broken.jsonl')
  appendFileSync(broken, whole.slice(0, -9))
  let made = 0
  for (const kept of [new KeptRuns(broken, 'base'), new KeptRuns(null, 'base'), new KeptRuns(null, 'base')])
    await kept.of(run, async () => {
      made++
      return result
    })
  expect(made).toBe(3)
})
