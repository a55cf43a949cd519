// What a run leaves, as files to keep: the adapter in PEFT layout, the event log. Made in the page; nothing is
// requested from anywhere.

import { toErrorData } from '../../src/base/errors.ts'
import { workbench } from '../state/workbench.ts'
import { liveRun } from './run-commands.ts'
import { storedEvents, storedFiles } from './store.ts'
import { saveFile } from './take-away.ts'

export async function downloadAdapter(run: string): Promise<void> {
  await offering(async () => {
    const live = liveRun()
    const files = live?.id === run && live.files.length > 0 ? live.files : await storedFiles(run)
    for (const file of files) saveFile(file.name, new Blob([file.bytes]))
  })
}

export async function downloadEvents(run: string): Promise<void> {
  await offering(async () => {
    const live = liveRun()
    const stored = await storedEvents(run, 0)
    const events = stored.length > 0 ? stored : live?.id === run ? await live.log.read(0) : []
    saveFile(
      `${run}.events.jsonl`,
      new Blob(
        events.map((event) => `${JSON.stringify(event)}\n`),
        { type: 'application/jsonl' },
      ),
    )
  })
}

async function offering(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (thrown) {
    workbench.setState({ commandError: toErrorData(thrown) })
  }
}
