// The driver against a small page that keeps the automation contract, in the real browser that trains.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunEvent } from '../../src/record/events.ts'
import { type StaticSite, serveFolder } from '../page/serve.ts'
import { type DrivenPage, drivePage } from './drive.ts'

/** Two events a poll; the run named `bad` fails; the preset `wrong` is refused. */
const PAGE = `<!doctype html><title>contract</title><script type="module">
  const refusal = { code: 'SPEC_INVALID', message: 'Steps are 0.', nextStep: 'Give 1 or more.', at: 'spec.steps' }
  const death = { code: 'GPU_LOST', message: 'Gone.', nextStep: 'Reload.' }
  globalThis.tokenloom = {
    presets: async () => ['arithmetic', 'wrong'],
    async start(input) {
      if (input.preset === 'wrong') throw new Error(JSON.stringify(refusal))
      return { run: input.preset + input.seed }
    },
    async poll(run, from) {
      const events = [0, 1].map((i) => ({ kind: 'paused', step: 0, run, seq: from + i }))
      if (run === 'bad0') return { status: 'failed', events: [], error: death }
      return { status: from >= 4 ? 'finished' : 'running', events }
    },
    files: async () => [{ name: 'a.bin', base64: btoa('\\u0000\\u00ff') }],
  }
</script>`

const folder = mkdtempSync(join(tmpdir(), 'tokenloom-drive-'))
let site: StaticSite
let page: DrivenPage

beforeAll(async () => {
  writeFileSync(join(folder, 'index.html'), PAGE)
  site = await serveFolder(folder)
  page = await drivePage(site.url)
})

afterAll(async () => {
  await page.close()
  await site.close()
  rmSync(folder, { recursive: true })
})

test('presets and files cross from the page', async () => {
  expect(await page.presets()).toEqual(['arithmetic', 'wrong'])
  expect(await page.files('any')).toEqual([{ name: 'a.bin', bytes: Buffer.from([0, 255]) }])
})

test('a run is followed to its end, every event once and in order', async () => {
  const run = await page.start({ preset: 'arithmetic', seed: 3 })
  const events: RunEvent[] = []
  await page.follow(run, (event) => events.push(event))
  expect(events.map(({ run, seq }) => ({ run, seq }))).toEqual([0, 1, 2, 3, 4, 5].map((seq) => ({ run: 'arithmetic3', seq })))
})

test('a refused start keeps its code and its field', async () => {
  await expect(page.start({ preset: 'wrong' })).rejects.toMatchObject({ code: 'SPEC_INVALID', at: 'spec.steps' })
})

test('a run that fails ends with the code of its failure', async () => {
  const run = await page.start({ preset: 'bad', seed: 0 })
  await expect(page.follow(run, () => undefined)).rejects.toMatchObject({ code: 'GPU_LOST' })
})
