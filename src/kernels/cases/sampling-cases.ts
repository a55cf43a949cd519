// The sampler: the same random bits must give the same tokens as float64, greedy takes the greatest, thresholds keep exactly
// what top-k and top-p say, a mask keeps to its tokens and moves on with the one that was taken. A token counts as right when
// its score is within rounding of the best one.

import { at } from '../../base/assert.ts'
import { FORBIDDEN_LOGIT, type Kernels } from '../kernels.ts'
import { argmax, sampleScores, sampleThreshold } from '../reference/sampling.ts'
import { type CaseMemory, caseIndices, type KernelCase, relativeError, wide, withMemory } from './case.ts'
import { chunksOf, chunkTensor, foldStats, type HeadInputs, headInputs } from './head-cases.ts'
import { allowedOf, nextOf, uploadMask } from './mask-tables.ts'

const KEY = [0x243f6a88, 0x85a308d3] as const
const LOWEST = -3.4e38
/** What rounding may move a score by: y and its noise are of order 10. */
const ROUNDING = 1e-4

const scaled = ({ logits, vocabulary, inverseTemperature, mask }: HeadInputs, row: number): Float64Array =>
  wide(
    logits.subarray(row * vocabulary, (row + 1) * vocabulary).map((logit, column) => {
      const allowed = allowedOf(mask, row)
      return (allowed === undefined || allowed.includes(column) ? logit : Math.fround(FORBIDDEN_LOGIT)) * at(inverseTemperature, row)
    }),
  )

interface Rules {
  readonly greedy: boolean
  readonly topK: number
  readonly topP: number
}

async function samplingError(kernels: Kernels, memory: CaseMemory, inputs: HeadInputs, chunk: number, { greedy, topK, topP }: Rules): Promise<number> {
  const { rows, vocabulary } = inputs
  const stats = foldStats(kernels, memory, inputs, chunk)
  const inverseTemperature = memory.f32(inputs.inverseTemperature)
  const threshold = memory.f32(new Float32Array(rows).fill(LOWEST))
  const limited = topK > 0 || topP < 1
  const mask = uploadMask(memory, inputs.mask)
  if (limited)
    kernels.sampleThreshold({ logits: chunkTensor(memory, inputs, 0, vocabulary), rows, vocabulary, inverseTemperature, stats, topK, topP, threshold })
  const counters = caseIndices(41, rows * 4, 1000)
  const candidates = memory.f32(rows * 4)
  const shared = { rows, inverseTemperature, counters: memory.u32(counters), threshold, key: KEY, greedy, candidates }
  for (const { chunkStart, width } of chunksOf(vocabulary, chunk)) {
    kernels.sampleCandidates({ ...shared, logits: chunkTensor(memory, inputs, chunkStart, width), chunkStart, width, first: chunkStart === 0 })
  }
  const offset = 3
  const tokens = memory.u32(offset + rows)
  kernels.sampleFinish({ candidates, stats, rows, tokens, tokenOffset: offset })
  const drawn = memory.u32(rows)
  kernels.copy(tokens, offset, drawn, 0, rows)
  if (mask !== undefined) kernels.advanceMask({ tokens: drawn, rows, mask })
  const gotStates = mask === undefined ? undefined : await kernels.downloadU32(mask.rows, 0, rows)
  const gotTokens = await kernels.downloadU32(tokens, offset, rows)
  const gotStats = await memory.read(stats, rows * 4)
  const gotThreshold = await memory.read(threshold, rows)

  let wrong = 0
  const chosen: number[] = []
  for (let row = 0; row < rows; row++) {
    const y = scaled(inputs, row)
    const least = limited ? sampleThreshold(y, topK, topP) : Number.NEGATIVE_INFINITY
    if (limited && at(gotThreshold, row) !== Math.max(Math.fround(least), Math.fround(LOWEST))) wrong++
    const counter = [at(counters, 4 * row), at(counters, 4 * row + 1), at(counters, 4 * row + 2)] as const
    const scores = sampleScores(y, least, KEY, greedy ? undefined : counter)
    const token = at(gotTokens, row)
    if (inputs.mask !== undefined && at(gotStates ?? [], row) !== nextOf(inputs.mask, row, token)) wrong++
    if (token >= vocabulary || !(at(scores, token) >= at(scores, argmax(scores)) - (greedy ? 0 : ROUNDING))) wrong++
    chosen.push(token < vocabulary ? at(y, token) : Number.NaN)
  }
  if (wrong > 0) return wrong
  return relativeError(
    chosen.map((_, row) => at(gotStats, 4 * row + 3)),
    chosen,
  )
}

/** [rows, vocabulary, columns of a chunk] */
const SIZES: readonly (readonly [number, number, number])[] = [
  [0, 8, 8],
  [3, 1, 4],
  [65, 63, 64],
  [64, 112, 112],
  [129, 129, 64],
]

const RULES: Readonly<Record<string, Rules>> = {
  greedy: { greedy: true, topK: 0, topP: 1 },
  'temperature alone': { greedy: false, topK: 0, topP: 1 },
  'top-k 5': { greedy: false, topK: 5, topP: 1 },
  'top-p 0.9': { greedy: false, topK: 0, topP: 0.9 },
  'top-k 20, top-p 0.7': { greedy: false, topK: 20, topP: 0.7 },
}

export function samplingCases(): readonly KernelCase[] {
  return Object.entries(RULES).flatMap(([name, rules]) =>
    SIZES.flatMap(([rows, vocabulary, chunk]) =>
      [false, true].map((masked) => ({
        operation: rules.topK > 0 || rules.topP < 1 ? 'sampleThreshold, sampleCandidates' : 'sampleCandidates, sampleFinish',
        size: `${rows}·${vocabulary} by ${chunk}, ${name}${masked ? ', masked' : ''}`,
        direction: 'forward' as const,
        run: (kernels: Kernels) =>
          withMemory(kernels, async (memory) => ({ error: await samplingError(kernels, memory, headInputs(rows, vocabulary, 2, masked), chunk, rules) })),
      })),
    ),
  )
}
