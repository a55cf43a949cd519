// The training service as one client of the scheduler sees it: the same primitives, each put in the queue under the client's
// name, with the tokens it will be charged for, and with a note of what it comes to hold. Knows requests; decides nothing.

import type { AdapterId, Datum, Future, TrainingService } from '../../service/index.ts'
import type { JobKind } from '../queue.ts'
import type { ClientRecord } from './client-record.ts'
import type { Submission } from './submission.ts'

type Submit = <Value>(submission: Submission<Value>) => Future<Value>

const tokensOf = (sequences: readonly { readonly tokens: Datum['tokens'] }[]): number => sequences.reduce((sum, { tokens }) => sum + tokens.length, 0)

export function clientService(service: TrainingService, client: ClientRecord, submit: Submit): TrainingService {
  /** Bookkeeping: costs no tokens, and cannot be cancelled half-way. */
  const manage = <Value>(adapter: AdapterId | null, work: () => Promise<Value>, note: (value: Value) => void = () => {}): Promise<Value> =>
    submit<Value>({
      ...{ kind: 'manage' satisfies JobKind, adapter, tokens: 0 },
      start: () => ({ result: work(), cancel: () => {} }),
      answered: (value) => {
        note(value)
        return 0
      },
    }).result
  const adopting = async (work: () => Promise<AdapterId>): Promise<AdapterId> => {
    const refusal = client.adapterRefusal()
    if (refusal !== null) throw refusal
    return work()
  }
  return {
    describe: () => service.describe(),
    planMemory: (demand) => service.planMemory(demand),
    createAdapter: (spec) =>
      manage(
        null,
        () => adopting(() => service.createAdapter(spec)),
        (id) => client.keepAdapter(id, spec),
      ),
    loadState: (checkpoint) =>
      manage(
        null,
        () => adopting(() => service.loadState(checkpoint)),
        (id) => client.keepAdapter(id, checkpoint.spec),
      ),
    forkAdapter: (adapter, options) =>
      manage(
        adapter,
        () => adopting(() => service.forkAdapter(adapter, options)),
        (id) => client.keepAdapter(id, { name: options.name, rank: client.specOf(adapter)?.rank ?? 0 }),
      ),
    freeAdapter: (adapter) =>
      manage(
        adapter,
        () => service.freeAdapter(adapter),
        () => client.dropAdapter(adapter),
      ),
    saveWeightsForSampler: (adapter) =>
      manage(
        adapter,
        () => service.saveWeightsForSampler(adapter),
        (info) => client.keepSnapshot(info),
      ),
    releaseSnapshot: (snapshot) =>
      manage(
        null,
        () => service.releaseSnapshot(snapshot),
        () => client.dropSnapshot(snapshot),
      ),
    saveState: (adapter) => manage(adapter, () => service.saveState(adapter)),
    forward: (request) =>
      submit({
        ...{ kind: 'forward', adapter: 'adapter' in request.of ? request.of.adapter : null, tokens: tokensOf(request.data) },
        start: () => service.forward(request),
      }),
    forwardBackward: (request) =>
      submit({ kind: 'forwardBackward', adapter: request.adapter, tokens: tokensOf(request.data), start: () => service.forwardBackward(request) }),
    optimStep: (adapter, params) => submit({ kind: 'optimStep', adapter, tokens: 0, start: () => service.optimStep(adapter, params) }),
    sample: (request) =>
      submit({
        ...{ kind: 'sample', adapter: null, tokens: tokensOf(request.prompts) },
        start: () => service.sample(request),
        answered: ({ sequences }) => tokensOf(sequences),
      }),
  }
}
