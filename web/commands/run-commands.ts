// Train, pause, resume, step, stop: what the buttons and the automation do. Several runs may be under way, each with a worker of
// its own that ends with it; all are clients of the engine of this tab. A failure before the first event stands beside the
// button, a later one in the run's own log.

import { proxy, transfer } from 'comlink'
import { type ErrorData, type TokenloomError, toErrorData, tokenloomError } from '../../src/base/errors.ts'
import { reloadsOf } from '../../src/record/environment-versions.ts'
import type { RunEvent } from '../../src/record/events.ts'
import { isAuthored } from '../../src/record/is-authored.ts'
import type { RunSpec, SourceReload } from '../../src/record/spec.ts'
import type { EngineStart, EngineWorkerApi } from '../../src/workers/engine-api.ts'
import type { LeftPolicy, RunFile, RunStart, RunWorkerApi } from '../../src/workers/run-api.ts'
import { readDraft } from '../state/draft.ts'
import { nameOfRun } from '../state/run-name.ts'
import { emptyRunView, isOver, type RunView } from '../state/run-view.ts'
import { jointDemand, MOST_RUNS, runsAtWork } from '../state/runs-under-way.ts'
import { applyEvents, viewOf, workbench } from '../state/workbench.ts'
import { sourceOfHash } from './authored-sources.ts'
import { dataSetOf } from './data-sets.ts'
import { type CpuWish, connectEngine, dropEngine, engineAtHand, modelUrl, onEngineDeath, prepareEngine } from './engine.ts'
import { backToRun, goToRun } from './navigate.ts'
import { keepPolicies } from './policies.ts'
import { createRunLog, followRun, type RunLog } from './run-stream.ts'
import { type AuthoredSandbox, openSandbox } from './sandbox.ts'
import { askLibrary, connectStore, refreshRuns, storeEvents, storeFiles } from './store.ts'
import { whenPageGoes } from './when-page-goes.ts'
import { holdWorker, type WorkerHandle } from './worker-handle.ts'

export interface LiveRun {
  readonly id: string
  readonly spec: RunSpec
  readonly log: RunLog
  readonly worker: WorkerHandle<RunWorkerApi>
  /** The engine knows it under this name. */
  readonly client: string
  /** What was on view before: it comes back when a run that was to go on cannot. */
  readonly before: RunView | null
  /** How it stood when its worker ended; null while that lives. */
  last: RunView | null
  files: readonly RunFile[]
  /** Why it could not go on, when its own log cannot say. */
  error: ErrorData | null
  /** The sandbox of the authored source that its steps play now; null where the environment is built in. */
  playing: AuthoredSandbox | null
  /** Settles when the run is over and its files are stored. */
  readonly over: Promise<void>
}

/** By id, in the order of their starts; of those that are over the newest few. */
const liveRuns = new Map<string, LiveRun>()
const ENDED_KEPT = 8

/** A run that this page has started; without an id the one on view. */
export const liveRun = (id = workbench.getState().run?.id): LiveRun | null => (id === undefined ? null : (liveRuns.get(id) ?? null))

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
  /** The authored source that is played first. */
  readonly source?: string
  /** Of a run that goes on: the last version of the source that came. Those that the spec plans later are to come. */
  readonly reloaded?: SourceReload
}

/** Authored sources, each open in a sandbox of its own: what is played first, and what the spec's reloads bring. */
interface OpenRules {
  readonly first: AuthoredSandbox | null
  readonly reloads: readonly { readonly after: number; readonly sandbox: AuthoredSandbox }[]
  dispose(): void
}

async function openRules({ spec, source, reloaded }: Pick<Launch, 'spec' | 'source' | 'reloaded'>): Promise<OpenRules> {
  const opened: AuthoredSandbox[] = []
  const open = async (hash: string, known?: string): Promise<AuthoredSandbox> => {
    const found = known ?? (await sourceOfHash(hash))
    const message = `This page does not have the source ${hash.slice(0, 12)}… of ${spec.environment.id}.`
    if (found === null)
      throw tokenloomError('ENVIRONMENT_UNKNOWN', message, 'Open the source in the editor, and start the run from there.', 'environment.source')
    const sandbox = await openSandbox(found)
    opened.push(sandbox)
    return sandbox
  }
  const dispose = (): void => {
    for (const sandbox of opened) sandbox.dispose()
  }
  if (!isAuthored(spec)) return { first: null, reloads: [], dispose }
  try {
    const first = await open(reloaded?.source ?? spec.environment.source, source)
    const reloads: OpenRules['reloads'][number][] = []
    for (const { after, source: hash } of reloadsOf(spec).filter((one) => reloaded === undefined || one.after > reloaded.after))
      reloads.push({ after, sandbox: await open(hash) })
    return { first, reloads, dispose }
  } catch (thrown) {
    dispose()
    throw thrown
  }
}

