// Cuts the prompts of one request into waves whose key-value cache fits a tensor. Whole groups stay together where they
// can, so that their prompt is computed once; what is sampled does not depend on the cut.

import type { ModelConfig } from '../model/config.ts'
import type { SamplePrompt } from '../service/index.ts'

/** Sequences that decode at once: beyond this, more rows no longer make a step cheaper per row. */
const GREATEST_WAVE = 2048

export function sampleWaves(
  prompts: readonly SamplePrompt[],
  maxTokens: number,
  config: ModelConfig,
  bindingBytes: number,
): readonly (readonly SamplePrompt[])[] {
  const bytesPerRow = config.kvHeads * config.headWidth * 4
  const rowLimit = Math.floor(bindingBytes / 2 / bytesPerRow)
  const waves: SamplePrompt[][] = []
  let wave: SamplePrompt[] = []
  let rows = 0
  let groups = new Set<string>()
  const rowsFor = ({ group, tokens }: SamplePrompt): number => maxTokens + (group !== undefined && groups.has(group) ? 0 : tokens.length)
  for (const prompt of prompts) {
    if (wave.length > 0 && (rows + rowsFor(prompt) > rowLimit || wave.length >= GREATEST_WAVE)) {
      waves.push(wave)
      wave = []
      rows = 0
      groups = new Set()
    }
    wave.push(prompt)
    // Counted anew: a group that was cut computes its prompt again.
    rows += rowsFor(prompt)
    if (prompt.group !== undefined) groups.add(prompt.group)
  }
  return wave.length > 0 ? [...waves, wave] : waves
}
