// The memory that a run will need, before it starts: base, adapters, optimizer, activations, key-value cache, workspace.
// The formulas follow the tensors that the decoder, the backward pass and the sampler allocate. Knows sizes; allocates
// nothing.

import { adapterLayout } from '../adapters/layout.ts'
import type { ModelConfig } from '../model/config.ts'
import { weightShapes } from '../model/weights.ts'
import type { MemoryDemand, MemoryItem, MemoryPlan } from '../service/index.ts'
import { ROWS_PER_PASS } from './microbatches.ts'

const FLOAT = 4
/** Snapshots of an adapter that a run may hold at once: the one that samples and the one that is being made. */
const SNAPSHOTS = 2

export interface MemoryLimits {
  /** What all tensors together may take. */
  readonly totalBytes: number
  /** What one tensor may take. */
  readonly bindingBytes: number
}

/** Numbers that a layer keeps for a row of a training pass. */
function keptPerRow(config: ModelConfig, rank: number): number {
  const queries = config.heads * config.headWidth
  const keyed = config.kvHeads * config.headWidth
  return 5 * config.width + 2 * queries + 4 * keyed + 3 * config.mlpWidth + 2 + config.heads + 7 * rank
}

/** Numbers that the backward pass holds for a row, whatever the depth. */
function passingPerRow(config: ModelConfig, rank: number): number {
  const queries = config.heads * config.headWidth
  return 3 * config.width + 2 * queries + 2 * config.kvHeads * config.headWidth + 3 * config.mlpWidth + 7 * rank
}

export function planMemory(config: ModelConfig, demand: MemoryDemand, limits: MemoryLimits): MemoryPlan {
  const layout = adapterLayout(config, demand)
  const rows = Math.min(ROWS_PER_PASS, demand.sequences * demand.sequenceTokens)
  const base = weightShapes(config).reduce((sum, { shape }) => sum + shape.reduce((product, size) => product * size, 1), 0)
  const keyed = config.kvHeads * config.headWidth
  const cacheRows = demand.sequences * demand.sequenceTokens
  const items: readonly MemoryItem[] = [
    { name: 'base', bytes: base * FLOAT, setting: 'base' },
    { name: 'adapters', bytes: demand.adapters * layout.length * (1 + SNAPSHOTS) * FLOAT, setting: 'adapter.rank' },
    { name: 'optimizer', bytes: demand.adapters * layout.length * 3 * FLOAT, setting: 'adapter.rank' },
    {
      name: 'activations',
      bytes: rows * (config.layers * keptPerRow(config, layout.paddedRank) + passingPerRow(config, layout.paddedRank)) * FLOAT,
      setting: 'rollout.maxTokensPerEpisode',
    },
    { name: 'kvCache', bytes: cacheRows * keyed * 2 * config.layers * FLOAT, setting: 'rollout.groupSize' },
    { name: 'workspace', bytes: workspaceBytes(config, rows), setting: 'rollout.groupSize' },
  ]
  const totalBytes = items.reduce((sum, item) => sum + item.bytes, 0)
  const largest =
    Math.max(cacheRows * keyed, rows * 2 * config.mlpWidth, config.vocabulary * config.width, demand.adapters * layout.length * (1 + SNAPSHOTS)) * FLOAT
  return { items, totalBytes, limitBytes: limits.totalBytes, fits: totalBytes <= limits.totalBytes && largest <= limits.bindingBytes }
}

/** Logits of one block of the head, the rows that reach it and their gradients, the angle table. */
function workspaceBytes(config: ModelConfig, rows: number): number {
  const logits = Math.min(1 << 22, rows * config.vocabulary)
  return (logits + 4 * rows * config.width + config.contextTokens * config.headWidth) * FLOAT
}