/** What the run is to start from, out of the library. A run that goes on has it behind it. */
async function loadOrigin({ spec, from }: Pick<Launch, 'spec' | 'from'>): Promise<Pick<RunStart, 'trainOn'>> {
  if (from !== undefined || spec.adapter.from === '') return {}
  const trainOn = await askLibrary((remote) => remote.loadAdapter(spec.adapter.from))
  if (trainOn !== null) return { trainOn }
  const message = `This tab keeps no policies, so not the checkpoint ${spec.adapter.from.slice(0, 12)}….`
  throw tokenloomError('CHECKPOINT_UNKNOWN', message, 'Start it in the tab that keeps the records, or empty this setting to start fresh.', 'adapter.from')
}

/** Starts a run and resolves once its worker has it. Throws what kept it from starting. */
export function launchRun(spec: RunSpec, engine: EngineStart['engine'], cpu: CpuWish = {}): Promise<LiveRun> {
  const id = `r${crypto.randomUUID().replaceAll('-', '').slice(0, 11)}`
  return launch({ id, spec, engine, view: { ...emptyRunView(id), spec }, cpu })
}

export async function launch({ view, ...launched }: Launch): Promise<LiveRun> {
  const busy = workbench.getState()
  if (busy.pending === 'start') throw tokenloomError('ENGINE_BUSY', 'A run is just being started.', 'Wait until it has begun, then start the next one.')
  const { id, spec } = launched
  if (runsAtWork(busy.underWay).length >= MOST_RUNS) throw refused(tooMany())
  const before = busy.run
  const recording = busy.recording === null ? null : 'held'
  const start = { pending: 'start', run: view, live: true, recording: null } as const
  workbench.setState({ ...start, commandError: null, tokenStep: null, tokenProblem: null, token: null })
  goToRun(id)
  // Its script loads while the engine gets ready.
  const worker = holdWorker<RunWorkerApi>('run', new Worker(new URL('../../src/workers/run.worker.ts', import.meta.url), { type: 'module', name: 'run' }))
  let rules: OpenRules | null = null
  try {
    rules = await openRules(launched)
    const origin = { ...(await loadOrigin(launched)), ...(await dataSetOf(spec)) }
    const handle = await prepareEngine(spec.base, launched.engine, launched.cpu)
    await checkRoom(handle, spec)
    const client = `${id}/${++connections}`
    const engine = await connectEngine(handle, { id: client, name: nameOfRun(id) })
    const run = beginRun({ ...launched, ...origin, view, client, rules }, engine, worker, before)
    workbench.setState({ pending: null })
    return run
  } catch (thrown) {
    worker.dispose()
    rules?.dispose()
    workbench.setState({ pending: null, commandError: toErrorData(thrown) })
    if (workbench.getState().run?.id !== id) throw thrown
    // Whatever was on view may have gone on meanwhile.
    const back = before === null ? null : (viewOf(before.id) ?? before)
    workbench.setState({ live: back !== null && workbench.getState().underWay[back.id] !== undefined, run: back?.id === id ? before : back, recording })
    backToRun(before?.id)
    throw thrown
  }
}

let connections = 0

/** A refusal stands beside the button. */
function refused(error: TokenloomError): TokenloomError {
  workbench.setState({ commandError: error.toData() })
  return error
}

const tooMany = (): TokenloomError =>
  tokenloomError('ENGINE_BUSY', `${MOST_RUNS} runs are under way, and one engine serves no more.`, 'Stop one, or let it finish, then start the next one.')

/** One engine holds them all: together with those under way the new one must fit. */
async function checkRoom(handle: WorkerHandle<EngineWorkerApi>, spec: RunSpec): Promise<void> {
  const others = runsAtWork(workbench.getState().underWay).flatMap((run) => (run.spec === null ? [] : [run.spec]))
  const { engine } = workbench.getState()
  // Alone it is judged by its own plan, in its worker.
  if (others.length === 0 || engine.kind !== 'ready') return
  const plan = await handle.ask((remote) => remote.planMemory(jointDemand([...others, spec], engine.description.base.contextTokens)))
  if (plan.fits) return
  const mebibytes = (bytes: number): string => `${Math.ceil(bytes / 2 ** 20)} MiB`
  throw tokenloomError(
    'MEMORY_PLAN',
    `Together with the runs under way this takes ${mebibytes(plan.totalBytes)}, and the engine has ${mebibytes(plan.limitBytes)}.`,
    'Stop a run, or choose fewer groups for this one.',
    'rollout.groups',
  )
}

type Begun = Launch & Pick<RunStart, 'trainOn' | 'dataSet'> & { readonly client: string; readonly rules: OpenRules }

