// A question about a token, to the run under way: the version that wrote it while the run holds that snapshot, else the policy as
// it is now, else the base. Knows what the run holds; does not stop it.

import { toErrorData } from '../base/errors.ts'
import { BASE_SNAPSHOT, type TrainingService } from '../service/index.ts'
import type { NotedAdapters } from './noting-adapters.ts'
import { askToken, type TokenAnswer, type TokenQuestion } from './token-alternatives.ts'

/** `service` is not the noted one: what is pinned here is none of the run's. */
export async function askLivePolicy(service: TrainingService, noted: Pick<NotedAdapters, 'first' | 'held'>, question: TokenQuestion): Promise<TokenAnswer> {
  const writer = noted.held(question.version)
  if (writer !== null) {
    try {
      return await askToken(service, writer.id, question)
    } catch (thrown) {
      // The run let go of it in the meantime.
      if (toErrorData(thrown).code !== 'ADAPTER_UNKNOWN') throw thrown
    }
  }
  const adapter = noted.first()
  if (adapter === null) return askToken(service, BASE_SNAPSHOT, question)
  const { id } = await service.saveWeightsForSampler(adapter)
  try {
    return await askToken(service, id, question)
  } finally {
    await service.releaseSnapshot(id)
  }
}
