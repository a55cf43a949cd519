// The training service: what a run talks to. The names of the primitives are the Tinker API's. A run cannot
// tell whether a GPU in this tab, a CPU engine or a remote server answers. Types only; errors are thrown as
// TokenloomError by whatever stands behind the interface.

import type { ActionTrie } from './action-mask.ts'
import type { Datum, LossSpec } from './datum.ts'
import type { PatchShape, PlacedImage } from './image.ts'

export type EngineName = 'wgsl' | 'cpu'

/** The projections that may carry LoRA factors, by their Hugging Face names. */
export const PROJECTIONS = ['q_proj', 'k_proj', 'v_proj', 'o_proj', 'gate_proj', 'up_proj', 'down_proj'] as const
export type Projection = (typeof PROJECTIONS)[number]

/** How a LoRA adapter is made. y += scale * (x Aᵀ) Bᵀ with A [rank, in] ~ N(0, 1/in) and B [out, rank] = 0. */
export interface AdapterSpec {
  readonly name: string
  readonly rank: number
  /** The factor itself. PEFT's lora_alpha is scale * rank. */
  readonly scale: number
  readonly targets: readonly Projection[]
  readonly seed: number
}

export interface ForkOptions {
  /** What the new adapter is called. */
  readonly name: string
  /** Whether it takes over the optimizer's moments and the count of steps; else it starts with none. */
  readonly moments: boolean
}

/** AdamW's numbers of one step. Defaults of the Tinker API are not assumed: a run states them all. */
export interface AdamParams {
  readonly learningRate: number
  readonly beta1: number
  readonly beta2: number
  readonly epsilon: number
  readonly weightDecay: number
  /** The greatest global gradient norm; 0 switches clipping off. */
  readonly gradClipNorm: number
}

export type AdapterId = string
/** An immutable version of an adapter that samplers read. 'base' is the base model with the adapter off. */
export type SnapshotId = string
export const BASE_SNAPSHOT: SnapshotId = 'base'

export interface SnapshotInfo {
  readonly id: SnapshotId
  readonly adapter: AdapterId | null
  /** The number of optimizer steps that the adapter had taken. 0 for the base. */
  readonly version: number
  /** SHA-256 of the factors' bytes, in hexadecimal; of the base weights' file for the base. */
  readonly hash: string
}

export interface SamplingParams {
  readonly maxTokens: number
  /** 0 takes the most probable token. */
  readonly temperature: number
  /** Absent: off. Applied after the recorded distribution: logprobs are those before top-k and top-p. */
  readonly topK?: number
  readonly topP?: number
  readonly stopTokens: readonly number[]
}

/** One sequence to sample. */
export interface SamplePrompt {
  readonly tokens: Uint32Array
  /** The pictures among the tokens, by their starts. Absent: text alone. */
  readonly images?: readonly PlacedImage[]
  /** Sequences with the same group share the computation of their prompt; their tokens must be equal. */
  readonly group?: string
  /**
   * The counter of the random numbers of this sequence: (episode, agent). With the key of the request and the
   * index of the token in the trajectory it decides every draw, whoever else shares the batch.
   */
  readonly stream: readonly [episode: number, agent: number]
  /** Index in the trajectory of the first token to be sampled. Default: tokens.length. */
  readonly firstIndex?: number
  /**
   * The action mask: what is sampled spells one of these actions, and ends with it. The recorded distribution is the masked one,
   * renormalised, before top-k and top-p. Prompts may share one trie. Absent: every token is allowed.
   */
  readonly actions?: ActionTrie
}

export interface SampleRequest {
  readonly snapshot: SnapshotId
  readonly prompts: readonly SamplePrompt[]
  readonly params: SamplingParams
  /** The key of the random numbers, from base/random.ts streamKey. */
  readonly key: readonly [number, number]
}

/** A whole action of a trie ends as a stop token does. */
export type SampleStop = 'stop_token' | 'max_tokens'

export interface SampledSequence {
  /** The sampled tokens, the stop token included. */
  readonly tokens: Uint32Array
  /** log p of each token under the distribution that was sampled (temperature and action mask applied, before top-k and top-p). */
  readonly logprobs: Float32Array
  /** Entropy of that distribution, in nats. */
  readonly entropies: Float32Array
  /** The state of the prompt's trie that each token was sampled in. Absent where the prompt had none. */
  readonly states?: Uint32Array
  readonly stop: SampleStop
}

/** What the engine itself testifies to, whoever asked. */
export interface EngineStamp {
  readonly snapshotHash: string
  readonly version: number
  /** SHA-256 of the prompt tokens (sampling) or of the consumed datum ids (training). */
  readonly inputHash: string
}

export interface SampleResult {
  /** In the order of the prompts. */
  readonly sequences: readonly SampledSequence[]
  readonly stamp: EngineStamp
  readonly milliseconds: number
}

export interface ForwardBackwardRequest {
  readonly adapter: AdapterId
  readonly data: readonly Datum[]
  readonly loss: LossSpec
}

export interface ForwardRequest {
  /** A live adapter or a snapshot. */
  readonly of: { readonly adapter: AdapterId } | { readonly snapshot: SnapshotId }
  readonly data: readonly Datum[]
  /** As many alternatives to every token with loss mask 1 (1 … 64): asked when somebody looks at a token, not while training. */
  readonly alternatives?: number
  /** What every token with loss mask 1 was predicted from: asked when somebody looks at a token, not while training. Default: not told. */
  readonly attention?: boolean
}

