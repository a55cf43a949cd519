// The entry of the worker that looks at stored policies: lives for one press. Unwraps, asks the library, wraps.

import { expose, transfer } from 'comlink'
import { adapterFiles } from './adapter-files.ts'
import { lifeLock } from './life-lock.ts'
import { loadModelText, nameOfModel } from './load-tokenizer.ts'
import { outcomeOf } from './outcome.ts'
import type { PolicyWorkerApi } from './policy-api.ts'
import { comparePolicies, importPolicy } from './policy-work.ts'
import { connectService } from './service-client.ts'
import { buffersToMove } from './transfer.ts'

const api: PolicyWorkerApi = {
  ping: lifeLock,
  compare: (request) =>
    outcomeOf(async () => {
      const connection = connectService(request.engine)
      try {
        return await comparePolicies(request, connection.service, await loadModelText(request.modelUrl, fetch))
      } finally {
        connection.close()
      }
    }),
  async exportPeft({ adapter }, modelUrl) {
    const outcome = await outcomeOf(async () => {
      const { config } = await loadModelText(modelUrl, fetch)
      return adapterFiles([{ name: adapter.spec.name, checkpoint: adapter }], config, nameOfModel(modelUrl))
    })
    return transfer(outcome, buffersToMove(outcome))
  },
  async importPeft(files, name, modelUrl, base) {
    const outcome = await outcomeOf(async () => importPolicy(files, name, (await loadModelText(modelUrl, fetch)).config, base))
    return transfer(outcome, buffersToMove(outcome))
  },
}

expose(api)
