// The lesson of attention: the shader beside its float64 reference, passage by passage, and both at work on a small input on this
// device. What is shown is the text that runs.

import shader from '../../shaders/attention.wgsl?raw'
import cursor from '../../shaders/include/key_cursor.wgsl?raw'
import { at } from '../base/assert.ts'
import { caseNumbers, differingElements, relativeError, wide, withMemory } from '../kernels/cases/case.ts'
import { type CaseSegment, caseTables, uploadCaseTables } from '../kernels/cases/case-tables.ts'
import type { AttentionShape, Kernels } from '../kernels/kernels.ts'
import { attention, visibleKeys } from '../kernels/reference/attention.ts'
import reference from '../kernels/reference/attention.ts?raw'
import { passageOf } from './passages.ts'
import { rounded } from './pictures.ts'
import type { SourcesPicture, StepCode } from './step-code.ts'

export const LESSON_SHAPE: AttentionShape = { heads: 2, kvHeads: 1, headWidth: 16 }
const KEYED = LESSON_SHAPE.kvHeads * LESSON_SHAPE.headWidth
const ROW_WIDTH = LESSON_SHAPE.heads * LESSON_SHAPE.headWidth + 2 * KEYED

interface Input {
  readonly qkv: Float32Array<ArrayBuffer>
  readonly keys: Float32Array<ArrayBuffer>
  readonly values: Float32Array<ArrayBuffer>
}

const inputOf = (rows: number): Input => ({
  qkv: caseNumbers(81, rows * ROW_WIDTH),
  keys: caseNumbers(82, rows * KEYED),
  values: caseNumbers(83, rows * KEYED),
})

/** Out [T, H·E] of the device's kernel. */
function attend(kernels: Kernels, packing: readonly CaseSegment[], { qkv, keys, values }: Input): Promise<Float32Array> {
  return withMemory(kernels, async (memory) => {
    const host = caseTables(packing)
    const out = memory.f32(host.rows * LESSON_SHAPE.heads * LESSON_SHAPE.headWidth)
    const inputs = { qkv: memory.f32(qkv), keys: memory.f32(keys), values: memory.f32(values) }
    kernels.attention({ tables: uploadCaseTables(memory, host), shape: LESSON_SHAPE, ...inputs, out, logSumExp: memory.f32(host.rows * LESSON_SHAPE.heads) })
    return memory.read(out, host.rows * LESSON_SHAPE.heads * LESSON_SHAPE.headWidth)
  })
}

const beside = (
  caption: string,
  left: readonly [first: string, last: string, name?: 'cursor'],
  right: readonly [first: string, last: string],
): SourcesPicture => ({
  kind: 'sources',
  caption,
  sides: [
    left[2] === 'cursor'
      ? passageOf('shaders/include/key_cursor.wgsl', cursor, left[0], left[1])
      : passageOf('shaders/attention.wgsl', shader, left[0], left[1]),
    passageOf('src/kernels/reference/attention.ts', reference, right[0], right[1]),
  ],
})

/** A prefix of five rows that two continuations share. */
const FAMILY: readonly CaseSegment[] = [{ rows: 5 }, { rows: 3, after: 0 }, { rows: 3, after: 0 }]

const sees: StepCode = {
  exhibit: () => [beside('source-sees', ['fn cursorKey', 'return position + (*cursor).shift', 'cursor'], ['export function visibleKeys', 'return seen'])],
  run() {
    const tables = caseTables(FAMILY)
    const row = 9
    const seen = visibleKeys(tables, row)
    const sibling = [5, 6, 7]
    return {
      outcome: sibling.some((key) => seen.includes(key)) ? 'all' : seen.includes(0) ? 'prefix' : 'own',
      facts: { row, seen: seen.join(', '), count: seen.length },
      pictures: [
        {
          kind: 'table',
          caption: 'visible',
          head: ['row', 'sequence', 'sees keys'],
          rows: Array.from({ length: tables.rows }, (_, one) => [one, at(['prefix', 'A', 'B'], at(tables.segmentOf, one)), visibleKeys(tables, one).join(' ')]),
        },
      ],
    }
  },
}

