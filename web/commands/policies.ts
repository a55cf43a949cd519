// The library of policies: what a run leaves is kept there, with its lineage; list, fork, roll back, delete, take away, import,
// compare. What goes wrong stands beside what was pressed.

import { transfer } from 'comlink'
import { toErrorData, tokenloomError } from '../../src/base/errors.ts'
import type { AdapterCheckpoint } from '../../src/record/adapter-checkpoint.ts'
import type { RunSpec } from '../../src/record/spec.ts'
import type { PolicyWorkerApi } from '../../src/workers/policy-api.ts'
import type { LeftPolicy, RunFile } from '../../src/workers/run-api.ts'
import { choose, freeName, type Policies } from '../state/policies.ts'
import { nameOfRun } from '../state/run-name.ts'
import { workbench } from '../state/workbench.ts'
import { connectEngine, modelUrl, prepareEngine } from './engine.ts'
import { askLibrary, refreshRuns } from './store.ts'
import { saveFile, tell } from './take-away.ts'
import { holdWorker, type WorkerHandle } from './worker-handle.ts'

const PROBLEMS = 32

function set(change: Partial<Policies>): void {
  workbench.setState({ policies: { ...workbench.getState().policies, ...change } })
}

async function trying(at: string, work: () => Promise<void>): Promise<void> {
  set({ problem: null })
  try {
    await work()
  } catch (thrown) {
    set({ problem: { at, error: toErrorData(thrown) } })
  }
}

export const refreshPolicies = (): Promise<void> => trying('list', listPolicies)

async function listPolicies(): Promise<void> {
  const entries = await askLibrary((remote) => remote.listAdapters())
  set({
    list: (entries ?? [])
      .map(({ name, hash, history, row: { bytes, created, rank, version, baseHash, run, step } }) => ({
        ...{ name, hash, history, bytes, created, rank, version, baseHash, run, step },
      }))
      .sort((a, b) => b.created - a.created),
  })
  // A lineage that is unfolded begins with what its name points to now.
  const { list, lineages } = workbench.getState().policies
  for (const { name, hash } of list ?? []) if (lineages[name] !== undefined && lineages[name][0]?.hash !== hash) await readLineage(name)
}

/** What each policy of a run was last kept as: a name may be rolled back meanwhile, which changes nothing of what the run trains on. */
const lastKept = new Map<string, string>()

/** What a run keeps on its way and leaves at its end: each adds to the lineage of what it kept before, before a reload as well. */
export async function keepPolicies(id: string, { adapter: { from } }: RunSpec, left: readonly LeftPolicy[]): Promise<void> {
  // Runs that were recorded before the setting existed have none.
  const origin = from === undefined || from === '' ? null : from
  for (const { agent, checkpoint } of left) {
    const name = `${nameOfRun(id)} ${id.slice(1, 5)}${left.length === 1 ? '' : `, ${agent}`}`
    const before = (await askLibrary((remote) => remote.listAdapters({ prefix: name, limit: 1 })))?.find((entry) => entry.name === name)
    const own = before?.row.run === id ? before : undefined
    // A run that goes on, or is stopped just where it was evaluated, makes the very version again.
    if (own?.row.step === checkpoint.lineage.step && own.row.version === checkpoint.adapter.version) continue
    const lineage = { ...checkpoint.lineage, parent: lastKept.get(name) ?? own?.hash ?? origin }
    const hash = await askLibrary((remote) => remote.saveAdapter(name, { ...checkpoint, lineage }))
    if (hash !== null) lastKept.set(name, hash)
  }
  // Whoever has the list open sees the new version.
  if (left.length === 0 || workbench.getState().policies.list === null) return
  await refreshRuns()
  await listPolicies()
}

export const choosePolicy = (name: string): void => set({ chosen: choose(workbench.getState().policies.chosen, name), compare: { kind: 'idle' } })

export const unfoldPolicy = (name: string): Promise<void> => trying(name, () => readLineage(name))

async function readLineage(name: string): Promise<void> {
  const rows = (await askLibrary((remote) => remote.adapterLineage(name))) ?? []
  const ancestors = rows.map(({ hash, version, step, run, created, bytes }) => ({ hash, version, step, run, created, bytes }))
  set({ lineages: { ...workbench.getState().policies.lineages, [name]: ancestors } })
}

export const forkPolicy = (name: string): Promise<void> =>
  trying(name, async () => {
    const taken = (workbench.getState().policies.list ?? []).map((one) => one.name)
    const fork = freeName(`${name}, fork`, taken)
    await askLibrary((remote) => remote.forkAdapter(name, fork))
    await refreshPolicies()
    tell(`Forked as ${fork}.`)
  })

