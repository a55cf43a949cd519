// The store worker's entry: unwraps, calls the store, wraps. It alone opens OPFS in this origin.

import { expose, transfer } from 'comlink'
import { tokenloomError } from '../base/errors.ts'
import type { AdapterLibrary } from '../store/library.ts'
import { openStores } from '../store/open.ts'
import type { SourceShelf } from '../store/sources.ts'
import type { RunStore } from '../store/store.ts'
import { readEvents } from './event-port.ts'
import { batchKeeper } from './keep-batches.ts'
import { lifeLock } from './life-lock.ts'
import { outcomeOf } from './outcome.ts'
import { exposeShelf } from './shelf-port.ts'
import type { StoreWorkerApi } from './store-api.ts'
import { buffersToMove } from './transfer.ts'

let opened: Awaited<ReturnType<typeof openStores>> | null = null

const store = (): RunStore => stores().runs
const library = (): AdapterLibrary => stores().library
const sources = (): SourceShelf => stores().sources

function stores(): NonNullable<typeof opened> {
  if (opened !== null) return opened
  throw tokenloomError('STORE_FAILED', 'The store was asked before it was open.', 'Reload the page.')
}

const api: StoreWorkerApi = {
  ping: lifeLock,
  open: () =>
    outcomeOf(async () => {
      opened = await openStores(() => Date.now())
      // What a crash left behind, and what has outlived its time; nobody waits for it.
      void outcomeOf(() => library().sweep())
    }),
  runs: () => outcomeOf(() => store().runs()),
  events: (run, fromSeq) => outcomeOf(() => store().events(run, fromSeq)),
  append: (events) => outcomeOf(() => store().append(events)),
  async tokens(run, arm, step) {
    const outcome = await outcomeOf(() => store().tokens(run, arm, step))
    return transfer(outcome, buffersToMove(outcome))
  },
  putTokens: (run, arm, step, bytes) => outcomeOf(() => store().putTokens(run, arm, step, bytes)),
  async checkpoint(run) {
    const outcome = await outcomeOf(() => store().checkpoint(run))
    return transfer(outcome, buffersToMove(outcome))
  },
  putFile: (run, file) => outcomeOf(() => store().putFile(run, file.name, file.bytes)),
  async files(run) {
    const outcome = await outcomeOf(() => store().files(run))
    return transfer(outcome, buffersToMove(outcome))
  },
  describe: (run, words) => outcomeOf(() => store().describeRun(run, words)),
  remove: (run) => outcomeOf(() => store().removeRun(run)),
  usage: () => outcomeOf(() => store().usage()),
  dropTokens: (run) => outcomeOf(() => store().dropTokens(run)),
  saveAdapter: (name, checkpoint, options) => outcomeOf(() => library().save(name, checkpoint, options)),
  async loadAdapter(nameOrHash) {
    const outcome = await outcomeOf(() => library().load(nameOrHash))
    return transfer(outcome, buffersToMove(outcome))
  },
  listAdapters: (options) => outcomeOf(() => library().list(options)),
  adapterLineage: (nameOrHash) => outcomeOf(() => library().lineage(nameOrHash)),
  rollBackAdapter: (name, hash) => outcomeOf(() => library().rollBack(name, hash)),
  forkAdapter: (name, fork) => outcomeOf(() => library().fork(name, fork)),
  removeAdapter: (name) => outcomeOf(() => library().remove(name)),
  sweepAdapters: () => outcomeOf(() => library().sweep()),
  sources: () => outcomeOf(() => sources().list()),
  createSource: (id, name, text, forkOf) => outcomeOf(() => sources().create(id, name, text, forkOf)),
  writeSource: (id, text) => outcomeOf(() => sources().write(id, text)),
  renameSource: (id, name) => outcomeOf(() => sources().rename(id, name)),
  keepSource: (id) => outcomeOf(() => sources().keep(id)),
  sourceVersions: (id) => outcomeOf(() => sources().versions(id)),
  removeSource: (id) => outcomeOf(() => sources().remove(id)),
  leagues: () => outcomeOf(() => stores().leagues.list()),
  putLeague: (league) => outcomeOf(() => stores().leagues.put(league)),
  leagueRounds: (league) => outcomeOf(() => stores().leagues.rounds(league)),
  putLeagueRound: (round) => outcomeOf(() => stores().leagues.putRound(round)),
  removeLeague: (league) => outcomeOf(() => stores().leagues.remove(league)),
  dataSets: () => outcomeOf(() => stores().dataSets.list()),
  saveDataSet: (row, bytes) => outcomeOf(() => stores().dataSets.put(row, bytes)),
  async dataSet(hash) {
    const outcome = await outcomeOf(() => stores().dataSets.get(hash))
    return transfer(outcome, buffersToMove(outcome))
  },
  removeDataSet: (hash) => outcomeOf(() => stores().dataSets.remove(hash)),
  shelf: (port) => outcomeOf(async () => exposeShelf(await stores().shelf(), port)),
  accept(port, onFailure) {
    readEvents(port, batchKeeper(store(), onFailure))
  },
}

expose(api)
