// What a run leaves, as files to keep: the adapter in PEFT layout, the event log, its metrics and trajectories for other programs. Made in the page; nothing is
// requested from anywhere.

import { toErrorData } from '../../src/base/errors.ts'
import { unwrap } from '../../src/base/result.ts'
import type { RunEvent } from '../../src/record/events.ts'
import { decodeTokens } from '../../src/record/token-blob.ts'
import type { RunFile } from '../../src/workers/run-api.ts'
import { RECORDED_RUN } from '../state/recording.ts'
import { workbench } from '../state/workbench.ts'
import { recordedEvents } from './recording-files.ts'
import { liveRun } from './run-commands.ts'
import { bytesOf } from './show-tokens.ts'
import { storedEvents, storedFiles } from './store.ts'
import { saveFile, tell } from './take-away.ts'

export async function downloadAdapter(run: string): Promise<void> {
  await offering(async () => {
    for (const file of await filesOf(run)) saveFile(file.name, new Blob([file.bytes]))
  })
}

export async function downloadEvents(run: string): Promise<void> {
  await offering(async () => {
    const events = await eventsOf(run)
    saveFile(
      `${run}.events.jsonl`,
      new Blob(
        events.map((event) => `${JSON.stringify(event)}\n`),
        { type: 'application/jsonl' },
      ),
    )
  })
}

/** A row for every step of every arm. */
export async function downloadMetrics(run: string, form: 'csv' | 'jsonl'): Promise<void> {
  await offering(async () => {
    const { metricsCsv, metricsJsonl } = await import('../../src/record/export-metrics.ts')
    const events = await eventsOf(run)
    const [content, type] = form === 'csv' ? [metricsCsv(events), 'text/csv'] : [metricsJsonl(events), 'application/jsonl']
    saveFile(`${run}.metrics.${form}`, new Blob([content], { type }))
  })
}

/** Every trajectory that is still kept, of all arms; what the budget has let go is told, not left out in silence. */
export async function downloadTrajectories(run: string): Promise<void> {
  await offering(async () => {
    const { trajectoryLines } = await import('../../src/record/export-trajectories.ts')
    const events = await eventsOf(run)
    const vocabulary = events.find((event) => event.kind === 'started')?.vocabulary ?? []
    const parts: string[] = []
    let gone = 0
    for (const event of events) {
      if (event.kind !== 'tokens') continue
      const bytes = await bytesOf(run, event.ref.arm, event.ref.step)
      if (bytes === undefined) gone++
      else for (const line of trajectoryLines(run, unwrap(decodeTokens(bytes)), vocabulary)) parts.push(`${JSON.stringify(line)}\n`)
    }
    saveFile(`${run}.trajectories.jsonl`, new Blob(parts, { type: 'application/jsonl' }))
    if (gone > 0) tell(`${gone} steps were not kept any more and are not in the file.`)
  })
}

/** What the run left, in PEFT layout, whether or not this tab keeps records. */
export async function filesOf(run: string): Promise<readonly RunFile[]> {
  const live = liveRun(run)
  return live !== null && live.files.length > 0 ? live.files : storedFiles(run)
}

/** The log of the run, whether or not this tab keeps records. */
export async function eventsOf(run: string): Promise<readonly RunEvent[]> {
  if (run === RECORDED_RUN) return recordedEvents()
  const stored = await storedEvents(run, 0)
  return stored.length > 0 ? stored : ((await liveRun(run)?.log.read(0)) ?? [])
}

async function offering(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (thrown) {
    workbench.setState({ commandError: toErrorData(thrown) })
  }
}
