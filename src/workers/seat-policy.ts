// A policy on its way to a seat: the base, a saved one out of a run's files or the library, or that of a run under way, as a snapshot
// that stays as it is while somebody plays against it. What was loaded for it is freed with it.

import { PEFT_CONFIG_FILE, PEFT_WEIGHTS_FILE, readPeft } from '../adapters/peft.ts'
import { tokenloomError } from '../base/errors.ts'
import { unwrap } from '../base/result.ts'
import { type AdapterId, BASE_SNAPSHOT, type SnapshotInfo, type TrainingService } from '../service/index.ts'
import type { ModelText } from './load-tokenizer.ts'
import type { TryPlayer } from './try-api.ts'

export interface Seated {
  readonly snapshot: SnapshotInfo
  release(): Promise<void>
}

export async function seatPolicy(service: TrainingService, player: TryPlayer, config: ModelText['config']): Promise<Seated> {
  switch (player.kind) {
    case 'base': {
      const { base } = await service.describe()
      return { snapshot: { id: BASE_SNAPSHOT, adapter: null, version: 0, hash: base.hash }, release: async () => {} }
    }
    // The version that the run's adapter has now: training goes on and does not touch the snapshot.
    case 'live':
      return pinned(service, player.adapter, async () => {})
    case 'checkpoint': {
      const adapter = await service.loadState(player.checkpoint.adapter)
      return pinned(service, adapter, () => service.freeAdapter(adapter))
    }
    case 'adapter': {
      const adapter = await loadFiles(service, player, config)
      return pinned(service, adapter, () => service.freeAdapter(adapter))
    }
  }
}

function loadFiles(service: TrainingService, player: Extract<TryPlayer, { readonly kind: 'adapter' }>, config: ModelText['config']): Promise<AdapterId> {
  const file = (name: string): Uint8Array<ArrayBuffer> => {
    const found = player.files.find((one) => one.name === name)
    if (found !== undefined) return found.bytes
    throw tokenloomError('ADAPTER_INVALID', `The run ${player.name} left no ${name}.`, 'Choose a run that finished or was stopped.')
  }
  const { spec, weights } = unwrap(readPeft(new TextDecoder().decode(file(PEFT_CONFIG_FILE)), file(PEFT_WEIGHTS_FILE), config))
  const none = new Float32Array(weights.length)
  const { baseHash, version } = player
  return service.loadState({ spec: { ...spec, name: 'try', seed: 0 }, baseHash, version, weights, moment1: none, moment2: none, hash: '' })
}

async function pinned(service: TrainingService, adapter: AdapterId, free: () => Promise<void>): Promise<Seated> {
  const snapshot = await service.saveWeightsForSampler(adapter)
  return {
    snapshot,
    async release() {
      await service.releaseSnapshot(snapshot.id)
      await free()
    },
  }
}
