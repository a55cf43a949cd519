// Train, pause, resume, step, stop: what the buttons and the automation do. One run at a time; its worker ends with
// it. A failure before the first event stands beside the button, a later one in the run's own log.

import { transfer } from 'comlink'
import { type ErrorData, toErrorData, tokenloomError } from '../../src/base/errors.ts'
import type { RunEvent } from '../../src/record/events.ts'
import type { RunSpec } from '../../src/record/spec.ts'
import type { EngineStart } from '../../src/workers/engine-api.ts'
import type { RunFile, RunStart, RunWorkerApi } from '../../src/workers/run-api.ts'
import { readDraft } from '../state/draft.ts'
import { emptyRunView, isOver, type RunView } from '../state/run-view.ts'
import { applyEvents, workbench } from '../state/workbench.ts'
import { type CpuWish, connectEngine, dropEngine, modelUrl, onEngineDeath, prepareEngine } from './engine.ts'
import { backToRun, goToRun } from './navigate.ts'
import { createRunLog, followRun, type RunLog } from './run-stream.ts'
import { connectStore, refreshRuns, storeEvents, storeFiles } from './store.ts'
import { whenPageGoes } from './when-page-goes.ts'
import { holdWorker, type WorkerHandle } from './worker-handle.ts'

export interface LiveRun {
  readonly id: string
  readonly spec: RunSpec
  readonly log: RunLog
  readonly worker: WorkerHandle<RunWorkerApi>
  /** What was on view before: it comes back when a run that was to go on cannot. */
  readonly before: RunView | null
  files: readonly RunFile[]
  /** Why it could not go on, when its own log cannot say. */
  error: ErrorData | null
  /** Settles when the run is over and its files are stored. */
  readonly over: Promise<void>
}

let current: LiveRun | null = null

export const liveRun = (): LiveRun | null => current

/** The Train button: the draft as it stands. */
export async function startRun(): Promise<void> {
  const { spec } = readDraft(workbench.getState().draft)
  if (spec === null) return
  await launchRun(spec, workbench.getState().engineChoice).catch(() => {
    // It stands beside the button.
  })
}

/** A run that starts, or goes on `from` a checkpoint; `view` is drawn until its first event comes. */
export interface Launch {
  readonly id: string
  readonly spec: RunSpec
  readonly engine: EngineStart['engine']
  readonly cpu?: CpuWish
  readonly view: RunView
  readonly from?: NonNullable<RunStart['from']>
}

/** Starts a run and resolves once its worker has it. Throws what kept it from starting. */
export function launchRun(spec: RunSpec, engine: EngineStart['engine'], cpu: CpuWish = {}): Promise<LiveRun> {
  const id = `r${crypto.randomUUID().replaceAll('-', '').slice(0, 11)}`
  return launch({ id, spec, engine, view: emptyRunView(id), cpu })
}

export async function launch({ view, ...launched }: Launch): Promise<LiveRun> {
  const busy = workbench.getState()
  if (busy.pending === 'start' || (busy.live && busy.run !== null && !isOver(busy.run.status)))
    throw tokenloomError('INTERNAL', 'A run is already under way in this tab.', 'Stop it, or let it finish, then start the next one.')
  const { id, spec } = launched
  const before = busy.run
  const recording = busy.recording === null ? null : 'held'
  const start = { pending: 'start', run: view, live: true, recording: null } as const
  workbench.setState({ ...start, commandError: null, tokenStep: null, tokenProblem: null, token: null })
  goToRun(id)
  // Its script loads while the engine gets ready.
  const worker = holdWorker<RunWorkerApi>('run', new Worker(new URL('../../src/workers/run.worker.ts', import.meta.url), { type: 'module', name: 'run' }))
  try {
    const engine = await connectEngine(await prepareEngine(spec.base, launched.engine, launched.cpu))
    current = beginRun(launched, engine, worker, before)
    workbench.setState({ pending: null })
    return current
  } catch (thrown) {
    worker.dispose()
    workbench.setState({ pending: null, live: false, run: before, recording, commandError: toErrorData(thrown) })
    backToRun(before?.id)
    throw thrown
  }
}

