// The large Train button: in the view Author it trains the open source, as the panel there does, and brings that panel on view, where its
// plan and what keeps it from starting stand; everywhere else it trains the settings as they stand.

import { trainedFile } from '../state/trained-file.ts'
import { workbench } from '../state/workbench.ts'
import { startRun } from './run-commands.ts'

export async function pressTrain(): Promise<void> {
  if (trainedFile(workbench.getState()) === null) return startRun()
  const [{ showAuthorPanel }, { trainOnText }] = await Promise.all([import('./author-files.ts'), import('./author-train.ts')])
  showAuthorPanel('train')
  await trainOnText()
}
