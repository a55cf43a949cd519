// What a press on the preview of a link does: its settings become the draft, its place comes on view, or it is put away. Only
// then does the address let go of it.

import { LESSON_IDS, stepOf } from '../../src/lessons/catalogue.ts'
import type { EnvironmentLink, LessonLink, RunLink, ViewLink } from '../../src/share/link.ts'
import { PARTS } from '../state/address.ts'
import { placeOf, tabOf } from '../state/shared-link.ts'
import { runningSpec } from '../state/shown-draft.ts'
import { workbench } from '../state/workbench.ts'
import { rememberSource } from './authored-sources.ts'
import { takeSettings } from './edit-draft.ts'
import { backFromLink, goToPlace } from './navigate.ts'
import { playOnFirstVisit } from './play-recording.ts'
import { pointAt } from './point-at-token.ts'
import { startRun } from './run-commands.ts'
import { saveFile } from './take-away.ts'
import { leaveLiveRun } from './train-another.ts'

/** Puts the link away; nothing of it is kept, and the page is as it was, or would have been, without it. */
export function closeLink(): void {
  backFromLink()
  if (workbench.getState().run === null) void playOnFirstVisit()
}

/** The settings become those of the form, and a source that came with them is remembered as text. A run starts only where `train` says so. */
export async function takeRunLink(link: RunLink, train: boolean): Promise<void> {
  for (const source of link.sources) await rememberSource(source)
  // While a run is on view and under way, its settings are shown: it goes on, and the form is the link's.
  if (runningSpec(workbench.getState()) !== null) leaveLiveRun()
  takeSettings(link.spec)
  workbench.setState({ promised: link.digest === null ? null : { spec: link.spec, digest: link.digest, run: null } })
  const tab = tabOf(link.view)
  goToPlace(tab === undefined ? {} : { tab })
  if (train) void startRun()
}

/** The place in a run that this browser has. */
export function takeViewLink({ run, view }: ViewLink): void {
  goToPlace({ run, ...placeOf(view) })
  if (view.token !== undefined) whenTokensStand(run, view.step, view.token)
}

/** The token's card opens once its step is on view, unless somebody goes elsewhere before. */
function whenTokensStand(run: string, step: number | undefined, token: number): void {
  const address = location.hash
  const look = (): boolean => {
    const { run: shown, tokenStep } = workbench.getState()
    if (shown?.id !== run || tokenStep === null || tokenStep.step !== (step ?? tokenStep.step)) return location.hash !== address
    pointAt(token, 'keyboard')
    return true
  }
  if (look()) return
  const stop = workbench.subscribe(() => {
    if (look()) stop()
  })
}

/** The source becomes a file of the editor, which checks it in its sandbox. */
export async function editSource({ source, title }: Pick<EnvironmentLink, 'source' | 'title'>): Promise<void> {
  const { createFile } = await import('./author-files.ts')
  goToPlace({ tab: 'author' })
  await createFile(title, source)
}

/** The step of a lesson, where this page has it; else the list of lessons. */
export function takeLessonLink({ lesson, step, hide = [] }: LessonLink): void {
  const known = LESSON_IDS.find((one) => one === lesson)
  const parts = PARTS.filter((part) => hide.includes(part))
  goToPlace({
    tab: 'lessons',
    ...(known === undefined ? {} : { lesson: known }),
    ...(known === undefined || stepOf(known, step) === undefined ? {} : { at: step }),
    ...(parts.length === 0 ? {} : { hide: parts }),
  })
}

/** Authored code is only ever kept as text here. */
export const saveSource = ({ source }: EnvironmentLink): void => saveFile('environment.ts', new Blob([source], { type: 'text/plain' }))
