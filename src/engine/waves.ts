// Cuts the prompts of requests that are sampled together into waves whose key-value cache fits a tensor. Whole groups stay
// together where they can, so that their prompt is computed once; what is sampled does not depend on the cut.

import { at } from '../base/assert.ts'
import type { ModelConfig } from '../model/config.ts'
import type { SamplePrompt, SampleRequest } from '../service/index.ts'

/** Sequences that decode at once: beyond this, more rows no longer make a step cheaper per row. */
const GREATEST_WAVE = 2048

/** Some prompts of one request, in their order. */
export interface WavePart {
  readonly request: number
  readonly prompts: readonly SamplePrompt[]
}

export function sampleWaves(
  requests: readonly Pick<SampleRequest, 'prompts' | 'params'>[],
  config: ModelConfig,
  bindingBytes: number,
): readonly (readonly WavePart[])[] {
  const bytesPerRow = config.kvHeads * config.headWidth * 4
  const rowLimit = Math.floor(bindingBytes / 2 / bytesPerRow)
  const waves: { request: number; prompts: SamplePrompt[] }[][] = []
  let sequences = 0
  let rows = Number.POSITIVE_INFINITY
  let groups = new Set<string>()
  requests.forEach(({ prompts, params }, request) => {
    const keyOf = (group: string): string => `${request}|${group}`
    const rowsFor = ({ group, tokens }: SamplePrompt): number => params.maxTokens + (group !== undefined && groups.has(keyOf(group)) ? 0 : tokens.length)
    for (const prompt of prompts) {
      if (waves.length === 0 || (sequences > 0 && (rows + rowsFor(prompt) > rowLimit || sequences >= GREATEST_WAVE))) {
        waves.push([])
        sequences = 0
        rows = 0
        groups = new Set()
      }
      const wave = at(waves, waves.length - 1)
      if (wave.at(-1)?.request !== request) wave.push({ request, prompts: [] })
      wave.at(-1)?.prompts.push(prompt)
      // Counted anew: a group that was cut computes its prompt again.
      rows += rowsFor(prompt)
      sequences++
      if (prompt.group !== undefined) groups.add(keyOf(prompt.group))
    }
  })
  return waves
}
