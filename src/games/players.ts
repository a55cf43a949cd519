// Who may sit in a seat of a game: a snapshot behind the training service, or a scripted opponent of the environment. Knows no
// rules and no run; people are the session's business.

import { tokenloomError } from '../base/errors.ts'
import { streamKey } from '../base/random.ts'
import type { PolicyPlayer, ScriptPlayer } from '../coordinator/player.ts'
import type { EnvironmentDefinition } from '../environments/contract.ts'
import { opponentsOf } from '../environments/opponents.ts'
import type { SnapshotInfo, TrainingService } from '../service/index.ts'

export interface PolicySetting {
  readonly service: TrainingService
  readonly snapshot: Pick<SnapshotInfo, 'id' | 'hash' | 'version'>
  readonly name: string
  readonly seed: number
  /** 0 takes the most probable token. */
  readonly temperature: number
  readonly stopTokens: readonly number[]
}

/** Its draws depend on the seed, the episode, the seat and the place in its text: a move taken back and played again is answered alike. */
export function policyPlayer({ service, snapshot, name, seed, temperature, stopTokens }: PolicySetting): PolicyPlayer {
  const key = streamKey(seed, 'sampling')
  return {
    kind: 'policy',
    name,
    snapshot: { hash: snapshot.hash, version: snapshot.version },
    async sampler(prompts, maxTokens) {
      const { sequences, stamp } = await service.sample({ snapshot: snapshot.id, prompts, params: { maxTokens, temperature, stopTokens }, key }).result
      return { sequences, version: stamp.version, snapshotHash: stamp.snapshotHash, inputHash: stamp.inputHash }
    },
  }
}

/** Throws ENVIRONMENT_INVALID at `opponent` where the environment has no such player. */
export function scriptedPlayer(definition: EnvironmentDefinition, opponent: string, seed: number): ScriptPlayer {
  const known = opponentsOf(definition)
  if (!known.some(({ name }) => name === opponent))
    throw tokenloomError(
      'ENVIRONMENT_INVALID',
      `${definition.spec.title} has no scripted player ${opponent}.`,
      `Choose one of: ${known.map(({ name }) => name).join(', ')}.`,
      'opponent',
    )
  return { kind: 'script', name: opponent, key: streamKey(seed, 'script'), act: ({ scripted }) => scripted(opponent) }
}
