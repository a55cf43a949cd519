// Dispatches the operations that work row by row: embedding, gather and scatter, RMSNorm, SwiGLU. Each comes in two
// widths of access, chosen by the row's width alone. Attention and the head have files of their own.

import type { ShaderVariant } from '../../gpu/pipelines.ts'
import type { Kernels } from '../kernels.ts'
import { GRADIENT_CHUNK_ROWS } from '../kernels.ts'
import { type DispatchContext, dispatchItems } from './dispatch.ts'
import { type Lanes, shaderVariant } from './shader-source.ts'

type Call<Operation extends keyof Kernels> = Kernels[Operation] extends (call: infer Argument) => void ? Argument : never

const SHADERS = [
  'embed',
  'embed_backward',
  'gather_rows',
  'scatter_rows',
  'rms_norm',
  'rms_norm_backward',
  'rms_norm_gain_gradient',
  'sum_chunks',
  'swiglu',
  'swiglu_backward',
] as const

const LANES: readonly Lanes[] = [1, 4]

/** Everything that this file dispatches. */
export function rowVariants(widths: readonly Lanes[] = LANES): readonly ShaderVariant[] {
  return SHADERS.flatMap((name) =>
    widths.map((lanes) => shaderVariant(name, { lanes }, name === 'rms_norm_gain_gradient' ? { CHUNK_ROWS: GRADIENT_CHUNK_ROWS } : {})),
  )
}

const lanesOf = (width: number): Lanes => (width % 4 === 0 ? 4 : 1)
const named = (name: (typeof SHADERS)[number], width: number): string => `${name} (lanes ${lanesOf(width)})`
const itemsOf = (width: number): number => width / lanesOf(width)

export function embed(context: DispatchContext, { tokens, table, out, rows, width }: Call<'embed'>): void {
  const items = itemsOf(width)
  dispatchItems(context, named('embed', width), [tokens, table, out], { rows, items }, rows * items, rows * width)
}

export function embedBackward(context: DispatchContext, { order, starts, gradOut, gradTable, vocabulary, width }: Call<'embedBackward'>): void {
  const items = itemsOf(width)
  const tensors = [order, starts, gradOut, gradTable]
  dispatchItems(context, named('embed_backward', width), tensors, { vocabulary, items }, vocabulary * items, order.length * width + vocabulary)
}

export function gatherRows(context: DispatchContext, { x, rows, out, count, width }: Call<'gatherRows'>): void {
  const items = itemsOf(width)
  dispatchItems(context, named('gather_rows', width), [x, rows, out], { count, items }, count * items, count * width)
}

export function scatterRows(context: DispatchContext, { from, rows, x, count, width }: Call<'scatterRows'>): void {
  const items = itemsOf(width)
  dispatchItems(context, named('scatter_rows', width), [from, rows, x], { count, items }, count * items, count * width)
}

export function rmsNorm(context: DispatchContext, { x, gain, out, inverse, rows, width, epsilon }: Call<'rmsNorm'>): void {
  dispatchItems(context, named('rms_norm', width), [x, gain, out, inverse], { rows, items: itemsOf(width), epsilon }, rows, 4 * rows * width)
}

export function rmsNormBackward(context: DispatchContext, { x, gain, inverse, gradOut, gradX, rows, width }: Call<'rmsNormBackward'>): void {
  dispatchItems(context, named('rms_norm_backward', width), [x, gain, inverse, gradOut, gradX], { rows, items: itemsOf(width) }, rows, 8 * rows * width)
}

export function rmsNormGainGradient(context: DispatchContext, { x, inverse, gradOut, gradGain, scratch, rows, width }: Call<'rmsNormGainGradient'>): void {
  const items = itemsOf(width)
  const chunks = Math.ceil(rows / GRADIENT_CHUNK_ROWS)
  if (chunks === 0) return
  dispatchItems(context, named('rms_norm_gain_gradient', width), [x, inverse, gradOut, scratch], { rows, items, chunks }, chunks * items, 3 * rows * width)
  dispatchItems(context, named('sum_chunks', width), [scratch, gradGain], { chunks, items }, items, chunks * width)
}

export function swiglu(context: DispatchContext, { gateUp, out, rows, width }: Call<'swiglu'>): void {
  const items = itemsOf(width)
  dispatchItems(context, named('swiglu', width), [gateUp, out], { rows, items }, rows * items, 20 * rows * width)
}

export function swigluBackward(context: DispatchContext, { gateUp, gradOut, gradGateUp, rows, width }: Call<'swigluBackward'>): void {
  const items = itemsOf(width)
  dispatchItems(context, named('swiglu_backward', width), [gateUp, gradOut, gradGateUp], { rows, items }, rows * items, 30 * rows * width)
}