function beginRun({ id, spec, from }: Omit<Launch, 'view'>, engine: MessagePort, worker: WorkerHandle<RunWorkerApi>, before: RunView | null): LiveRun {
  const log = createRunLog(id)
  const screen = new MessageChannel()
  followRun(id, screen.port1, log)
  const store = connectStore()
  const stopListening = onEngineDeath((cause) => worker.tell((remote) => remote.engineDied(cause)))
  const stopWatching = whenPageGoes(() => worker.tell((remote) => remote.save()))
  // A tab that holds a lock is not frozen for using the processor in the background.
  let release = (): void => {}
  void navigator.locks?.request(
    `tokenloom-run-${id}`,
    () =>
      new Promise<void>((resolve) => {
        release = resolve
      }),
  )
  const ports = [engine, screen.port2, ...(store === null ? [] : [store])]
  const start: RunStart = { run: id, spec, modelUrl: modelUrl(spec.base), engine, screen: screen.port2, store, ...(from === undefined ? {} : { from }) }
  const ended = worker.ask((remote) => remote.run(transfer(start, ports)))
  const run: LiveRun = { id, spec, log, worker, before: from === undefined ? null : before, files: [], error: null, over: conclude() }
  return run

  async function conclude(): Promise<void> {
    try {
      const files = await ended
      run.files = files
      await storeFiles(id, files).catch(() => {})
    } catch (thrown) {
      await fail(run, toErrorData(thrown))
    } finally {
      stopListening()
      stopWatching()
      release()
      worker.dispose()
      workbench.setState({ pending: null, live: workbench.getState().run?.id === id ? false : workbench.getState().live })
      await refreshRuns().catch(() => {})
    }
  }
}

/** A run whose worker could not say goodbye gets its last event from the page, so that its log has an end. */
async function fail(run: LiveRun, error: ErrorData): Promise<void> {
  run.error = error
  // A device that was lost or refused a command is not asked again: the next run gets a fresh one.
  if (error.code.startsWith('GPU_')) dropEngine()
  const view = workbench.getState().run
  if (view === null || view.id !== run.id || isOver(view.status)) return
  if (run.before !== null && view.status === 'starting') {
    // It never went on: its record is as it was.
    workbench.setState({ run: run.before, commandError: error })
    return
  }
  const event: RunEvent = { kind: 'failed', error, run: run.id, seq: view.lastSeq + 1 }
  run.log.add([event])
  applyEvents([event])
  if (view.spec !== null) await storeEvents([event]).catch(() => {})
}

type Pressed = 'pause' | 'resume' | 'step' | 'stop'

/** Presses are answered by events; until one comes the button shows that it was heard. */
async function press(pressed: Pressed): Promise<void> {
  const run = current
  const view = workbench.getState().run
  if (run === null || view === null || view.id !== run.id || isOver(view.status)) return
  workbench.setState({ pending: pressed })
  run.worker.tell((remote) => remote[pressed]())
  await new Promise<void>((resolve) => {
    const answered = (): boolean => {
      const now = workbench.getState().run
      if (now === null || now.id !== run.id || isOver(now.status)) return true
      if (pressed === 'pause') return now.status === 'paused'
      if (pressed === 'resume') return now.status === 'running'
      return pressed === 'step' && now.status === 'paused' && now.lastSeq > view.lastSeq
    }
    const unsubscribe = workbench.subscribe(() => {
      if (!answered()) return
      unsubscribe()
      resolve()
    })
  })
  if (workbench.getState().pending === pressed) workbench.setState({ pending: null })
}

export const pauseRun = (): Promise<void> => press('pause')
export const resumeRun = (): Promise<void> => press('resume')
export const stepRun = (): Promise<void> => press('step')
export const stopRun = (): Promise<void> => press('stop')