function beginRun(
  { id, spec, from, trainOn, dataSet, view, client, rules }: Begun,
  engine: MessagePort,
  worker: WorkerHandle<RunWorkerApi>,
  before: RunView | null,
): LiveRun {
  workbench.setState({ underWay: { ...workbench.getState().underWay, [id]: viewOf(id) ?? view } })
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
  const connected = (sandbox: AuthoredSandbox) => ({ source: sandbox.source, sandbox: sandbox.connect() })
  const authored = rules.first === null ? null : connected(rules.first)
  const reloads = rules.reloads.map(({ after, sandbox }) => ({ after, authored: connected(sandbox) }))
  const sandboxes = [...(authored === null ? [] : [authored]), ...reloads.map((one) => one.authored)].map(({ sandbox }) => sandbox)
  const ports = [engine, screen.port2, ...(store === null ? [] : [store]), ...sandboxes]
  const origin = { ...(from === undefined ? {} : { from }), ...(trainOn === undefined ? {} : { trainOn }), ...(dataSet === undefined ? {} : { dataSet }) }
  const start: RunStart = {
    run: id,
    spec,
    modelUrl: modelUrl(spec.base),
    engine,
    screen: screen.port2,
    store,
    ...origin,
    ...(authored === null ? {} : { authored, reloads }),
  }
  let kept: Promise<void> = Promise.resolve()
  const keep = (left: readonly LeftPolicy[]): Promise<void> => {
    kept = kept.then(() => keepPolicies(id, spec, left)).catch((thrown: unknown) => workbench.setState({ commandError: toErrorData(thrown) }))
    return kept
  }
  const onPolicy = proxy((left: readonly LeftPolicy[]) => void keep(left))
  const ended = worker.ask((remote) => remote.run(transfer(start, ports), onPolicy))
  const run: LiveRun = {
    ...{ id, spec, log, worker, client, before: from === undefined ? null : before, last: null, files: [], error: null },
    ...{ playing: rules.first, over: conclude() },
  }
  liveRuns.delete(id)
  liveRuns.set(id, run)
  forgetOld()
  return run

  async function conclude(): Promise<void> {
    try {
      const files = await ended
      run.files = files
      await storeFiles(id, files).catch(() => {})
      await keep(await worker.ask((remote) => remote.policies()))
    } catch (thrown) {
      await fail(run, toErrorData(thrown))
    } finally {
      stopListening()
      stopWatching()
      release()
      worker.dispose()
      rules.dispose()
      run.playing?.dispose()
      // Whatever it still held on the engine is freed: a worker that fell could not do so itself.
      void engineAtHand().then((handle) => handle?.ask((remote) => remote.disconnect(client)).catch(() => {}))
      run.last = viewOf(id)
      const { run: shown, live, underWay, pending } = workbench.getState()
      const { [id]: _, ...others } = underWay
      workbench.setState({ underWay: others, ...(shown?.id === id ? { live: false, pending: null } : { live, pending }) })
      await refreshRuns().catch(() => {})
    }
  }
}

function forgetOld(): void {
  const ended = [...liveRuns.values()].filter(({ last }) => last !== null)
  for (const { id } of ended.slice(0, Math.max(0, ended.length - ENDED_KEPT))) liveRuns.delete(id)
}

/** A run whose worker could not say goodbye gets its last event from the page, so that its log has an end. */
async function fail(run: LiveRun, error: ErrorData): Promise<void> {
  run.error = error
  // A device that was lost or refused a command is not asked again: the next run gets a fresh one.
  if (error.code.startsWith('GPU_')) dropEngine()
  const view = viewOf(run.id)
  if (view === null || isOver(view.status)) return
  if (run.before !== null && view.status === 'starting') {
    // It never went on: its record is as it was.
    if (workbench.getState().run?.id === run.id) workbench.setState({ run: run.before, commandError: error })
    return
  }
  const event: RunEvent = { kind: 'failed', error, run: run.id, seq: view.lastSeq + 1 }
  run.log.add([event])
  applyEvents([event])
  if (view.spec !== null) await storeEvents([event]).catch(() => {})
}

export type Pressed = 'pause' | 'resume' | 'step' | 'stop'

/** A press for any run under way; it is answered by events of that run. */
export function pressRun(id: string, pressed: Pressed): void {
  liveRuns.get(id)?.worker.tell((remote) => remote[pressed]())
}

/** Presses for the run on view: until an event answers, the button shows that it was heard. */
async function press(pressed: Pressed): Promise<void> {
  const view = workbench.getState().run
  const run = liveRun()
  if (run === null || view === null || isOver(view.status)) return
  workbench.setState({ pending: pressed })
  pressRun(run.id, pressed)
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