export const rollBackPolicy = (name: string, hash: string): Promise<void> =>
  trying(name, async () => {
    await askLibrary((remote) => remote.rollBackAdapter(name, hash))
    await refreshPolicies()
    await unfoldPolicy(name)
  })

export const deletePolicy = (name: string): Promise<void> =>
  trying(name, async () => {
    await askLibrary((remote) => remote.removeAdapter(name))
    set({ chosen: workbench.getState().policies.chosen.filter((one) => one !== name) })
    await refreshPolicies()
  })

export const exportPolicy = (name: string): Promise<void> =>
  trying(name, async () => {
    const checkpoint = await loaded(name)
    const files = await withWorker((worker) => worker.ask((remote) => remote.exportPeft(checkpoint, modelUrl(baseOf(checkpoint)))))
    for (const file of files) saveFile(file.name, new Blob([file.bytes]))
  })

/** The files of a folder as PEFT wrote it, onto the base of the engine that is ready. */
export const importPolicyFolder = (files: readonly File[]): Promise<void> =>
  trying('import', async () => {
    const { engine } = workbench.getState()
    if (engine.kind !== 'ready')
      throw tokenloomError('ADAPTER_MISMATCH', 'No base is loaded that the adapter could fit.', 'Choose a preset, wait for the engine, and import again.')
    const { base } = engine.description
    const read = await Promise.all(files.map(async (file): Promise<RunFile> => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })))
    const taken = (workbench.getState().policies.list ?? []).map((one) => one.name)
    const name = freeName('imported', taken)
    const checkpoint = await withWorker((worker) =>
      worker.ask((remote) => remote.importPeft(read, name, modelUrl(base.name), { name: base.name, hash: base.hash })),
    )
    await askLibrary((remote) => remote.saveAdapter(name, checkpoint))
    await refreshPolicies()
    tell(`Imported as ${name}.`)
  })

/** The two that are chosen: as weights, and on held-out problems of the task of the run that made the first. */
export const comparePolicies = (): Promise<void> =>
  trying('compare', async () => {
    const [first, second] = workbench.getState().policies.chosen
    if (first === undefined || second === undefined || workbench.getState().policies.compare.kind === 'comparing') return
    set({ compare: { kind: 'comparing' } })
    try {
      const [one, two] = [await loaded(first), await loaded(second)]
      const base = baseOf(one)
      const spec = specOf(one) ?? specOf(two)
      const engine = await connectEngine(await prepareEngine(base, 'auto'))
      const compared = await withWorker((worker) =>
        worker.ask((remote) =>
          remote.compare(
            transfer(
              {
                ...{ modelUrl: modelUrl(base), engine, first: one, second: two, problems: PROBLEMS },
                ...{ environment: spec?.environment ?? { id: 'arithmetic-v1', config: {} }, maxTokens: spec?.rollout.maxTokensPerTurn ?? 8, temperature: 1 },
              },
              [engine],
            ),
          ),
        ),
      )
      set({ compare: { kind: 'done', compared: { first, second, ...compared } } })
    } catch (thrown) {
      set({ compare: { kind: 'idle' } })
      throw thrown
    }
  })

async function loaded(name: string): Promise<AdapterCheckpoint> {
  const checkpoint = await askLibrary((remote) => remote.loadAdapter(name))
  if (checkpoint !== null) return checkpoint
  throw tokenloomError('STORE_BUSY', 'This tab keeps no records, so no policies.', 'Use the tab that keeps the records, or close it and reload this one.')
}

const specOf = ({ lineage }: AdapterCheckpoint) => workbench.getState().saved.find(({ id }) => id === lineage.run)?.spec ?? null

/** The base that the policy stands on: its run says so, else the engine that is ready. */
function baseOf(checkpoint: AdapterCheckpoint): string {
  const { engine } = workbench.getState()
  const base =
    specOf(checkpoint)?.base ?? (engine.kind === 'ready' && engine.description.base.hash === checkpoint.adapter.baseHash ? engine.description.base.name : null)
  if (base !== null) return base
  throw tokenloomError(
    'ADAPTER_MISMATCH',
    'The run that made this policy is not kept, and the base that is loaded is another.',
    'Choose a preset with its base, and press again.',
  )
}

async function withWorker<T>(work: (worker: WorkerHandle<PolicyWorkerApi>) => Promise<T>): Promise<T> {
  const worker = holdWorker<PolicyWorkerApi>(
    'policy',
    new Worker(new URL('../../src/workers/policy.worker.ts', import.meta.url), { type: 'module', name: 'policy' }),
  )
  try {
    return await work(worker)
  } finally {
    worker.dispose()
  }
}
