// The seam between the model and the machine: tensors, and the operations that an engine must offer. Two
// engines stand behind it (WGSL now, WebAssembly later); the float64 references in ./reference judge both.
// Knows no layers, adapters' bookkeeping, environments or training.
//
// Letters of shapes, used everywhere:
//   T token rows of a pass       D model width          N, K output and input features of a projection
//   H query heads                G key-value heads      E head width       F MLP width
//   V vocabulary                 M rows that reach the head               C rows of a key-value cache
//   R greatest LoRA rank of the pass                    P projections that share one input (qkv: 3)
// All matrices are row-major. Weights are [N, K], as in Hugging Face files.
//
// Exactness: every output row depends on its own inputs alone, in an order of summation that depends on the
// shape of the row, never on T, on the other rows, or on where the row stands. All sums over K are a chain of
// fma in ascending k, so that variants of one operation agree bit for bit.

import type { GpuTimer } from '../gpu/timer.ts'
import type { EngineName } from '../service/index.ts'

export interface Tensor {
  readonly label: string
  readonly dtype: 'f32' | 'u32'
  /** Elements of four bytes. */
  readonly length: number
}

/** Tables of one pass, on the device. rows.ts builds them. */
export interface RowTables {
  readonly rows: number
  /** u32 [T] */
  readonly tokens: Tensor
  /** u32 [T] logical position of the row in its sequence, counted from 0. */
  readonly positions: Tensor
  /** u32 [T] the segment of the row. A segment is a run of rows of one sequence that share the same ancestors. */
  readonly segmentOf: Tensor
  /**
   * u32 [S, 8]: rowStart, rowCount, position of its first row, key row of its first row, first entry and count of
   * its ancestors in `ranges`, first entry and count of its dependents in `ranges`.
   */
  readonly segments: Tensor
  readonly segmentCount: number
  /**
   * u32 [., 2]: (start, count). Ancestors are ranges of KEY rows in logical order: all positions before the
   * segment's first. Dependents are ranges of QUERY rows of this pass that see all of the segment.
   */
  readonly ranges: Tensor
  /** u32 [tiles, 4]: rowStart, rowCount (1 … 8), adapter slot, 0. A tile never mixes slots. Slot 0 is the base. */
  readonly tiles: Tensor
  readonly tileCount: number
  /** All tiles are of one slot: larger tiles than eight rows may be formed. Absent: not known. */
  readonly oneSlot?: boolean
  /** u32 [chunks, 4]: rowStart, rowCount (1 … GRADIENT_CHUNK_ROWS), adapter slot, 0; counted from the slot's own first row. */
  readonly chunks: Tensor
  readonly chunkCount: number
  /** u32 [slots in use, 4]: adapter slot, first chunk, chunk count, 0. Slots that train, base left out. */
  readonly slotChunks: Tensor
  readonly slotCount: number
}

export const TILE_ROWS = 8
/** Rows whose contributions to a weight gradient are summed in one chain before chunks are added in order. */
export const GRADIENT_CHUNK_ROWS = 256
/** Whole vocabulary rows whose logits exist at once. */
export const HEAD_CHUNK = 4096

/**
 * The factors of all adapters: one arena of f32, and a table u32 [slots, entries, 4] of (rank, offset of A,
 * offset of B, scale as f32 bits); an entry is (layer, projection). Ranks are multiples of 4,
 * padded with zeros; offsets too. Rank 0: this projection has no factors.
 */
export interface AdapterFactors {
  readonly arena: Tensor
  readonly table: Tensor
  /** Entries per slot: layers × 7. */
  readonly entries: number
  /** R: the row of `hidden` holds P·R numbers. */
  readonly maxRank: number
}

/** A group of P projections that share their input: consecutive table entries, consecutive output columns. */
export interface ProjectionGroup {
  /** Table entry of the first projection of the group. */
  readonly entry: number
  /** Output widths of the P (1 … 3) projections, each a multiple of 4 unless P is 1. Their sum is N. */
  readonly widths: readonly number[]
  readonly inWidth: number
}

/** The state of a row that may choose every token. */
export const UNMASKED_ROW = 0xffffffff
/** Below every logit, and finite at any temperature: its exponential beside an allowed column is exactly 0. */
export const FORBIDDEN_LOGIT = -1e30