/** What else a token could have been, under the weights that were asked. */
export interface TokenAlternatives {
  /** Index of the token in its datum. */
  readonly position: number
  /** The most probable tokens before any mask, the first one most. The datum's own token comes last where it is not among them. */
  readonly tokens: Uint32Array
  /** log p of each in the distribution that was sampled (temperature and mask applied); −∞ where the action mask forbids the token. */
  readonly logprobs: Float32Array
  /** log p of each if nothing were masked. */
  readonly freeLogprobs: Float32Array
}

/** What a token was predicted from: the attention of the row before it, over all tokens before it. */
export interface TokenAttention {
  /** Index of the token in its datum. */
  readonly position: number
  readonly layers: number
  readonly heads: number
  /** [layers, heads, position]: the share of each token before it; every head's shares add up to 1. */
  readonly shares: Float32Array
}

export interface ForwardResult {
  /** Per datum, one entry per token; 0 where the loss mask is 0. */
  readonly logprobs: readonly Float32Array[]
  readonly entropies: readonly Float32Array[]
  /** Per datum, one entry a token with loss mask 1, where they were asked for. */
  readonly alternatives?: readonly (readonly TokenAlternatives[])[]
  /** Per datum, one entry a token with loss mask 1, where it was asked for. */
  readonly attention?: readonly (readonly TokenAttention[])[]
  readonly stamp: EngineStamp
  readonly milliseconds: number
}

export interface ForwardBackwardResult extends ForwardResult {
  /** The base's logprobs of the same tokens, when the loss had a KL term. */
  readonly baseLogprobs?: readonly Float32Array[]
  readonly metrics: LossMetrics
}

/** Sums over the trained tokens of the call. */
export interface LossMetrics {
  readonly lossSum: number
  readonly trainedTokens: number
  /** Token rows that went through the model, shared prefixes counted once. */
  readonly rows: number
  readonly clippedTokens: number
  readonly klSum: number
  readonly entropySum: number
}

export interface OptimStepResult {
  /** The adapter's version after the step. */
  readonly version: number
  /** The global gradient norm before clipping. */
  readonly gradNorm: number
  /** True when a non-finite gradient made the engine leave the weights as they were. */
  readonly skipped: boolean
  readonly milliseconds: number
}

/** A stored adapter: factors, moments, step. */
export interface CheckpointData {
  readonly spec: AdapterSpec
  readonly baseHash: string
  readonly version: number
  /** Flat: for every layer, for every projection of the spec in PROJECTIONS order, A then B, row-major. */
  readonly weights: Float32Array
  readonly moment1: Float32Array
  readonly moment2: Float32Array
  readonly hash: string
}

/** One line of the memory plan: what it is for, how many bytes, the setting that changes it. */
export interface MemoryItem {
  readonly name: 'base' | 'adapters' | 'optimizer' | 'activations' | 'kvCache' | 'workspace'
  readonly bytes: number
  readonly setting?: string
}

export interface MemoryPlan {
  readonly items: readonly MemoryItem[]
  readonly totalBytes: number
  readonly limitBytes: number
  readonly fits: boolean
}

/** What a plan is computed from. */
export interface MemoryDemand {
  readonly adapters: number
  readonly rank: number
  readonly targets: readonly Projection[]
  /** Snapshots of an adapter that are held at once. Default: 2, the one that samples and the one that is being made. */
  readonly snapshots?: number
  /** Sequences sampled at once and the longest of them, prompt included, in tokens. */
  readonly sequences: number
  readonly sequenceTokens: number
  /** The loss has a KL term, so that base rows share its passes. Default: false. */
  readonly comparesWithBase?: boolean
}

/** Who answers: pinned in the first event of a run. */
export interface ServiceDescription {
  readonly engine: EngineName
  /** The adapter or processor as the browser names it. */
  readonly device: string
  readonly software: boolean
  /** The kernel variants in use, by operation. */
  readonly variants: Readonly<Record<string, string>>
  /** SHA-256 over all shader sources. */
  readonly shaderHash: string
  readonly base: BaseDescription
}

export interface BaseDescription {
  readonly name: string
  /** SHA-256 of the weight file. */
  readonly hash: string
  readonly parameters: number
  readonly contextTokens: number
  readonly vocabulary: number
  /** How it cuts pictures. Absent: it reads text alone. */
  readonly patch?: PatchShape
}

/**
 * A result that will come. Cancelling rejects it with CANCELLED and frees what it had queued; a gradient or a step that is already
 * being computed still takes effect.
 */
export interface Future<T> {
  readonly result: Promise<T>
  cancel(): void
}

export interface TrainingService {
  describe(): Promise<ServiceDescription>
  planMemory(demand: MemoryDemand): Promise<MemoryPlan>
  createAdapter(spec: AdapterSpec): Promise<AdapterId>
  freeAdapter(adapter: AdapterId): Promise<void>
  /** A new adapter with the weights that this one has now. */
  forkAdapter(adapter: AdapterId, options: ForkOptions): Promise<AdapterId>
  forward(request: ForwardRequest): Future<ForwardResult>
  /** Adds to the adapter's gradient; several calls accumulate until the step. */
  forwardBackward(request: ForwardBackwardRequest): Future<ForwardBackwardResult>
  /** Applies and clears the adapter's gradient. */
  optimStep(adapter: AdapterId, params: AdamParams): Future<OptimStepResult>
  saveWeightsForSampler(adapter: AdapterId): Promise<SnapshotInfo>
  releaseSnapshot(snapshot: SnapshotId): Promise<void>
  sample(request: SampleRequest): Future<SampleResult>
  saveState(adapter: AdapterId): Promise<CheckpointData>
  loadState(checkpoint: CheckpointData): Promise<AdapterId>
}
