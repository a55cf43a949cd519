// Operations that work row by row: embedding, gather, scatter, RMSNorm, SwiGLU, at widths that are and are not multiples of 4.

import type { Kernels } from '../kernels.ts'
import { addRows, rowsByToken, takeRows } from '../reference/embedding.ts'
import { add } from '../reference/matrix.ts'
import { rmsNorm, rmsNormBackward, rmsNormGainGradient } from '../reference/norm.ts'
import { swiglu, swigluBackward } from '../reference/swiglu.ts'
import { type CaseMemory, caseIndices, caseNumbers, type KernelCase, relativeError, wide, withMemory } from './case.ts'

type Body = (kernels: Kernels, memory: CaseMemory, rows: number, width: number) => Promise<number>

const EPSILON = Math.fround(1e-5)
const VOCABULARY = 7

const BODIES: Readonly<Record<string, { readonly direction: 'forward' | 'gradient'; readonly body: Body }>> = {
  embed: {
    direction: 'forward',
    body: async (kernels, memory, rows, width) => {
      const table = caseNumbers(1, VOCABULARY * width)
      const tokens = caseIndices(2, rows, VOCABULARY)
      const out = memory.f32(rows * width)
      kernels.embed({ tokens: memory.u32(tokens), table: memory.f32(table), out, rows, width })
      return relativeError(await memory.read(out, rows * width), takeRows(wide(table), tokens, width))
    },
  },
  embedBackward: {
    direction: 'gradient',
    body: async (kernels, memory, rows, width) => {
      const tokens = caseIndices(2, rows, VOCABULARY)
      const gradOut = caseNumbers(3, rows * width)
      const before = caseNumbers(4, VOCABULARY * width)
      const gradTable = memory.f32(before)
      const { order, starts } = rowsByToken(tokens, VOCABULARY)
      kernels.embedBackward({ order: memory.u32(order), starts: memory.u32(starts), gradOut: memory.f32(gradOut), gradTable, vocabulary: VOCABULARY, width })
      const want = wide(before)
      addRows(want, tokens, wide(gradOut), width)
      return relativeError(await memory.read(gradTable, want.length), want)
    },
  },
  gatherRows: {
    direction: 'forward',
    body: async (kernels, memory, count, width) => {
      const x = caseNumbers(1, 200 * width)
      const rows = caseIndices(2, count, 200)
      const out = memory.f32(count * width)
      kernels.gatherRows({ x: memory.f32(x), rows: memory.u32(rows), out, count, width })
      return relativeError(await memory.read(out, count * width), takeRows(wide(x), rows, width))
    },
  },
  scatterRows: {
    direction: 'forward',
    body: async (kernels, memory, count, width) => {
      const before = caseNumbers(1, 2 * count * width)
      const from = caseNumbers(2, count * width)
      // Odd rows only, backwards: distinct, and every other row must stay.
      const rows = Uint32Array.from({ length: count }, (_, i) => 2 * (count - i) - 1)
      const x = memory.f32(before)
      kernels.scatterRows({ from: memory.f32(from), rows: memory.u32(rows), x, count, width })
      const want = wide(before)
      rows.forEach((row, i) => {
        want.set(from.subarray(i * width, (i + 1) * width), row * width)
      })
      return relativeError(await memory.read(x, want.length), want)
    },
  },
  rmsNorm: {
    direction: 'forward',
    body: async (kernels, memory, rows, width) => {
      const x = caseNumbers(1, rows * width)
      const gain = caseNumbers(2, width)
      const out = memory.f32(rows * width)
      const inverse = memory.f32(rows)
      kernels.rmsNorm({ x: memory.f32(x), gain: memory.f32(gain), out, inverse, rows, width, epsilon: EPSILON })
      const want = rmsNorm(wide(x), wide(gain), EPSILON)
      return Math.max(relativeError(await memory.read(out, rows * width), want.out), relativeError(await memory.read(inverse, rows), want.inverse))
    },
  },
  rmsNormBackward: {
    direction: 'gradient',
    body: async (kernels, memory, rows, width) => {
      const x = caseNumbers(1, rows * width)
      const gain = caseNumbers(2, width)
      const gradOut = caseNumbers(3, rows * width)
      const before = caseNumbers(4, rows * width)
      const inverse = Float32Array.from(rmsNorm(wide(x), wide(gain), EPSILON).inverse)
      const gradX = memory.f32(before)
      const inputs = { x: memory.f32(x), gain: memory.f32(gain), inverse: memory.f32(inverse), gradOut: memory.f32(gradOut) }
      kernels.rmsNormBackward({ ...inputs, gradX, rows, width })
      const want = add(wide(before), rmsNormBackward(wide(x), wide(gain), wide(inverse), wide(gradOut)))
      return relativeError(await memory.read(gradX, rows * width), want)
    },
  },
  rmsNormGainGradient: {
    direction: 'gradient',
    body: async (kernels, memory, rows, width) => {
      const x = caseNumbers(1, rows * width)
      const inverse = caseNumbers(2, rows)
      const gradOut = caseNumbers(3, rows * width)
      const before = caseNumbers(4, width)
      const gradGain = memory.f32(before)
      const scratch = memory.f32(Math.ceil(rows / 256) * width)
      kernels.rmsNormGainGradient({ x: memory.f32(x), inverse: memory.f32(inverse), gradOut: memory.f32(gradOut), gradGain, scratch, rows, width })
      return relativeError(await memory.read(gradGain, width), add(wide(before), rmsNormGainGradient(wide(x), wide(inverse), wide(gradOut), width)))
    },
  },
  swiglu: {
    direction: 'forward',
    body: async (kernels, memory, rows, width) => {
      const gateUp = caseNumbers(1, rows * 2 * width, 3)
      const out = memory.f32(rows * width)
      kernels.swiglu({ gateUp: memory.f32(gateUp), out, rows, width })
      return relativeError(await memory.read(out, rows * width), swiglu(wide(gateUp), width))
    },
  },
  swigluBackward: {
    direction: 'gradient',
    body: async (kernels, memory, rows, width) => {
      const gateUp = caseNumbers(1, rows * 2 * width, 3)
      const gradOut = caseNumbers(2, rows * width)
      const gradGateUp = memory.f32(rows * 2 * width)
      kernels.swigluBackward({ gateUp: memory.f32(gateUp), gradOut: memory.f32(gradOut), gradGateUp, rows, width })
      return relativeError(await memory.read(gradGateUp, rows * 2 * width), swigluBackward(wide(gateUp), wide(gradOut), width))
    },
  },
}

/** [rows, width] */
const SIZES: readonly (readonly [number, number])[] = [
  [0, 8],
  [1, 1],
  [3, 63],
  [65, 65],
  [129, 3],
  [63, 64],
  [513, 129],
  [300, 128],
]

export function rowCases(): readonly KernelCase[] {
  return Object.entries(BODIES).flatMap(([operation, { direction, body }]) =>
    SIZES.map(([rows, width]) => ({
      operation,
      size: `${rows}·${width}`,
      direction,
      run: (kernels: Kernels) => withMemory(kernels, async (memory) => ({ error: await body(kernels, memory, rows, width) })),
    })),
  )
}
