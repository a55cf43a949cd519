// Problems from files: read in a worker, kept in this browser on request, handed to runs that name them by hash. The worker lives
// while the view is looked at; the bytes of the last ones stay in this page.

import { proxy } from 'comlink'
import { toErrorData, tokenloomError } from '../../src/base/errors.ts'
import { isRecord } from '../../src/base/json.ts'
import type { RunSpec } from '../../src/record/spec.ts'
import type { DataSetFacts, DataSetWorkerApi, OpenDataSet, PictureSettings } from '../../src/workers/data-set-api.ts'
import { type BroughtData, type DataPart, dataChanges, dataSettings, SAMPLE_SIZE } from '../state/data-sets.ts'
import { emptyDraft } from '../state/draft.ts'
import { workbench } from '../state/workbench.ts'
import { leaveRun, selectTab } from './navigate.ts'
import { askLibrary } from './store.ts'
import { tell } from './take-away.ts'
import { holdWorker, type WorkerHandle } from './worker-handle.ts'

/** The environment of problems from files (src/datasets/environment.ts). */
const DATA_SET_ENVIRONMENT = 'data-set-v1'
const PRESET = 'data-set'
/** Bytes of data sets that this page holds. */
const MEMORY_LIMIT = 128 * 1024 * 1024

const held = new Map<string, Uint8Array<ArrayBuffer>>()
let reader: WorkerHandle<DataSetWorkerApi> | null = null
let files: OpenDataSet['files'] = []
let columns: OpenDataSet['columns']
let request = 0
let draws = 0

const show = (change: Partial<BroughtData>): void => workbench.setState({ data: { ...workbench.getState().data, ...change } })

function dataWorker(): WorkerHandle<DataSetWorkerApi> {
  if (reader === null || reader.dead !== null) {
    const worker = new Worker(new URL('../../src/workers/data-set.worker.ts', import.meta.url), { type: 'module', name: 'data-set' })
    reader = holdWorker<DataSetWorkerApi>('data-set', worker)
  }
  return reader
}

export function leaveData(): void {
  request++
  reader?.dispose()
  reader = null
  files = []
  columns = undefined
  show({ open: { kind: 'none' }, problem: null })
}

/** Files that were chosen or dropped, with their paths within a folder. */
export async function openData(chosen: readonly { readonly path: string; readonly file: Blob }[]): Promise<void> {
  if (chosen.length === 0) return
  files = chosen
  columns = undefined
  await read()
}

export async function nameColumns(named: NonNullable<OpenDataSet['columns']>): Promise<void> {
  columns = { ...columns, ...named }
  await read()
}

export async function choosePictures(pictures: PictureSettings): Promise<void> {
  show({ pictures })
  if (files.length > 0) await read()
}

async function read(): Promise<void> {
  const mine = ++request
  show({ open: { kind: 'reading', done: 0, total: 0 }, problem: null })
  try {
    const { pictures } = workbench.getState().data
    const onProgress = proxy((done: number, total: number) => {
      // These come on a port of their own and may arrive after the answer.
      if (mine === request && workbench.getState().data.open.kind === 'reading') show({ open: { kind: 'reading', done, total } })
    })
    const opened = await dataWorker().ask((remote) => remote.open({ files, pictures, ...(columns === undefined ? {} : { columns }) }, onProgress))
    if (mine !== request) return
    remember(opened.facts.hash, opened.bytes)
    await showOpen(opened.facts, true)
  } catch (thrown) {
    if (mine === request) show({ open: { kind: 'failed', error: toErrorData(thrown) } })
  }
}

async function showOpen(facts: DataSetFacts, fromFiles: boolean): Promise<void> {
  const { saved, part } = workbench.getState().data
  const sample = await dataWorker().ask((remote) => remote.sample(part, SAMPLE_SIZE, ++draws))
  show({ open: { kind: 'open', facts, sample, fromFiles, kept: saved.some(({ hash }) => hash === facts.hash) } })
}

/** Other problems of the same part, or of another. */
export async function drawSample(part: DataPart | null): Promise<void> {
  show({ part })
  const { open } = workbench.getState().data
  if (open.kind !== 'open') return
  const sample = await dataWorker().ask((remote) => remote.sample(part, SAMPLE_SIZE, ++draws))
  const now = workbench.getState().data.open
  if (now.kind === 'open' && now.facts.hash === open.facts.hash) show({ open: { ...now, sample } })
}

function remember(hash: string, bytes: Uint8Array<ArrayBuffer>): void {
  held.delete(hash)
  held.set(hash, bytes)
  let total = [...held.values()].reduce((sum, { byteLength }) => sum + byteLength, 0)
  for (const [old, { byteLength }] of held) {
    if (total <= MEMORY_LIMIT || held.size === 1) return
    held.delete(old)
    total -= byteLength
  }
}

