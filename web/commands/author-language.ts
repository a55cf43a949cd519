// Asks the language worker about the source that is being edited: what does not fit, what could be written, what stands at a place.
// The worker is heavy: it comes when somebody edits and goes a while after the view was left. Answers to an older text are dropped.

import { toErrorData } from '../../src/base/errors.ts'
import type { Completions, Explanation, LanguageWorkerApi } from '../../src/workers/language-api.ts'
import type { Author, TypesReport } from '../state/author.ts'
import { workbench } from '../state/workbench.ts'
import { holdWorker, type WorkerHandle } from './worker-handle.ts'

const PAUSE = 350
const KEPT_FOR = 60_000

let held: WorkerHandle<LanguageWorkerApi> | null = null
let ready = false
let checking = false
let timer: ReturnType<typeof setTimeout> | undefined
let leaving: ReturnType<typeof setTimeout> | undefined

const author = (): Author => workbench.getState().author
const set = (types: Partial<TypesReport>): void => workbench.setState({ author: { ...author(), types: { ...author().types, ...types } } })

function language(): WorkerHandle<LanguageWorkerApi> {
  clearTimeout(leaving)
  if (held !== null && held.dead === null) return held
  ready = false
  const worker = new Worker(new URL('../../src/workers/language.worker.ts', import.meta.url), { type: 'module', name: 'language' })
  held = holdWorker<LanguageWorkerApi>('language', worker)
  return held
}

/** The view was left: the worker goes unless somebody comes back soon. */
export function leaveLanguage(): void {
  clearTimeout(timer)
  clearTimeout(leaving)
  leaving = setTimeout(() => {
    held?.dispose()
    held = null
  }, KEPT_FOR)
}

/** Checks the text as it stands once nobody has typed for a moment. */
export function checkTypesSoon(): void {
  clearTimeout(timer)
  timer = setTimeout(() => void checkTypes(), PAUSE)
}

async function checkTypes(): Promise<void> {
  const { text, types, open } = author()
  if (open === null || checking || (types.kind === 'checked' && types.text === text)) return
  checking = true
  try {
    const worker = language()
    set({ kind: ready ? 'checking' : 'loading' })
    const marks = await worker.ask((remote) => remote.problems(text))
    ready = true
    if (author().open === open) set({ kind: 'checked', marks, text })
  } catch (thrown) {
    set({ kind: 'failed' })
    workbench.setState({ author: { ...author(), problem: toErrorData(thrown) } })
    return
  } finally {
    checking = false
  }
  if (author().text !== text || author().open !== open) checkTypesSoon()
}

/** Null while the worker is busy coming, and where there is nothing to say. */
async function asked<T>(question: (worker: WorkerHandle<LanguageWorkerApi>) => Promise<T | null>): Promise<T | null> {
  try {
    return await question(language())
  } catch {
    return null
  }
}

export const completeSource = (source: string, position: number): Promise<Completions | null> =>
  asked((worker) => worker.ask((remote) => remote.complete(source, position)))

export const describeCompletion = (source: string, position: number, label: string): Promise<Omit<Explanation, 'from' | 'to'> | null> =>
  asked((worker) => worker.ask((remote) => remote.describe(source, position, label)))

export const explainSource = (source: string, position: number): Promise<Explanation | null> =>
  asked((worker) => worker.ask((remote) => remote.explain(source, position)))

let cursor: { readonly text: string; readonly position: number } | null = null
let explaining = false

/** What stands under the cursor, for those who do not hover. */
export async function explainCursor(text: string, position: number): Promise<void> {
  cursor = { text, position }
  if (explaining || !ready) return
  explaining = true
  while (cursor !== null) {
    const wanted: { readonly text: string; readonly position: number } = cursor
    cursor = null
    const found = await explainSource(wanted.text, wanted.position)
    const atCursor = found === null ? null : { signature: found.signature, documentation: found.documentation }
    workbench.setState({ author: { ...author(), atCursor } })
  }
  explaining = false
}
