// The policies, prompts and data of the bench `adapters`: the same for the same numbers, whoever asks. Knows no engine.

import { at } from '../../src/base/assert.ts'
import { createRng } from '../../src/base/random.ts'
import { type AdamParams, type AdapterSpec, type Datum, PROJECTIONS, type SamplePrompt } from '../../src/service/index.ts'

export const PROMPT_TOKENS = 8
const NEW_TOKENS = 16
export const ADAM: AdamParams = { learningRate: 1e-4, beta1: 0.9, beta2: 0.95, epsilon: 1e-8, weightDecay: 0, gradClipNorm: 1 }

/** Ranks as they come: no two neighbours alike. */
export const policySpec = (index: number): AdapterSpec => ({
  name: `p${index}`,
  rank: at([4, 8, 16, 6], index % 4),
  scale: 2,
  targets: index % 3 === 2 ? ['q_proj', 'v_proj', 'down_proj'] : PROJECTIONS,
  seed: index,
})

const tokensOf = (seed: number, length: number, vocabulary: number): Uint32Array => {
  const rng = createRng([0x6d697865, seed])
  return Uint32Array.from({ length }, () => rng.integer(vocabulary))
}

export function promptsOf(policy: number, rows: number, vocabulary: number): readonly SamplePrompt[] {
  return Array.from({ length: rows }, (_, row) => ({ tokens: tokensOf(policy * 4096 + row, PROMPT_TOKENS, vocabulary), stream: [policy * 4096 + row, 0] }))
}

/** `rows` token rows: sequences of 16 rows, the latter half trained on. */
export function dataOf(policy: number, rows: number, vocabulary: number): readonly Datum[] {
  const length = 17
  return Array.from({ length: rows / (length - 1) }, (_, index): Datum => {
    const tokens = tokensOf(policy * 4096 + index + 7, length, vocabulary)
    return {
      id: `${policy}.${index}`,
      tokens,
      lossMask: Uint8Array.from(tokens, (_, i) => (i < length / 2 ? 0 : 1)),
      coefficients: new Float32Array(length).fill(1),
    }
  })
}

export const SAMPLING = { maxTokens: NEW_TOKENS, temperature: 1, stopTokens: [] } as const
