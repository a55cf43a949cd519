// What a stamp says of a request's input: one hash over its data's ids, or over its prompts' tokens. Knows no engine.

import { bytesOf, bytesOfText, sha256Hex } from '../base/hash.ts'
import type { Datum, SamplePrompt } from '../service/index.ts'

export function hashOfIds(data: readonly Datum[]): Promise<string> {
  return sha256Hex(bytesOfText(data.map(({ id }) => id).join('\n')))
}

/** All prompts, each after its length, so that different splits have different hashes. */
export function hashOfPrompts(prompts: readonly SamplePrompt[]): Promise<string> {
  const joined = new Uint32Array(prompts.reduce((sum, { tokens }) => sum + tokens.length + 1, 0))
  let offset = 0
  for (const { tokens } of prompts) {
    joined[offset] = tokens.length
    joined.set(tokens, offset + 1)
    offset += tokens.length + 1
  }
  return sha256Hex(bytesOf(joined))
}
