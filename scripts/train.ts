// npm run train: one run of the built page without a display. Progress on stderr, a run folder at the end, and
// with --json one last line of JSON on stdout.

import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { tokenloomError } from '../src/base/errors.ts'
import type { RunEvent } from '../src/record/events.ts'
import { root, runCommand, say } from './command/command.ts'
import { ensureBuilt } from './page/built.ts'
import { serveFolder } from './page/serve.ts'
import { readTrainArguments, type TrainArguments } from './train/arguments.ts'
import { type DrivenPage, drivePage } from './train/drive.ts'
import { drawProgress, Progress } from './train/progress.ts'
import { makeRunFolder, summarize, writeRunFolder } from './train/run-folder.ts'
import { traceOf } from './train/trace.ts'

const INTERRUPTED = 130

/** Reads the file in the page, tells what is wrong with which row, and gives the settings of a run on the rest. */
async function withProblems(page: DrivenPage, { problems, ...input }: TrainInput): Promise<TrainInput> {
  if (problems === undefined) return input
  let bytes: Buffer
  try {
    bytes = readFileSync(problems)
  } catch {
    throw tokenloomError('ARGUMENT_INVALID', `The file ${problems} cannot be read.`, 'Name a Parquet or JSONL file with one problem a row.', problems)
  }
  const { facts, settings } = await page.readProblems(basename(problems), bytes)
  say(
    `${facts.problems} of ${facts.rows} rows read from ${facts.name}: ${facts.counts.train} train, ${facts.counts.validation} validation, ${facts.counts.heldOut} held out.`,
  )
  for (const { row, column, message } of facts.faults) say(`row ${row}${column === '' ? '' : `, ${column}`}: ${message}`)
  return { ...input, preset: 'data-set', changes: { ...settings, ...input.changes } }
}

type TrainInput = Omit<TrainArguments, 'out' | 'json'>

async function train(page: DrivenPage, { out, json, ...given }: TrainArguments): Promise<void> {
  const input = await withProblems(page, given)
  const presets = await page.presets()
  if (given.preset !== undefined && !presets.includes(given.preset)) {
    throw tokenloomError(
      'PRESET_UNKNOWN',
      `There is no preset "${given.preset}".`,
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
  const trace = Buffer.from(JSON.stringify(await traceOf(run, events, page.tokens)))
  writeRunFolder(folder, { events, files: [...(await page.files(run)), { name: 'trace.json', bytes: trace }], summary })
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
