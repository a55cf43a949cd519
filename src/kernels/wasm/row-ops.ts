// Operations that work row by row, rotary positions and attention: each is one call into the compiled module.

import { GRADIENT_CHUNK_ROWS, type Kernels, type RowTables } from '../kernels.ts'
import type { WasmContext } from './context.ts'

type Call<Operation extends keyof Kernels> = Kernels[Operation] extends (call: infer Argument) => void ? Argument : never

/** Rows of one block of attention, as in assembly/scores.ts. */
const BLOCK = 8

export function embed(context: WasmContext, { tokens, table, out, rows, width }: Call<'embed'>): void {
  context.calls.gather(context.source(tokens), context.source(table), context.target(out), rows, width)
}

export function embedBackward(context: WasmContext, { order, starts, gradOut, gradTable, vocabulary, width }: Call<'embedBackward'>): void {
  context.calls.addByRow(context.source(order), context.source(starts), context.source(gradOut), context.target(gradTable), vocabulary, width)
}

export function gatherRows(context: WasmContext, { x, rows, out, count, width }: Call<'gatherRows'>): void {
  context.calls.gather(context.source(rows), context.source(x), context.target(out), count, width)
}

export function scatterRows(context: WasmContext, { from, rows, x, count, width }: Call<'scatterRows'>): void {
  context.calls.scatter(context.source(from), context.source(rows), context.target(x), count, width)
}

export function rmsNorm(context: WasmContext, { x, gain, out, inverse, rows, width, epsilon }: Call<'rmsNorm'>): void {
  context.calls.rmsNorm(context.source(x), context.source(gain), context.target(out), context.target(inverse), rows, width, epsilon)
}

export function rmsNormBackward(context: WasmContext, { x, gain, inverse, gradOut, gradX, rows, width }: Call<'rmsNormBackward'>): void {
  const [input, scale, grad] = [x, inverse, gradOut].map((tensor) => context.source(tensor))
  context.calls.rmsNormBackward(input ?? 0, context.source(gain), scale ?? 0, grad ?? 0, context.target(gradX), rows, width)
}

export function rmsNormGainGradient(context: WasmContext, { x, inverse, gradOut, gradGain, scratch, rows, width }: Call<'rmsNormGainGradient'>): void {
  if (rows === 0) return
  const { calls } = context
  const partial = context.target(scratch)
  calls.rmsNormGainGradient(
    context.source(x),
    context.source(inverse),
    context.source(gradOut),
    context.target(gradGain),
    partial,
    rows,
    width,
    GRADIENT_CHUNK_ROWS,
  )
}

export function swiglu(context: WasmContext, { gateUp, out, rows, width }: Call<'swiglu'>): void {
  context.calls.swiglu(context.source(gateUp), context.target(out), rows, width)
}

export function swigluBackward(context: WasmContext, { gateUp, gradOut, gradGateUp, rows, width }: Call<'swigluBackward'>): void {
  context.calls.swigluBackward(context.source(gateUp), context.source(gradOut), context.target(gradGateUp), rows, width)
}

export function rope(context: WasmContext, { tables, shape, qkv, angles, keys, values }: Call<'rope'>): void {
  const { heads, kvHeads, headWidth } = shape
  const { positions, segmentOf, segments } = tables
  const sources = [positions, segmentOf, segments, angles].map((tensor) => context.source(tensor))
  const targets = [qkv, keys, values].map((tensor) => context.target(tensor))
  context.calls.rope(...sources, ...targets, tables.rows, heads, kvHeads, headWidth)
}

export function ropeBackward(context: WasmContext, { tables, shape, gradQkv, angles }: Call<'ropeBackward'>): void {
  const { heads, kvHeads, headWidth } = shape
  context.calls.ropeBackward(context.source(tables.positions), context.source(angles), context.target(gradQkv), tables.rows, heads, kvHeads, headWidth)
}

/** The most keys that a row sees, and scratch for scaled queries and for `lines` rows of scores. */
function scoreRoom(context: WasmContext, tables: RowTables, headWidth: number, lines: number): readonly [longest: number, scratch: number] {
  const longest = context.calls.longestSegment(context.source(tables.segments), tables.segmentCount)
  return [longest, context.scratch(BLOCK * (headWidth * 4 + 16) + lines * (longest + 12) * 4)]
}

export function attention(context: WasmContext, { tables, shape, qkv, keys, values, out, logSumExp }: Call<'attention'>): void {
  const { heads, kvHeads, headWidth } = shape
  const [longest, scratch] = scoreRoom(context, tables, headWidth, BLOCK)
  const sources = [tables.segmentOf, tables.segments, tables.ranges, qkv, keys, values].map((tensor) => context.source(tensor))
  const targets = [out, logSumExp].map((tensor) => context.target(tensor))
  context.calls.attention(...sources, ...targets, tables.rows, heads, kvHeads, headWidth, 1 / Math.sqrt(headWidth), scratch, longest)
}

export function attentionBackward(context: WasmContext, call: Call<'attentionBackward'>): void {
  const { tables, shape, qkv, out, logSumExp, gradOut, delta, gradQkv } = call
  const { heads, kvHeads, headWidth } = shape
  const [longest, scratch] = scoreRoom(context, tables, headWidth, 2 * BLOCK)
  const sources = [tables.segmentOf, tables.segments, tables.ranges, qkv, out, logSumExp, gradOut].map((tensor) => context.source(tensor))
  const targets = [delta, gradQkv].map((tensor) => context.target(tensor))
  context.calls.attentionBackward(...sources, ...targets, tables.rows, heads, kvHeads, headWidth, 1 / Math.sqrt(headWidth), scratch, longest)
}
