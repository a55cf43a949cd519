// What a press in a lesson does: brings its step on view, keeps the prediction, runs the live code in a worker of the lesson's own.
// What was revealed is kept in this browser. A worker lives while its lesson is open.

import { proxy } from 'comlink'
import { toErrorData } from '../../src/base/errors.ts'
import { type LessonId, type LessonStep, stepOf } from '../../src/lessons/catalogue.ts'
import type { LessonProgress, StepResult } from '../../src/lessons/step-code.ts'
import type { LessonWorkerApi } from '../../src/workers/lesson-api.ts'
import { freshStep, isRight, type Prediction, readDone, type StepRun, type StepState, stepKey } from '../state/lessons.ts'
import { workbench } from '../state/workbench.ts'
import { modelsUrl } from './engine.ts'
import { keepText, keptText } from './preferences.ts'
import { holdWorker, type WorkerHandle } from './worker-handle.ts'

const KEY = 'tokenloom-lessons'

interface OpenLesson {
  readonly lesson: LessonId
  readonly handle: WorkerHandle<LessonWorkerApi>
}

let open: OpenLesson | null = null
/** Counts the runs of a step: an older one's answer is dropped. */
const runs = new Map<string, number>()

interface Shown {
  readonly lesson: LessonId
  readonly step: LessonStep
  readonly key: string
}

function shown(): Shown | null {
  const { place } = workbench.getState().lessons
  const step = place === null ? undefined : stepOf(place.lesson, place.at)
  return place === null || step === undefined ? null : { lesson: place.lesson, step, key: stepKey(place.lesson, step.id) }
}

const stateOf = ({ key, step }: Shown): StepState => workbench.getState().lessons.steps[key] ?? freshStep(step)

function change(at: Shown, part: Partial<StepState>): void {
  const { lessons } = workbench.getState()
  workbench.setState({ lessons: { ...lessons, steps: { ...lessons.steps, [at.key]: { ...stateOf(at), ...part } } } })
}

export function restoreLessons(): void {
  const { lessons } = workbench.getState()
  workbench.setState({ lessons: { ...lessons, done: readDone(keptText(KEY)) } })
}

/** The worker of this lesson; another lesson's ends. */
function workerOf(lesson: LessonId): WorkerHandle<LessonWorkerApi> {
  if (open?.lesson === lesson && open.handle.dead === null) return open.handle
  closeLesson()
  const worker = new Worker(new URL('../../src/workers/lesson.worker.ts', import.meta.url), { type: 'module', name: 'lesson' })
  open = { lesson, handle: holdWorker<LessonWorkerApi>('lesson', worker) }
  return open.handle
}

/** What runs ends with its worker: every step is as it was before its press, and no answer is waited for. */
export function closeLesson(): void {
  open?.handle.dispose()
  open = null
  const { lessons } = workbench.getState()
  const running = Object.entries(lessons.steps).filter(([, { run }]) => run.kind === 'running')
  if (running.length === 0) return
  for (const [key] of running) runs.set(key, (runs.get(key) ?? 0) + 1)
  workbench.setState({
    lessons: { ...lessons, steps: { ...lessons.steps, ...Object.fromEntries(running.map(([key, state]) => [key, { ...state, run: runBefore(state) }])) } },
  })
}

function runBefore({ run }: StepState): StepRun {
  return run.kind === 'running' && run.before !== null ? { kind: 'done', result: run.before } : { kind: 'none' }
}

/** Brings what stands beside the question. */
export async function showStep(): Promise<void> {
  const at = shown()
  if (at === null || stateOf(at).exhibit !== null) return
  const { input } = stateOf(at)
  try {
    const exhibit = await workerOf(at.lesson).ask((remote) => remote.exhibit({ lesson: at.lesson, step: at.step.id, input }))
    change(at, { exhibit })
  } catch (thrown) {
    change(at, { exhibit: [], run: { kind: 'failed', error: toErrorData(thrown) } })
  }
}

export function predict(prediction: Prediction): void {
  const at = shown()
  if (at !== null && stateOf(at).verdict === null) change(at, { prediction })
}

/** Runs the step with its settings; the first run settles whether the prediction was right. */
export async function reveal(): Promise<void> {
  const at = shown()
  if (at === null) return
  const { prediction } = stateOf(at)
  if (prediction === null) return
  const result = await run(at)
  if (result === null) return
  const { verdict } = stateOf(at)
  if (verdict === null) change(at, { verdict: { predicted: prediction, outcome: result.outcome, right: isRight(at.step, prediction, result.outcome) } })
  noteDone(at.key)
}

/** A setting of the step: the code runs again. */
export async function changeInput(name: string, value: number): Promise<void> {
  const at = shown()
  if (at === null) return
  change(at, { input: { ...stateOf(at).input, [name]: value } })
  await run(at)
}

/** Asks the question anew: with the settings that the step began with. */
export function askAgain(): void {
  const at = shown()
  if (at === null) return
  runs.set(at.key, (runs.get(at.key) ?? 0) + 1)
  change(at, { ...freshStep(at.step), exhibit: stateOf(at).exhibit })
}

async function run(at: Shown): Promise<StepResult | null> {
  const mine = (runs.get(at.key) ?? 0) + 1
  runs.set(at.key, mine)
  const newest = (): boolean => runs.get(at.key) === mine
  const { run: before, input } = stateOf(at)
  const last = before.kind === 'done' ? before.result : before.kind === 'running' ? before.before : null
  const worker = workerOf(at.lesson)
  change(at, { run: { kind: 'running', progress: null, before: last } })
  const hear = (progress: LessonProgress): void => {
    if (newest() && stateOf(at).run.kind === 'running') change(at, { run: { kind: 'running', progress, before: last } })
  }
  try {
    const ask = { lesson: at.lesson, step: at.step.id, input, engine: workbench.getState().engineChoice, modelsUrl: modelsUrl() }
    const result = await worker.ask((remote) => remote.run(ask, proxy(hear)))
    if (!newest()) return null
    change(at, { run: { kind: 'done', result } })
    return result
  } catch (thrown) {
    if (newest()) change(at, { run: { kind: 'failed', error: toErrorData(thrown) } })
    return null
  }
}

function noteDone(key: string): void {
  const { lessons } = workbench.getState()
  if (lessons.done.includes(key)) return
  // Another tab may have noted more meanwhile.
  const done = [...new Set([...readDone(keptText(KEY)), ...lessons.done, key])]
  workbench.setState({ lessons: { ...lessons, done } })
  keepText(KEY, JSON.stringify(done))
}
