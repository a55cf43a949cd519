// Hot reload: a run that is under way goes on with the source as it stands in the editor. The text is kept as a version and held
// against the contract in a sandbox of its own first; the run itself judges whether it can take it. What is refused changes nothing.

import { transfer } from 'comlink'
import { toErrorData, tokenloomError } from '../../src/base/errors.ts'
import { newestSource } from '../../src/record/environment-versions.ts'
import type { ReloadState } from '../state/author-train.ts'
import { isOver } from '../state/run-view.ts'
import { workbench } from '../state/workbench.ts'
import { keepVersion } from './author-files.ts'
import { rememberSource } from './authored-sources.ts'
import { liveRun } from './run-commands.ts'
import { openSandbox } from './sandbox.ts'

/** Random plays of every check before a run gets the source. */
const PLAYS = 24

const set = (run: string, state: ReloadState): void => {
  const { authorTrain } = workbench.getState()
  workbench.setState({ authorTrain: { ...authorTrain, reloads: { ...authorTrain.reloads, [run]: state } } })
}

/** The text of the editor, for this run from its next step on. */
export async function reloadRun(id: string): Promise<void> {
  const { text } = workbench.getState().author
  const hash = await rememberSource(text)
  set(id, { kind: 'checking', hash })
  try {
    await keepVersion()
    const after = await giveSource(id, text, () => set(id, { kind: 'waiting', hash }))
    set(id, { kind: 'taken', hash, after })
  } catch (thrown) {
    const known = workbench.getState().authorTrain.reloads[id]
    // A newer text has taken its place: that one will be answered.
    if (known?.hash === hash) set(id, { kind: 'failed', hash, error: toErrorData(thrown) })
  }
}

/** Whether this run goes on with every edit that keeps the contract, without a press. */
export function followEdits(id: string, follows: boolean): void {
  const { authorTrain } = workbench.getState()
  const others = authorTrain.following.filter((one) => one !== id)
  workbench.setState({ authorTrain: { ...authorTrain, following: follows ? [...others, id] : others } })
  if (follows) void reloadFollowers()
}

/** The source of the editor has just kept the contract: runs that follow it go on with it. */
export async function reloadFollowers(): Promise<void> {
  const { authorTrain, author, authorCheck, underWay } = workbench.getState()
  if (authorTrain.following.length === 0 || authorCheck.kind !== 'checked' || authorCheck.checked.text !== author.text) return
  const { registration, report } = authorCheck.checked
  if (!report.valid) return
  const hash = await rememberSource(author.text)
  for (const id of authorTrain.following) {
    const run = underWay[id]
    const fits = run?.spec?.environment.id === registration.spec.id && !isOver(run.status)
    if (run?.spec && fits && newestSource(run.spec) !== hash && authorTrain.reloads[id]?.hash !== hash) await reloadRun(id)
  }
}

async function giveSource(id: string, text: string, onAsked: () => void): Promise<number> {
  const run = liveRun(id)
  if (run === null || run.last !== null) throw tokenloomError('CANCELLED', 'The run is over, so no step plays another version.', 'Train on the new source.')
  const sandbox = await openSandbox(text)
  try {
    const { report } = await sandbox.check({ config: run.spec.environment.config, plays: PLAYS })
    const broken = report.checks.find(({ verdict }) => verdict !== 'valid')
    if (broken !== undefined) {
      throw tokenloomError(
        'ENVIRONMENT_INVALID',
        `The source breaks the contract: ${broken.message}.`,
        'Mend it; until then the run goes on as it was.',
        broken.name,
      )
    }
    const port = sandbox.connect()
    onAsked()
    const after = await run.worker.ask((remote) => remote.reload(transfer({ source: text, sandbox: port }, [port])))
    // No step plays the version before any more.
    run.playing?.dispose()
    run.playing = sandbox
    return after
  } catch (thrown) {
    sandbox.dispose()
    throw thrown
  }
}
