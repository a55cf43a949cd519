// The try worker's entry: lives for one press. Unwraps, plays, wraps.

import { expose, transfer } from 'comlink'
import { loadModelText } from './load-tokenizer.ts'
import { outcomeOf } from './outcome.ts'
import { connectService } from './service-client.ts'
import { buffersToMove } from './transfer.ts'
import type { TryWorkerApi } from './try-api.ts'
import { tryEpisodes } from './try-episodes.ts'

const api: TryWorkerApi = {
  ping() {},
  async play(request) {
    const connection = connectService(request.engine)
    try {
      const outcome = await outcomeOf(async () => tryEpisodes(request, connection.service, await loadModelText(request.modelUrl, fetch)))
      return transfer(outcome, buffersToMove(outcome))
    } finally {
      connection.close()
    }
  },
}

expose(api)
