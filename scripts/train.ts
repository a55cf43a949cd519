// npm run train: one run of the built page without a display. Progress on stderr, a run folder at the end, and
// with --json one last line of JSON on stdout.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tokenloomError } from '../src/base/errors.ts'
import type { RunEvent } from '../src/record/events.ts'
import { root, runCommand, say } from './command/command.ts'
import { ensureBuilt } from './page/built.ts'
import { serveFolder } from './page/serve.ts'
import { readTrainArguments, type TrainArguments } from './train/arguments.ts'
import { type DrivenPage, drivePage } from './train/drive.ts'
import { drawProgress, Progress } from './train/progress.ts'
import { makeRunFolder, summarize, writeRunFolder } from './train/run-folder.ts'

const INTERRUPTED = 130

async function train(page: DrivenPage, { out, json, ...input }: TrainArguments): Promise<void> {
  const presets = await page.presets()
  if (input.preset !== undefined && !presets.includes(input.preset)) {
    throw tokenloomError(
      'PRESET_UNKNOWN',
      `There is no preset "${input.preset}".`,
      `Presets: ${presets.join(', ')}. A spec file has a dot or a slash in its path.`,
    )
  }
  const pressed = performance.now()
  let firstStepSeconds = 0
  const run = await page.start(input)
  const folder = out ?? join(root, 'runs', run)
  const events: RunEvent[] = []
  const progress = new Progress()
  const { draw, end } = drawProgress(process.stderr, progress)
  try {
    await page.follow(run, (event) => {
      events.push(event)
      if (event.kind === 'stepped' && firstStepSeconds === 0) firstStepSeconds = (performance.now() - pressed) / 1000
      progress.take(event, performance.now())
      draw(performance.now())
    })
  } catch (thrown) {
    end()
    writeRunFolder(folder, { events, files: [] })
    throw thrown
  }
  end()
  const summary = summarize(events, firstStepSeconds)
  writeRunFolder(folder, { events, files: await page.files(run), summary })
  say(`Run folder: ${folder}`)
  if (json) process.stdout.write(`${JSON.stringify(summary)}\n`)
  else
    for (const [key, value] of Object.entries(summary)) process.stdout.write(`${key.padEnd(24)} ${typeof value === 'object' ? JSON.stringify(value) : value}\n`)
}

await runCommand(async (args) => {
  const given = readTrainArguments(args, (path) => readFileSync(path, 'utf8'))
  if (given.out !== undefined) makeRunFolder(given.out)
  const site = await serveFolder(await ensureBuilt(say))
  const opened = drivePage(site.url)
  const interrupted = new Promise<number>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve(INTERRUPTED))
  })
  try {
    const trained = opened.then((page) => train(page, given)).then(() => 0)
    return await Promise.race([trained, interrupted])
  } finally {
    await (await opened.catch(() => undefined))?.close()
    await site.close()
  }
})
