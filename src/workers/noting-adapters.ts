// A training service that remembers what a run opened: the adapter of the policy, which is the first since a run opens its arms
// in that order, and the snapshots that are held. So that somebody beside the run can try the policy, and ask the version that
// wrote a token.

import type { AdapterId, SnapshotId, SnapshotInfo, TrainingService } from '../service/index.ts'

export interface NotedAdapters {
  readonly service: TrainingService
  first(): AdapterId | null
  /** The snapshot of the policy's adapter with this version, while the run holds it. */
  held(version: number): SnapshotInfo | null
}

export function notingAdapters(service: TrainingService): NotedAdapters {
  let first: AdapterId | null = null
  const snapshots = new Map<SnapshotId, { readonly info: SnapshotInfo; holders: number }>()
  const noted = async (opening: Promise<AdapterId>): Promise<AdapterId> => {
    const adapter = await opening
    first ??= adapter
    return adapter
  }
  return {
    service: {
      ...service,
      createAdapter: (spec) => noted(service.createAdapter(spec)),
      loadState: (checkpoint) => noted(service.loadState(checkpoint)),
      async freeAdapter(adapter) {
        if (adapter === first) first = null
        await service.freeAdapter(adapter)
      },
      async saveWeightsForSampler(adapter) {
        const info = await service.saveWeightsForSampler(adapter)
        snapshots.set(info.id, { info, holders: (snapshots.get(info.id)?.holders ?? 0) + 1 })
        return info
      },
      async releaseSnapshot(id) {
        const known = snapshots.get(id)
        if (known !== undefined && --known.holders === 0) snapshots.delete(id)
        await service.releaseSnapshot(id)
      },
    },
    first: () => first,
    held: (version) => [...snapshots.values()].find(({ info }) => info.adapter === first && info.version === version)?.info ?? null,
  }
}
