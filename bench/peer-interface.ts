// What a peer of the side-by-side benchmark offers (bench/peers/README.md). Types only.

/** One operation, ready to run again and again. */
export interface Job {
  /** Enqueues the work once. */
  run(): void
  /** Resolves when everything enqueued is finished. */
  sync(): Promise<void>
  /** The last result. */
  read(): Promise<Float32Array>
  dispose(): void
  readonly note?: string
}

export interface MatmulTask {
  readonly M: number
  readonly K: number
  readonly N: number
  /** [M, K] */
  readonly A: Float32Array
  /** [K, N] */
  readonly B: Float32Array
}

/** Causal attention; q, k, v and the result are [B, H, S, D]. */
export interface AttentionTask {
  readonly B: number
  readonly H: number
  readonly S: number
  readonly D: number
  readonly q: Float32Array
  readonly k: Float32Array
  readonly v: Float32Array
}

/** The benchmark's model, in the letters of bench/peers/page/model.js: f is the width of the SwiGLU block, S the context. */
export interface PeerModel {
  readonly V: number
  readonly d: number
  readonly L: number
  readonly H: number
  readonly f: number
  readonly S: number
  readonly eps: number
  readonly theta: number
}

/** Weights by the benchmark's names, matrices [in, out]. */
export type PeerWeights = Readonly<Record<string, Float32Array>>

export interface TrainTask {
  readonly cfg: PeerModel
  readonly opt: { readonly lr: number; readonly b1: number; readonly b2: number; readonly eps: number; readonly wd: number }
  readonly params: PeerWeights
  /** Inputs and targets, [batch, S]. */
  readonly x: Int32Array
  readonly y: Int32Array
  readonly batch: number
}

export interface TrainJob {
  /** One forward, backward and update; the loss before the update. */
  step(): Promise<number>
  dispose(): void
  readonly note?: string
}

export interface DecodeTask {
  readonly cfg: PeerModel
  readonly params: PeerWeights
  readonly batch: number
  /** [batch, P] */
  readonly prompt: Int32Array
  readonly P: number
  readonly n: number
}

export interface DecodeJob {
  generate(): Promise<{ readonly tokens: Int32Array; readonly prefillMs: number; readonly decodeMs: number }>
  dispose(): void
  readonly note?: string
}

export interface Peer {
  readonly name: string
  readonly kind: string
  readonly version: string
  init(): Promise<void>
  matmul(task: MatmulTask): Job
  attention(task: AttentionTask): Job
  train(task: TrainTask): TrainJob
  decode(task: DecodeTask): DecodeJob
}
