// The hand worker's entry: one episode, played by a person. Unwraps, plays, wraps.

import { expose, transfer } from 'comlink'
import { tokenloomError } from '../base/errors.ts'
import { unwrap } from '../base/result.ts'
import { opponentsOf } from '../environments/opponents.ts'
import { findEnvironment } from '../environments/registry.ts'
import type { HandWorkerApi } from './hand-api.ts'
import { type HandEpisode, openHandEpisode } from './hand-episode.ts'
import { lifeLock } from './life-lock.ts'
import { loadModelText } from './load-tokenizer.ts'
import { outcomeOf } from './outcome.ts'
import { connectService } from './service-client.ts'
import { buffersToMove } from './transfer.ts'

let episode: HandEpisode | null = null

function open(): HandEpisode {
  if (episode === null) throw tokenloomError('INTERNAL', 'The episode was asked for before it was opened.', 'Begin again.')
  return episode
}

const api: HandWorkerApi = {
  ping: lifeLock,
  facts: (environments) =>
    outcomeOf(() =>
      environments.map((id) => {
        const definition = unwrap(findEnvironment(id))
        const opponents = opponentsOf(definition).map(({ name, title }) => ({ name, title }))
        return { id, title: definition.spec.title, agents: definition.spec.possibleAgents, opponents }
      }),
    ),
  start: (request) =>
    outcomeOf(async () => {
      const service = request.engine === undefined || request.engine === null ? null : connectService(request.engine).service
      episode = await openHandEpisode(request, await loadModelText(request.modelUrl, fetch), service)
      return episode.view()
    }),
  write: (texts) => outcomeOf(() => open().write(texts)),
  undo: () => outcomeOf(() => open().undo()),
  sceneAt: (wave) => outcomeOf(() => open().sceneAt(wave)),
  believe: (wave, engine) =>
    outcomeOf(async () => {
      const connection = engine === null ? null : connectService(engine)
      try {
        return await open().believe(wave, connection?.service)
      } finally {
        connection?.close()
      }
    }),
  async keep() {
    const outcome = await outcomeOf(() => open().keep())
    return transfer(outcome, buffersToMove(outcome))
  },
}

expose(api)
