// The memory that a run will need, before it starts: base, adapters, optimizer, activations, key-value cache, workspace.
// The formulas follow the tensors that the decoder, the backward pass and the sampler allocate. Knows sizes; allocates
// nothing.

import { adapterLayout } from '../adapters/layout.ts'
import { GRADIENT_CHUNK_ROWS } from '../kernels/kernels.ts'
import type { ModelConfig } from '../model/config.ts'
import { LOGITS_BUDGET } from '../model/head.ts'
import { weightShapes } from '../model/weights.ts'
import type { MemoryDemand, MemoryItem, MemoryPlan } from '../service/index.ts'
import { ROWS_PER_PASS } from './microbatches.ts'

const FLOAT = 4
/** Snapshots of an adapter that a run holds at once unless it says so: the one that samples and the one that is being made. */
const SNAPSHOTS = 2

export interface MemoryLimits {
  /** What all tensors together may take. */
  readonly totalBytes: number
  /** What one tensor may take. */
  readonly bindingBytes: number
}

/** Pools keep an eighth more than was asked when they grow. */
const SLACK = 1.125
/** Numbers that a decoding sequence takes beside its hidden state and logits: counters, segments and outputs of eight steps. */
const DECODE_NUMBERS = 160

/** Numbers that one layer computes for a row: the residual stream, its norms, q, k, v and their cache rows, the MLP, the low rank. */
function layerPerRow(config: ModelConfig, rank: number): number {
  const queries = config.heads * config.headWidth
  const keyed = config.kvHeads * config.headWidth
  return 4 * config.width + 2 * queries + 4 * keyed + 3 * config.mlpWidth + 2 + config.heads + 7 * rank
}

/** Numbers that a row may take because it can be a picture's: its samples, and its projection on the way. */
const picturePerRow = ({ patch, width }: ModelConfig): number => (patch === undefined ? 0 : patch.size ** 2 * patch.channels + width)

/** Numbers that the backward pass holds for a row, whatever the depth: gradients of one layer, and of the head's input. */
function backwardPerRow(config: ModelConfig, rank: number): number {
  const queries = config.heads * config.headWidth
  return 6 * config.width + 2 * queries + 2 * config.kvHeads * config.headWidth + 3 * config.mlpWidth + config.heads + 7 * rank + 16
}

/** Partial sums of the factors' gradients: one per chunk of rows and adapter. */
function gradientScratch(config: ModelConfig, rank: number, rows: number, adapters: number): number {
  const queries = config.heads * config.headWidth
  const widest = Math.max(3 * config.width, 2 * config.mlpWidth, queries + 2 * config.kvHeads * config.headWidth)
  return (Math.ceil(rows / GRADIENT_CHUNK_ROWS) + adapters) * rank * widest
}

/** Places of an arena that doubles when it is full. */
const doubled = (count: number): number => 2 ** Math.ceil(Math.log2(Math.max(1, count)))

export function planMemory(config: ModelConfig, demand: MemoryDemand, limits: MemoryLimits): MemoryPlan {
  const layout = adapterLayout(config, demand)
  const { adapters, sequences } = demand
  const rank = layout.paddedRank
  const cacheRows = sequences * demand.sequenceTokens
  // Adapters share passes, and so does the base where a loss compares with it.
  const trainedRows = Math.min(ROWS_PER_PASS, cacheRows * adapters * (demand.comparesWithBase === true ? 2 : 1))
  // Prompts go through in one pass; the checking passes of a policy and the base share one.
  const passingRows = Math.max(cacheRows, Math.min(ROWS_PER_PASS, 2 * cacheRows))
  const base = weightShapes(config).reduce((sum, { shape }) => sum + shape.reduce((product, size) => product * size, 1), 0)
  const keyed = config.kvHeads * config.headWidth
  const layer = layerPerRow(config, rank)
  const kept =
    trainedRows * (config.layers * layer + 2 * config.width + backwardPerRow(config, rank) + picturePerRow(config)) +
    gradientScratch(config, rank, trainedRows, adapters)
  const snapshots = doubled(adapters * (demand.snapshots ?? SNAPSHOTS)) * layout.length
  const logits = Math.max(Math.min(LOGITS_BUDGET, trainedRows * config.vocabulary), sequences * config.vocabulary)
  const workspace = logits + sequences * (config.width + config.vocabulary + DECODE_NUMBERS) + config.contextTokens * config.headWidth
  const items: readonly MemoryItem[] = [
    { name: 'base', bytes: base * FLOAT, setting: 'base' },
    { name: 'adapters', bytes: (doubled(adapters) * layout.length + snapshots) * FLOAT, setting: 'adapter.rank' },
    { name: 'optimizer', bytes: doubled(adapters) * layout.length * 3 * FLOAT, setting: 'adapter.rank' },
    { name: 'activations', bytes: Math.ceil((kept + passingRows * (layer + picturePerRow(config))) * SLACK) * FLOAT, setting: 'rollout.maxTokensPerEpisode' },
    { name: 'kvCache', bytes: cacheRows * keyed * 2 * config.layers * FLOAT, setting: 'rollout.groupSize' },
    { name: 'workspace', bytes: Math.ceil(workspace * SLACK) * FLOAT, setting: 'rollout.groupSize' },
  ]
  const totalBytes = items.reduce((sum, item) => sum + item.bytes, 0)
  const arena = doubled(adapters) * layout.length + snapshots
  const largest = Math.max(cacheRows * keyed, passingRows * 2 * config.mlpWidth, config.vocabulary * config.width, arena) * FLOAT
  return { items, totalBytes, limitBytes: limits.totalBytes, fits: totalBytes <= limits.totalBytes && largest <= limits.bindingBytes }
}
