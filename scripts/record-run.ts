// Makes the recorded run that ships with the page (public/recordings/arithmetic): one run of the preset with all its
// controls, driven like `npm run train`; its event log, the policy's tokens of every step and its
// adapter, each gzipped. To be
// run again whenever the base changes: node scripts/run.mjs record-run [--seed N] [--steps N]

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { tokenloomError } from '../src/base/errors.ts'
import { type RunEvent, turnsOfArm } from '../src/record/events.ts'
import { parseCommandLine, root, runCommand, say, wholeNumber } from './command/command.ts'
import { ensureBuilt } from './page/built.ts'
import { serveFolder } from './page/serve.ts'
import { type DrivenPage, drivePage } from './train/drive.ts'
import { summarize } from './train/run-folder.ts'

const FOLDER = join(root, 'public', 'recordings', 'arithmetic')
/** The id by which the page knows it (web/state/recording.ts). */
const RECORDED_RUN = 'recorded-arithmetic'

async function record(page: DrivenPage, seed: number, steps: number | undefined): Promise<void> {
  const run = await page.start({ preset: 'arithmetic', seed, controls: ['random', 'shuffled', 'frozen'], ...(steps === undefined ? {} : { steps }) })
  const events: RunEvent[] = []
  await page.follow(run, (event) => {
    events.push(event)
    if (event.kind === 'stepped' && event.arm === 'policy') say(`Step ${event.step}`)
  })
  const summary = summarize(events, 0)
  const parts = new Map<string, Uint8Array>()
  for (const { name, bytes } of await page.files(run)) if (name.startsWith('adapter_')) parts.set(`${name}.bin`, bytes)
  parts.set('events.bin', Buffer.from(events.map((event) => `${JSON.stringify({ ...event, run: RECORDED_RUN })}\n`).join('')))
  for (const event of events) {
    if ((event.kind !== 'tokens' && event.kind !== 'turns') || event.ref.arm !== 'policy') continue
    const name = event.kind === 'turns' ? turnsOfArm('policy') : 'policy'
    const bytes = await page.tokens(run, name, event.ref.step)
    if (bytes === null) throw tokenloomError('RECORD_INVALID', `The ${event.kind} of step ${event.ref.step} were not kept.`, 'Record a run with fewer tokens.')
    parts.set(`${name}-${event.ref.step}.bin`, bytes)
  }
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  let total = 0
  for (const [name, bytes] of parts) {
    const packed = gzipSync(bytes, { level: 9 })
    total += packed.length
    writeFileSync(join(FOLDER, name), packed)
  }
  say(`${parts.size} files, ${Math.round(total / 1000)} kB: held-out ${summary.base} to ${summary.final}, ${JSON.stringify(summary.controls)}`)
}

await runCommand(async (args) => {
  const { values } = parseCommandLine(args, { seed: { type: 'string' }, steps: { type: 'string' } }, 'node scripts/run.mjs record-run [--seed N] [--steps N]')
  const seed = wholeNumber(values.seed, '--seed', 0, 0xffffffff) ?? 1
  const steps = wholeNumber(values.steps, '--steps', 1, 1_000_000)
  const site = await serveFolder(await ensureBuilt(say))
  const page = await drivePage(site.url)
  try {
    await record(page, seed, steps)
    return 0
  } finally {
    await page.close()
    await site.close()
  }
})
