// From the editor to a run: a plan for the text as it stands, and the press that keeps it as a version and trains on it. Runs under way
// finish on the version that they began with.

import { toErrorData } from '../../src/base/errors.ts'
import { type AuthorTrain, NO_TRAIN, statedOf, type TrainChanges } from '../state/author-train.ts'
import { workbench } from '../state/workbench.ts'
import { keepVersion } from './author-files.ts'
import { takeSettings } from './edit-draft.ts'
import { selectTab } from './navigate.ts'
import { launchRun } from './run-commands.ts'
import { specOfSource } from './spec-of-source.ts'

const PAUSE = 500

let timer: ReturnType<typeof setTimeout> | undefined
let asked = 0

const train = (): AuthorTrain => workbench.getState().authorTrain
const set = (change: Partial<AuthorTrain>): void => workbench.setState({ authorTrain: { ...train(), ...change } })

export function editTraining(change: Partial<TrainChanges>): void {
  set({ changes: { ...train().changes, ...change } })
  planSoon()
}

/** A plan for the text as it stands, once nobody has typed for a moment. */
export function planSoon(): void {
  clearTimeout(timer)
  timer = setTimeout(() => void plan(), PAUSE)
}

export function leaveTraining(): void {
  clearTimeout(timer)
  asked++
  set({ kind: train().kind === 'starting' ? 'starting' : 'idle' })
}

/** Of another file. */
export function forgetPlan(): void {
  clearTimeout(timer)
  asked++
  set({ plan: null, error: null, changes: NO_TRAIN.changes, kind: train().kind === 'starting' ? 'starting' : 'idle' })
}

async function plan(): Promise<void> {
  const { text, open } = workbench.getState().author
  if (open === null || train().kind === 'starting') return
  const mine = ++asked
  set({ kind: 'planning', error: null })
  try {
    const spec = await specOfSource(text, statedOf(train().changes))
    if (asked === mine) set({ kind: 'planned', plan: { text, spec } })
  } catch (thrown) {
    if (asked === mine) set({ kind: 'failed', error: toErrorData(thrown) })
  }
}

/** One press: the text becomes a version, and the run starts on it. */
export async function trainOnText(): Promise<void> {
  const { author, engineChoice } = workbench.getState()
  if (author.open === null || train().kind === 'starting') return
  const mine = ++asked
  set({ kind: 'starting', error: null })
  try {
    await keepVersion()
    const spec = await specOfSource(author.text, statedOf(train().changes))
    await launchRun(spec, engineChoice)
    if (asked === mine) set({ kind: 'planned', plan: { text: author.text, spec } })
    if (matchMedia('(max-width: 1099px)').matches) selectTab('charts')
  } catch (thrown) {
    if (asked === mine) set({ kind: 'failed', error: toErrorData(thrown) })
  }
}

/** Every setting of the plan into the form, for those who want to change more. */
export function planIntoForm(): void {
  const { plan: planned } = train()
  if (planned === null) return
  takeSettings(planned.spec)
  if (matchMedia('(max-width: 1099px)').matches) selectTab('settings')
}
