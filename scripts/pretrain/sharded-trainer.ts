// One trainer over several threads: each update's sequences are cut into the same shards whatever the number of threads, and
// gradients are added in the order of the shards. So a base depends on recipe and seed, not on the machine's cores.

import type { FullTrainerState } from '../../src/model/full-trainer.ts'
import { predictedTokens } from '../../src/model/full-trainer.ts'
import type { AdamParams } from '../../src/service/index.ts'
import type { Share } from './shard.ts'
import type { StepReport } from './trainer.ts'

/** Shards of an update. More than a few cores would each have too little to do. */
export const SHARDS = 8

/** What a shard's thread answers; ShardThread on threads, anything in tests. */
export interface ShardPeer {
  gradient(sequences: readonly Uint32Array[], predicted: number): Promise<Share>
  step(gradient: Float32Array, adam: AdamParams): Promise<number>
  state(): Promise<FullTrainerState>
}

/** `count` consecutive runs of about equally many tokens; fewer when there are fewer sequences. */
export function cutSequences(sequences: readonly Uint32Array[], count: number): readonly (readonly Uint32Array[])[] {
  const total = sequences.reduce((sum, { length }) => sum + length, 0)
  const shards: Uint32Array[][] = []
  let tokens = 0
  for (const sequence of sequences) {
    // A sequence belongs where its first token falls.
    const place = Math.floor((tokens / total) * count)
    if (place >= shards.length) shards.push([])
    shards.at(-1)?.push(sequence)
    tokens += sequence.length
  }
  return shards
}

export async function shardedStep(peers: readonly ShardPeer[], sequences: readonly Uint32Array[], adam: AdamParams): Promise<StepReport> {
  const shards = cutSequences(sequences, SHARDS)
  const predicted = predictedTokens(sequences)
  const shares: Share[] = []
  // Whoever is free takes the next shard; the order of the sum is that of the shards.
  let next = 0
  await Promise.all(
    peers.map(async (peer) => {
      for (let index = next++; index < shards.length; index = next++) shares[index] = await peer.gradient(shards[index] ?? [], predicted)
    }),
  )
  const sum = new Float32Array(shares[0]?.gradient.length ?? 0)
  let lossSum = 0
  for (const share of shares) {
    lossSum += share.lossSum
    const { gradient } = share
    for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + (gradient[i] ?? 0)
  }
  const norms = await Promise.all(peers.map((peer) => peer.step(sum, adam)))
  return { loss: lossSum / predicted, gradNorm: norms[0] ?? 0 }
}