/**
 * The action mask of the M rows of a call: a row's distribution is over the tokens of its state alone, renormalised. One table
 * serves rows of any number of tries, and unmasked ones among them.
 */
export interface RowMask {
  /** u32 [M]: a state, or UNMASKED_ROW. */
  readonly rows: Tensor
  /** u32 [states, 2]: first entry of the state in `tokens`, and the one behind its last. */
  readonly states: Tensor
  /** u32 [entries]: tokens, ascending within a state. */
  readonly tokens: Tensor
}

/** A mask whose rows move on with what is sampled. */
export interface WalkedMask extends RowMask {
  /** u32 [entries]: the state that a token leads to. */
  readonly next: Tensor
}

export interface AttentionShape {
  readonly heads: number
  readonly kvHeads: number
  readonly headWidth: number
}

export type MatmulLayout = 'nn' | 'nt' | 'tn' | 'tt'

export interface Kernels {
  readonly engine: EngineName
  readonly device: string
  readonly software: boolean
  readonly variants: Readonly<Record<string, string>>
  readonly shaderHash: string

  // ── memory ──────────────────────────────────────────────────────────────────────────────────────────────
  /** A tensor full of zeros. */
  tensor(label: string, dtype: 'f32' | 'u32', length: number): Tensor
  free(tensor: Tensor): void
  upload(tensor: Tensor, data: Float32Array | Uint32Array, offset?: number): void
  /** The elements after everything called so far. */
  downloadF32(tensor: Tensor, offset?: number, length?: number): Promise<Float32Array>
  downloadU32(tensor: Tensor, offset?: number, length?: number): Promise<Uint32Array>
  copy(from: Tensor, fromOffset: number, to: Tensor, toOffset: number, length: number): void
  clear(tensor: Tensor, offset?: number, length?: number): void
  /** Resolves when everything called so far is finished. */
  idle(): Promise<void>
  dispose(): void
  readonly bytesHeld: number
  readonly bytesPeak: number
  /** Bytes held, by the labels of their tensors. */
  readonly bytesByLabel: Readonly<Record<string, number>>
  readonly bindingLimit: number
  /** Measures what operations take on a device that works by itself. Absent: a call has done its work when it returns. */
  startTimer?(clock: () => number): GpuTimer
  readonly stats: { readonly dispatches: number; readonly submits: number; readonly readbacks: number }

  // ── matrices ────────────────────────────────────────────────────────────────────────────────────────────
  /**
   * out [m, n] (+)= op(a) op(b), the sum over k in ascending order. Layouts: nn a [m,k] b [k,n]; nt a [m,k] b [n,k];
   * tn a [k,m] b [k,n]; tt a [k,m] b [n,k]. tn sums in chunks of GRADIENT_CHUNK_ROWS of k, chunks in order, when m and n are
   * multiples of 4. b may begin at element bOffset, a multiple of 4.
   */
  matmul(call: { layout: MatmulLayout; a: Tensor; b: Tensor; bOffset?: number; out: Tensor; m: number; n: number; k: number; accumulate?: boolean }): void
  /** hidden [T, P·R]: scale · x Aᵀ of the row's slot; columns past the slot's rank are left as they are and never read. */
  adapterDown(call: { tables: RowTables; factors: AdapterFactors; group: ProjectionGroup; x: Tensor; hidden: Tensor }): void
  /** out [T, N] (+)= x Wᵀ + hidden Bᵀ. `adapters` absent: base rows only. */
  project(call: {
    tables: RowTables
    group: ProjectionGroup
    x: Tensor
    weight: Tensor
    out: Tensor
    accumulate?: boolean
    adapters?: { factors: AdapterFactors; hidden: Tensor }
  }): void
  /** gradHidden [T, P·R] = scale · gradOut B: the gradient at x Aᵀ. */
  adapterDownBackward(call: { tables: RowTables; factors: AdapterFactors; group: ProjectionGroup; gradOut: Tensor; gradHidden: Tensor }): void
  /** gradX [T, K] (+)= gradOut W + gradHidden A. */
  projectBackward(call: {
    tables: RowTables
    group: ProjectionGroup
    gradOut: Tensor
    weight: Tensor
    gradX: Tensor
    accumulate?: boolean
    adapters?: { factors: AdapterFactors; gradHidden: Tensor }
  }): void
  /**
   * Adds to `gradArena`, at the factors' own offsets: gradA += gradHiddenᵀ x, gradB += gradOutᵀ hidden, for every slot of
   * slotChunks, chunk by chunk in order. `scratch` holds at least adapterGradientScratch(…) elements.
   */
  adapterGradient(call: {
    tables: RowTables
    factors: AdapterFactors
    group: ProjectionGroup
    x: Tensor
    hidden: Tensor
    gradOut: Tensor
    gradHidden: Tensor
    gradArena: Tensor
    scratch: Tensor
  }): void

