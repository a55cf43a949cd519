// Dispatches the streamed head and the sampler: folds of a chunk of logits, gradients in place, Gumbel-max, thresholds.
// A chunk whose width is a multiple of 4 is read four columns at a time; both ways fold the same groups.

import type { ShaderVariant } from '../../gpu/pipelines.ts'
import type { Kernels } from '../kernels.ts'
import { type DispatchContext, dispatchItems } from './dispatch.ts'
import { type Lanes, shaderVariant } from './shader-source.ts'

type Call<Operation extends keyof Kernels> = Kernels[Operation] extends (call: infer Argument) => void ? Argument : never

const CHUNKED = ['head_stats', 'head_gradient', 'sample_candidates', 'sample_threshold'] as const
const WHOLE = ['head_finish', 'sample_finish', 'mask_advance'] as const
const LANES: readonly Lanes[] = [1, 4]
/** Columns of a row that one invocation of head_gradient or mask_logits owns. */
const BLOCK = 32

/** Everything that this file dispatches. */
export function headVariants(widths: readonly Lanes[] = LANES): readonly ShaderVariant[] {
  return [
    ...CHUNKED.flatMap((name) => widths.map((lanes) => shaderVariant(name, { lanes }, name === 'head_gradient' ? { BLOCK } : {}))),
    ...WHOLE.map((name) => shaderVariant(name)),
    shaderVariant('mask_logits', {}, { BLOCK }),
  ]
}

const named = (name: (typeof CHUNKED)[number], width: number): string => `${name} (lanes ${width % 4 === 0 ? 4 : 1})`

export function maskLogits(context: DispatchContext, { logits, rows, chunkStart, width, mask }: Call<'maskLogits'>): void {
  const blocks = Math.ceil(width / BLOCK)
  const tensors = [logits, mask.rows, mask.states, mask.tokens]
  dispatchItems(context, 'mask_logits', tensors, { rows, width, chunkStart, blocks }, rows * blocks, 4 * rows * width)
}

export function advanceMask(context: DispatchContext, { tokens, rows, mask }: Call<'advanceMask'>): void {
  dispatchItems(context, 'mask_advance', [tokens, mask.rows, mask.states, mask.tokens, mask.next], { rows }, rows, 40 * rows)
}

export function headStats(context: DispatchContext, call: Call<'headStats'>): void {
  const { logits, rows, chunkStart, width, inverseTemperature, targets, stats, first } = call
  const params = { rows, width, chunkStart, first: first ? 1 : 0 }
  dispatchItems(context, named('head_stats', width), [logits, inverseTemperature, targets, stats], params, rows, 20 * rows * width)
}

export function headFinish(context: DispatchContext, { stats, rows, logprobs, entropies }: Call<'headFinish'>): void {
  dispatchItems(context, 'head_finish', [stats, logprobs, entropies], { rows }, rows, 30 * rows)
}

export function headGradient(context: DispatchContext, call: Call<'headGradient'>): void {
  const { logits, rows, chunkStart, width, inverseTemperature, targets, stats, weights } = call
  const blocks = Math.ceil(width / BLOCK)
  const tensors = [logits, inverseTemperature, targets, stats, weights]
  dispatchItems(context, named('head_gradient', width), tensors, { rows, width, chunkStart, blocks }, rows * blocks, 15 * rows * width)
}

export function sampleCandidates(context: DispatchContext, call: Call<'sampleCandidates'>): void {
  const { logits, rows, chunkStart, width, inverseTemperature, counters, threshold, key, greedy, candidates, first } = call
  const params = { rows, width, chunkStart, first: first ? 1 : 0, greedy: greedy ? 1 : 0, key0: key[0], key1: key[1] }
  const tensors = [logits, inverseTemperature, counters, threshold, candidates]
  dispatchItems(context, named('sample_candidates', width), tensors, params, rows, (greedy ? 5 : 120) * rows * width)
}

export function sampleFinish(context: DispatchContext, { candidates, stats, rows, tokens, tokenOffset }: Call<'sampleFinish'>): void {
  dispatchItems(context, 'sample_finish', [candidates, stats, tokens], { rows, tokenOffset }, rows, 4 * rows)
}

export function sampleThreshold(context: DispatchContext, call: Call<'sampleThreshold'>): void {
  const { logits, rows, vocabulary, inverseTemperature, stats, topK, topP, threshold } = call
  const params = { rows, width: vocabulary, topK, topP }
  dispatchItems(context, named('sample_threshold', vocabulary), [logits, inverseTemperature, stats, threshold], params, rows, 32 * 20 * rows * vocabulary)
}
