// The try worker's entry: lives for one press. Unwraps, plays, wraps.

import { expose, transfer } from 'comlink'
import type { TrainingService } from '../service/index.ts'
import { lifeLock } from './life-lock.ts'
import { loadModelText, type ModelText } from './load-tokenizer.ts'
import { type Outcome, outcomeOf } from './outcome.ts'
import { believeRecorded } from './recorded-position.ts'
import { connectService } from './service-client.ts'
import { buffersToMove } from './transfer.ts'
import type { AlternativesRequest, BeliefRequest, TryRequest, TryWorkerApi } from './try-api.ts'
import { tryAlternatives, tryEpisodes } from './try-episodes.ts'

/** Serves one request on the engine and the model that it names. */
async function served<Request extends TryRequest | AlternativesRequest | BeliefRequest, Answer>(
  request: Request,
  work: (request: Request, service: TrainingService, text: ModelText) => Promise<Answer>,
): Promise<Outcome<Answer>> {
  const connection = connectService(request.engine)
  try {
    const outcome = await outcomeOf(async () => work(request, connection.service, await loadModelText(request.modelUrl, fetch)))
    return transfer(outcome, buffersToMove(outcome))
  } finally {
    connection.close()
  }
}

const api: TryWorkerApi = {
  ping: lifeLock,
  play: (request) => served(request, tryEpisodes),
  alternatives: (request) => served(request, tryAlternatives),
  believe: (request) => served(request, believeRecorded),
}

expose(api)
