// The entry of the worker that lets a policy write turns of authored environments. Unwraps, seats the policy, asks, lets it go.

import { expose } from 'comlink'
import { lifeLock } from './life-lock.ts'
import { loadModelText, type ModelText } from './load-tokenizer.ts'
import { outcomeOf } from './outcome.ts'
import { writePolicyTurn } from './policy-turn.ts'
import type { PolicyTurnWorkerApi } from './policy-turn-api.ts'
import { seatPolicy } from './seat-policy.ts'
import { connectService } from './service-client.ts'

const texts = new Map<string, ModelText>()

async function textOf(modelUrl: string): Promise<ModelText> {
  const known = texts.get(modelUrl) ?? (await loadModelText(modelUrl, fetch))
  texts.set(modelUrl, known)
  return known
}

const api: PolicyTurnWorkerApi = {
  ping: lifeLock,
  write: (request) =>
    outcomeOf(async () => {
      const connection = connectService(request.engine)
      try {
        const { tokenizer, config } = await textOf(request.modelUrl)
        const seated = await seatPolicy(connection.service, request.player, config)
        try {
          const { service } = connection
          return await writePolicyTurn({ ...request, service, snapshot: seated.snapshot.id, tokenizer, contextTokens: config.contextTokens })
        } finally {
          await seated.release()
        }
      } finally {
        connection.close()
      }
    }),
}

expose(api)
