// One trainer over several threads: each update's sequences are cut into the same shards whatever the number of threads, and
// gradients are added in the order of the shards. So a base depends on recipe and seed, not on the machine's cores.

import type { FullTrainerState, TrainSequence } from '../../src/model/full-trainer.ts'
import { predictedTokens } from '../../src/model/full-trainer.ts'
import type { AdamParams } from '../../src/service/index.ts'
import type { Share } from './shard.ts'
import type { StepReport } from './trainer.ts'

/** Shards of an update. More than a few cores would each have too little to do. */
export const SHARDS = 8

/** What a shard's thread answers; ShardThread on threads, anything in tests. */
export interface ShardPeer {
  gradient(sequences: readonly TrainSequence[], predicted: number): Promise<Share>
  step(gradient: Float32Array, adam: AdamParams): Promise<number>
  state(): Promise<FullTrainerState>
}

/** `count` consecutive runs of about equally many tokens; fewer when there are fewer sequences. */
export function cutSequences(sequences: readonly TrainSequence[], count: number): readonly (readonly TrainSequence[])[] {
  const total = sequences.reduce((sum, { tokens: own }) => sum + own.length, 0)
  const shards: TrainSequence[][] = []
  let tokens = 0
  for (const sequence of sequences) {
    // A sequence belongs where its first token falls.
    const place = Math.floor((tokens / total) * count)
    if (place >= shards.length) shards.push([])
    shards.at(-1)?.push(sequence)
    tokens += sequence.tokens.length
  }
  return shards
}

/** Adds shares in the order of their shards, each as soon as all before it are there: the sum is ready with the last one. */
class OrderedSum {
  gradient = new Float32Array(0)
  lossSum = 0
  private readonly waiting = new Map<number, Share>()
  private added = 0

  take(index: number, share: Share): void {
    this.waiting.set(index, share)
    for (let ready = this.waiting.get(this.added); ready !== undefined; ready = this.waiting.get(this.added)) {
      this.waiting.delete(this.added++)
      this.add(ready)
    }
  }

  private add({ lossSum, gradient }: Share): void {
    this.lossSum += lossSum
    if (this.gradient.length === 0) this.gradient = new Float32Array(gradient.length)
    const sum = this.gradient
    for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + (gradient[i] ?? 0)
  }
}

export async function shardedStep(peers: readonly ShardPeer[], sequences: readonly TrainSequence[], adam: AdamParams): Promise<StepReport> {
  const shards = cutSequences(sequences, SHARDS)
  const predicted = predictedTokens(sequences)
  const sum = new OrderedSum()
  // Whoever is free takes the next shard; the order of the sum is that of the shards.
  let next = 0
  await Promise.all(
    peers.map(async (peer) => {
      const ask = (index: number) => (index < shards.length ? peer.gradient(shards[index] ?? [], predicted) : undefined)
      let index = next++
      for (let asked = ask(index); asked !== undefined; ) {
        const share = await asked
        const done = index
        // Asked again before the sum, so that nobody waits for it.
        index = next++
        asked = ask(index)
        sum.take(done, share)
      }
    }),
  )
  const { gradient } = sum
  const norms = await Promise.all(peers.map((peer) => peer.step(gradient, adam)))
  return { loss: sum.lossSum / predicted, gradNorm: norms[0] ?? 0 }
}
