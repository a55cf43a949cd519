// The engine panel's questions: what the device holds, and starting the engine without a run.

import { readDraft } from '../state/draft.ts'
import { workbench } from '../state/workbench.ts'
import { prepareEngine } from './engine.ts'

/** Starts the engine for the base of the draft; a failure stands in the store of the page. */
export async function startEngineNow(): Promise<void> {
  const { draft, engineChoice } = workbench.getState()
  const { spec } = readDraft(draft)
  if (spec !== null) await prepareEngine(spec.base, engineChoice).catch(() => {})
}

/** Asks what the device holds; says nothing when no engine is up. */
export async function askMemory(): Promise<void> {
  const { engine } = workbench.getState()
  if (engine.kind !== 'ready') {
    if (workbench.getState().held !== null) workbench.setState({ held: null })
    return
  }
  try {
    // `auto` takes whatever engine is there: a question must not change it.
    const handle = await prepareEngine(engine.description.base.name, 'auto')
    workbench.setState({ held: await handle.ask((remote) => remote.memory()) })
  } catch {
    // Whoever runs on the engine says what is wrong with it.
  }
}