export async function refreshData(): Promise<void> {
  const saved = await askLibrary((remote) => remote.dataSets()).catch(() => null)
  if (saved !== null) show({ saved })
}

/** Keeps the open one in this browser. */
export async function keepData(): Promise<void> {
  await guarded(async () => {
    const { open } = workbench.getState().data
    if (open.kind !== 'open') return
    const { hash, name, layout, problems, pictures } = open.facts
    const bytes = held.get(hash)
    if (bytes === undefined) throw tokenloomError('DATA_SET_MISSING', 'The problems are not in this page any more.', 'Load the file again.')
    const done = await askLibrary((remote) => remote.saveDataSet({ hash, name, layout, problems, pictures }, bytes))
    if (done === null) throw tokenloomError('STORE_FAILED', 'This tab keeps no records.', 'Keep it in the tab that keeps the records.')
    await refreshData()
    const now = workbench.getState().data.open
    if (now.kind === 'open' && now.facts.hash === hash) show({ open: { ...now, kept: true } })
  })
}

export async function openSaved(hash: string): Promise<void> {
  const mine = ++request
  await guarded(async () => {
    const bytes = await bytesOfDataSet(hash)
    if (bytes === null) throw tokenloomError('DATA_SET_MISSING', 'These problems are not kept any more.', 'Load the file again.')
    files = []
    show({ open: { kind: 'reading', done: 0, total: 0 } })
    const facts = await dataWorker().ask((remote) => remote.reopen(bytes))
    if (mine === request) await showOpen(facts, false)
  })
}

export async function removeData(hash: string): Promise<void> {
  await guarded(async () => {
    await askLibrary((remote) => remote.removeDataSet(hash))
    await refreshData()
    const { open } = workbench.getState().data
    if (open.kind === 'open' && open.facts.hash === hash) show({ open: { ...open, kept: false } })
  })
}

async function guarded(work: () => Promise<void>): Promise<void> {
  show({ problem: null })
  try {
    await work()
  } catch (thrown) {
    show({ problem: toErrorData(thrown) })
  }
}

/** Fills the form with a run on the open problems. They are kept first, so that the run can be continued. */
export async function trainOnData(): Promise<void> {
  const { open } = workbench.getState().data
  if (open.kind !== 'open') return
  if (!open.kept && workbench.getState().store.kind === 'ready') await keepData()
  const draft = { ...emptyDraft(PRESET), texts: dataSettings(open.facts) }
  workbench.setState({ draft, run: null, live: false, commandError: null, tokenStep: null, tokenProblem: null, token: null })
  leaveRun()
  selectTab('charts')
  tell(`The settings are ready: Train learns from ${open.facts.name}.`)
}

async function bytesOfDataSet(hash: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const here = held.get(hash)
  if (here !== undefined) return here
  const kept = await askLibrary((remote) => remote.dataSet(hash))
  if (kept === null || kept === undefined) return null
  remember(hash, kept)
  return kept
}

/** The hash of the problems that a spec names; null where its environment names none. */
export function dataSetNamed({ environment: { id, config } }: RunSpec): string | null {
  if (id !== DATA_SET_ENVIRONMENT || !isRecord(config)) return null
  const { dataSet } = config
  return typeof dataSet === 'string' && /^[0-9a-f]{64}$/.test(dataSet) ? dataSet : null
}

/** What a worker needs beside the spec. Throws DATA_SET_MISSING where the spec names problems that are nowhere. */
export async function dataSetOf(spec: RunSpec): Promise<{ readonly dataSet?: Uint8Array<ArrayBuffer> }> {
  if (spec.environment.id !== DATA_SET_ENVIRONMENT) return {}
  const hash = dataSetNamed(spec)
  const bytes = hash === null ? null : await bytesOfDataSet(hash)
  // A copy: workers take what they are given.
  if (bytes !== null) return { dataSet: bytes.slice() }
  const message = hash === null ? 'No problems have been chosen.' : `The problems ${hash.slice(0, 12)}… that this run names are not in this browser.`
  throw tokenloomError('DATA_SET_MISSING', message, 'Load the file in the view Data, and train on it from there.', 'environment.config')
}

/** For scripts: opens a file and gives the settings of a run on it. */
export async function openDataForRun(
  path: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<{ readonly facts: DataSetFacts; readonly settings: ReturnType<typeof dataChanges> }> {
  const request = { files: [{ path, file: new Blob([bytes]) }], pictures: workbench.getState().data.pictures }
  const opened = await dataWorker().ask((remote) =>
    remote.open(
      request,
      proxy(() => {}),
    ),
  )
  remember(opened.facts.hash, opened.bytes)
  return { facts: opened.facts, settings: dataChanges(opened.facts) }
}
