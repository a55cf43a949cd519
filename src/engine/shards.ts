// How work on several cores is cut and put together again: fixed shards of whole sequences, whatever the number of cores,
// and sums in the order of the shards. So neither a gradient nor a digest depends on who computed which shard.
// Knows data and results; knows no engines.

import { at } from '../base/assert.ts'
import type { Datum, ForwardResult, LossMetrics, SamplePrompt } from '../service/index.ts'
import { cutMicrobatches } from './microbatches.ts'

/** Token rows of a shard, and of a pass that shards share; a group of siblings that is larger is a shard of its own. */
export const SHARD_ROWS = 256

/** Consecutive runs of whole groups. No data: one empty shard, so that somebody says what is wrong with it. */
export function cutShards(data: readonly Datum[]): readonly (readonly Datum[])[] {
  if (data.length === 0) return [data]
  return cutMicrobatches(data, SHARD_ROWS).map(([start, end]) => data.slice(start, end))
}

/** Prompts in `parts` consecutive runs of about equal numbers; siblings that share a prompt stay together. A draw depends on its stream alone, so any cut will do. */
export function cutPrompts(prompts: readonly SamplePrompt[], parts: number): readonly (readonly SamplePrompt[])[] {
  const cuts: SamplePrompt[][] = [[]]
  const share = prompts.length / parts
  prompts.forEach((prompt, index) => {
    const sibling = prompt.group !== undefined && index > 0 && at(prompts, index - 1).group === prompt.group
    if (!sibling && index >= share * cuts.length) cuts.push([])
    at(cuts, cuts.length - 1).push(prompt)
  })
  return cuts
}

/** Adds in the order of the list, each number in f32. */
export function sumGradients(gradients: readonly Float32Array[]): Float32Array {
  const sum = at(gradients, 0).slice()
  for (const gradient of gradients.slice(1)) {
    for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + (gradient[i] ?? 0)
  }
  return sum
}

export function joinForward(parts: readonly ForwardResult[]): Pick<ForwardResult, 'logprobs' | 'entropies' | 'alternatives' | 'attention'> {
  const alternatives = parts.flatMap((part) => part.alternatives ?? [])
  const attention = parts.flatMap((part) => part.attention ?? [])
  return {
    logprobs: parts.flatMap(({ logprobs }) => logprobs),
    entropies: parts.flatMap(({ entropies }) => entropies),
    ...(alternatives.length === 0 ? {} : { alternatives }),
    ...(attention.length === 0 ? {} : { attention }),
  }
}

export function sumMetrics(parts: readonly LossMetrics[]): LossMetrics {
  const sum = (field: keyof LossMetrics): number => parts.reduce((total, part) => total + part[field], 0)
  return {
    lossSum: sum('lossSum'),
    trainedTokens: sum('trainedTokens'),
    rows: sum('rows'),
    clippedTokens: sum('clippedTokens'),
    klSum: sum('klSum'),
    entropySum: sum('entropySum'),
  }
}
