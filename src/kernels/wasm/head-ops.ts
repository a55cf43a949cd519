// The streamed head, the sampler and the optimizer: each operation is one call into the compiled module.

import { type Kernels, OPTIMIZER_BLOCK } from '../kernels.ts'
import type { WasmContext } from './context.ts'

type Call<Operation extends keyof Kernels> = Kernels[Operation] extends (call: infer Argument) => void ? Argument : never

export function maskLogits(context: WasmContext, { logits, rows, chunkStart, width, mask }: Call<'maskLogits'>): void {
  const tables = [mask.rows, mask.states, mask.tokens].map((tensor) => context.source(tensor))
  context.calls.maskLogits(context.target(logits), rows, chunkStart, width, ...tables)
}

export function advanceMask(context: WasmContext, { tokens, rows, mask }: Call<'advanceMask'>): void {
  const tables = [mask.states, mask.tokens, mask.next].map((tensor) => context.source(tensor))
  context.calls.advanceMask(context.source(tokens), rows, context.target(mask.rows), ...tables)
}

export function headStats(context: WasmContext, call: Call<'headStats'>): void {
  const { logits, rows, chunkStart, width, inverseTemperature, targets, stats, first } = call
  const rowTables = [inverseTemperature, targets].map((tensor) => context.source(tensor))
  context.calls.headStats(context.source(logits), rows, chunkStart, width, ...rowTables, context.target(stats), first ? 1 : 0)
}

export function headFinish(context: WasmContext, { stats, rows, logprobs, entropies }: Call<'headFinish'>): void {
  context.calls.headFinish(context.source(stats), rows, context.target(logprobs), context.target(entropies))
}

export function headGradient(context: WasmContext, call: Call<'headGradient'>): void {
  const { logits, rows, chunkStart, width, inverseTemperature, targets, stats, weights } = call
  const rowTables = [inverseTemperature, targets, stats, weights].map((tensor) => context.source(tensor))
  context.calls.headGradient(context.target(logits), rows, chunkStart, width, ...rowTables)
}

export function sampleCandidates(context: WasmContext, call: Call<'sampleCandidates'>): void {
  const { logits, rows, chunkStart, width, inverseTemperature, counters, threshold, key, greedy, candidates, first } = call
  const rowTables = [inverseTemperature, counters, threshold].map((tensor) => context.source(tensor))
  const flags = [...key, greedy ? 1 : 0] as const
  context.calls.sampleCandidates(context.source(logits), rows, chunkStart, width, ...rowTables, ...flags, context.target(candidates), first ? 1 : 0)
}

export function sampleFinish(context: WasmContext, { candidates, stats, rows, tokens, tokenOffset }: Call<'sampleFinish'>): void {
  context.calls.sampleFinish(context.source(candidates), context.target(stats), rows, context.target(tokens) + tokenOffset * 4)
}

export function sampleThreshold(context: WasmContext, call: Call<'sampleThreshold'>): void {
  const { logits, rows, vocabulary, inverseTemperature, stats, topK, topP, threshold } = call
  const rowTables = [inverseTemperature, stats].map((tensor) => context.source(tensor))
  const scratch = context.scratch(2 * (vocabulary + 3) * 4)
  context.calls.sampleThreshold(context.source(logits), rows, vocabulary, ...rowTables, topK, topP, context.target(threshold), scratch)
}

export function gradientNorm(context: WasmContext, { gradient, entries, entryCount, norms }: Call<'gradientNorm'>): void {
  context.calls.gradientNorm(context.source(gradient), context.source(entries), entryCount, OPTIMIZER_BLOCK, context.target(norms))
}

export function adamw(context: WasmContext, { weights, gradient, moment1, moment2, entries, hyper, norms, entryCount }: Call<'adamw'>): void {
  const state = [weights, gradient, moment1, moment2].map((tensor) => context.target(tensor))
  const tables = [entries, hyper, norms].map((tensor) => context.source(tensor))
  context.calls.adamw(...state, ...tables, entryCount)
}