const highest: StepCode = {
  exhibit: () => [beside('source-highest', ['fn weight(score', '}'], ['const highest = Math.max', 'const logSum'])],
  run(input) {
    const score = input['score'] ?? 100
    const scores = [score, score - 1, score - 2]
    const weights = (shift: number): readonly number[] => {
      const exponentials = scores.map((one) => Math.fround(Math.exp(one - shift)))
      const sum = exponentials.reduce((total, value) => Math.fround(total + value), 0)
      return exponentials.map((value) => Math.fround(value / sum))
    }
    const [plain, shifted] = [weights(0), weights(Math.max(...scores))]
    const exponential = Math.fround(Math.exp(score))
    const broken = plain.some((value) => Number.isNaN(value))
    const words = (value: number): string => (Number.isNaN(value) ? 'NaN' : value.toFixed(4))
    return {
      outcome: broken ? 'broken' : plain.every((value, i) => Math.abs(value - at(shifted, i)) < 1e-6) ? 'same' : 'coarse',
      facts: {
        score,
        exponential: exponential === Number.POSITIVE_INFINITY ? 'infinity' : exponential.toExponential(2),
        plain: words(at(plain, 0)),
        shifted: words(at(shifted, 0)),
      },
      pictures: [
        {
          kind: 'table',
          caption: 'softmax',
          head: ['score', 'exp as it is', 'exp less the highest'],
          rows: scores.map((one, i) => [one, words(at(plain, i)), words(at(shifted, i))]),
        },
      ],
    }
  },
}

const tiles: StepCode = {
  exhibit: () => [beside('source-tiles', ['let shrink = select', 'sum = sum + p0'], ['const logSum = highest', 'logSumExp[row'])],
  async run(_input, tools) {
    const kernels = await tools.kernels()
    const rows = 37
    const input = inputOf(rows)
    const whole = await attend(kernels, [{ rows }], input)
    const pieces = await attend(kernels, [{ rows: 13 }, { rows: 9, after: 0 }, { rows: 15, after: 1 }], input)
    const differing = differingElements(whole, pieces)
    return {
      outcome: differing === 0 ? 'none' : 'some',
      facts: { compared: whole.length, differing, rows, engine: kernels.engine, device: kernels.device },
      pictures: [],
    }
  },
}

const future: StepCode = {
  exhibit: () => [beside('source-future', ['s0 = select(PerQuery(LOWEST)', 's3 = select'], ['for (let i = 0; i <= row', 'seen.push'])],
  async run(_input, tools) {
    const kernels = await tools.kernels()
    const [rows, changed] = [24, 20]
    const input = inputOf(rows)
    const width = LESSON_SHAPE.heads * LESSON_SHAPE.headWidth
    const keys = input.keys.map((value, i) => (i >= changed * KEYED ? value + 1 : value))
    const [before, after] = [await attend(kernels, [{ rows }], input), await attend(kernels, [{ rows }], { ...input, keys })]
    const earlier = differingElements(before.subarray(0, changed * width), after.subarray(0, changed * width))
    const later = differingElements(before.subarray(changed * width), after.subarray(changed * width))
    return {
      outcome: earlier === 0 ? 'none' : 'some',
      facts: { changed, earlier, earlierCompared: changed * width, later, laterCompared: (rows - changed) * width, engine: kernels.engine },
      pictures: [],
    }
  },
}

const compare: StepCode = {
  exhibit: () => [beside('source-values', ['oi = chainColumns', 'o[i] = oi'], ['seen.forEach((key, n) => {', '})'])],
  async run(input, tools) {
    const kernels = await tools.kernels()
    const rows = input['rows'] ?? 65
    const numbers = inputOf(rows)
    const tables = caseTables([{ rows }])
    const want = attention(LESSON_SHAPE, tables, wide(numbers.qkv), { keys: wide(numbers.keys), values: wide(numbers.values) }).out
    const got = await attend(kernels, [{ rows }], numbers)
    const error = relativeError(got, want)
    const digits = error === 0 ? 0 : -Math.log10(error)
    return {
      outcome: error === 0 ? 'exact' : digits > 5 ? 'seven' : 'three',
      facts: { error: error.toExponential(1), digits: rounded(digits), rows, numbers: got.length, engine: kernels.engine, device: kernels.device },
      pictures: [
        {
          kind: 'table',
          caption: 'outputs',
          head: ['row', 'column', 'this device', 'float64'],
          rows: [0, 1, rows - 1].flatMap((row) =>
            [0, 1].map((column) => [
              row,
              column,
              String(at(got, row * LESSON_SHAPE.heads * LESSON_SHAPE.headWidth + column)),
              String(at(want, row * LESSON_SHAPE.heads * LESSON_SHAPE.headWidth + column)),
            ]),
          ),
        },
      ],
    }
  },
}

export const attentionCode = { sees, highest, tiles, future, compare } satisfies Readonly<Record<string, StepCode>>