  // ── rows ────────────────────────────────────────────────────────────────────────────────────────────────
  /** out [T, D] = table[tokens] */
  embed(call: { tokens: Tensor; table: Tensor; out: Tensor; rows: number; width: number }): void
  /** gradTable [V, D] += rows of gradOut by token. order u32 [T]: rows sorted by token; starts u32 [V + 1]. Ascending rows. */
  embedBackward(call: { order: Tensor; starts: Tensor; gradOut: Tensor; gradTable: Tensor; vocabulary: number; width: number }): void
  /** out [M, D] = x[rows] */
  gatherRows(call: { x: Tensor; rows: Tensor; out: Tensor; count: number; width: number }): void
  /** x[rows] = from; rows are distinct. Rows not named are left as they are. */
  scatterRows(call: { from: Tensor; rows: Tensor; x: Tensor; count: number; width: number }): void
  /** out = x · inverse · gain, inverse [T] = 1/sqrt(mean(x²) + epsilon), kept for the backward pass. */
  rmsNorm(call: { x: Tensor; gain: Tensor; out: Tensor; inverse: Tensor; rows: number; width: number; epsilon: number }): void
  /** gradX [T, D] += gradient through the norm. */
  rmsNormBackward(call: { x: Tensor; gain: Tensor; inverse: Tensor; gradOut: Tensor; gradX: Tensor; rows: number; width: number }): void
  /** gradGain [D] += sum over rows of gradOut · x · inverse, chunks of GRADIENT_CHUNK_ROWS in order. scratch ≥ ceil(T/256)·D. */
  rmsNormGainGradient(call: { x: Tensor; inverse: Tensor; gradOut: Tensor; gradGain: Tensor; scratch: Tensor; rows: number; width: number }): void
  /**
   * Rotates queries and keys in place in qkv [T, (H+2G)·E] and writes the row's rotated key and its value to row
   * (key row of its segment + position − first position) of keys and values [C, G·E], which decoding reads. Pairs are (i, i + E/2), as in
   * Hugging Face files. angles f32 [positions, E]: cos of E/2 angles, then sin.
   */
  rope(call: { tables: RowTables; shape: AttentionShape; qkv: Tensor; angles: Tensor; keys: Tensor; values: Tensor }): void
  /** Rotates the gradients of queries and keys back, in place in gradQkv. */
  ropeBackward(call: { tables: RowTables; shape: AttentionShape; gradQkv: Tensor; angles: Tensor }): void
  /** out [T, H·E] = causal attention over the row's key ranges; logSumExp [T, H]. Scale 1/sqrt(E). */
  attention(call: { tables: RowTables; shape: AttentionShape; qkv: Tensor; keys: Tensor; values: Tensor; out: Tensor; logSumExp: Tensor }): void
  /** gradQkv [T, (H+2G)·E], all three parts, in two passes. Training only: key rows are the rows of the pass. delta [T, H] is scratch. */
  attentionBackward(call: {
    tables: RowTables
    shape: AttentionShape
    qkv: Tensor
    keys: Tensor
    values: Tensor
    out: Tensor
    logSumExp: Tensor
    gradOut: Tensor
    delta: Tensor
    gradQkv: Tensor
  }): void
  /** out [T, F] = silu(gate) · up with gateUp [T, 2F]. */
  swiglu(call: { gateUp: Tensor; out: Tensor; rows: number; width: number }): void
  swigluBackward(call: { gateUp: Tensor; gradOut: Tensor; gradGateUp: Tensor; rows: number; width: number }): void

  // ── the head, streamed by chunks of the vocabulary ──────────────────────────────────────────────────────
  /**
   * In place, on a chunk: what the state of a row does not allow becomes FORBIDDEN_LOGIT; allowed columns keep their bits. Then
   * every operation below has the masked distribution, renormalised: forbidden columns add exactly nothing, and have no gradient.
   */
  maskLogits(call: { logits: Tensor; rows: number; chunkStart: number; width: number; mask: RowMask }): void
  /** mask.rows [M]: the state that the row's token leads to. A token that the state does not know leaves it. */
  advanceMask(call: { tokens: Tensor; rows: number; mask: WalkedMask }): void
  /**
   * Folds logits [M, width], columns chunkStart … chunkStart + width − 1 of the vocabulary, into stats f32 [M, 4]: (max, sum
   * of exp(y − max), sum of exp(y − max)·(y − max), y of the target) with y = logit · inverseTemperature[row]. `first` starts anew.
   */
  headStats(call: {
    logits: Tensor
    rows: number
    chunkStart: number
    width: number
    inverseTemperature: Tensor
    targets: Tensor
    stats: Tensor
    first: boolean
  }): void
  /** logprobs [M] = y(target) − log-sum-exp; entropies [M] in nats. */
  headFinish(call: { stats: Tensor; rows: number; logprobs: Tensor; entropies: Tensor }): void
  /** In place, logits become gradients: weights[row] · (1[column = target] − p) · inverseTemperature. weights = dLoss/dlogprob. */
  headGradient(call: {
    logits: Tensor
    rows: number
    chunkStart: number
    width: number
    inverseTemperature: Tensor
    targets: Tensor
    stats: Tensor
    weights: Tensor
  }): void
  /**
   * Gumbel-max: keeps in candidates f32 [M, 4] (best y + noise, y of the best, its token as u32 bits, 0). Noise is a function
   * of (key, counters[row], column): counters u32 [M, 4] = (episode, agent, index of the token, stream). greedy: no noise.
   * Columns with logit·inverseTemperature below threshold[row] are left out.
   */
  sampleCandidates(call: {
    logits: Tensor
    rows: number
    chunkStart: number
    width: number
    inverseTemperature: Tensor
    counters: Tensor
    threshold: Tensor
    key: readonly [number, number]
    greedy: boolean
    candidates: Tensor
    first: boolean
  }): void
  /** Writes the chosen token to tokens [M] at tokenOffset and its y into stats, where headFinish finds it. */
  sampleFinish(call: { candidates: Tensor; stats: Tensor; rows: number; tokens: Tensor; tokenOffset: number }): void
  /**
   * threshold [M]: the least y that top-k and top-p keep, from the whole row of logits [M, V] and its finished stats. topK 0
   * and topP 1 switch a rule off.
   */
  sampleThreshold(call: {
    logits: Tensor
    rows: number
    vocabulary: number
    inverseTemperature: Tensor
    stats: Tensor
    topK: number
    topP: number
    threshold: Tensor
  }): void

  // ── the optimizer ───────────────────────────────────────────────────────────────────────────────────────
  /**
   * norms[slot entry] = sqrt of the sum of squares of gradient over the entry's ranges. entries u32 [n, 4]: (start, length, first
   * block, blocks), blocks of OPTIMIZER_BLOCK elements counted from the entry's own first element.
   */
  gradientNorm(call: { gradient: Tensor; entries: Tensor; entryCount: number; maxBlocks: number; scratch: Tensor; norms: Tensor }): void
  /**
   * AdamW over several entries at once. hyper f32 [n, 8]: learning rate, beta1, beta2, epsilon, weight decay, 1 − beta1^t,
   * 1 − beta2^t, greatest norm (0: off). An entry whose norm is not finite is left as it is. The gradient is set to zero.
   */
  adamw(call: {
    weights: Tensor
    gradient: Tensor
    moment1: Tensor
    moment2: Tensor
    entries: Tensor
    hyper: Tensor
    norms: Tensor
    entryCount: number
    maxLength: number
  }): void
}

export const OPTIMIZER_BLOCK = 1024
