// What the engine testifies of its inputs, whoever asked: hashes of the prompts that it read and of the data that it consumed.

import { bytesOf, bytesOfText, sha256Hex } from '../base/hash.ts'
import type { Datum, SamplePrompt } from '../service/index.ts'

/** SHA-256 over the ids, one a line. */
export const hashOfData = (data: readonly Datum[]): Promise<string> => sha256Hex(bytesOfText(data.map(({ id }) => id).join('\n')))

/** SHA-256 over all prompts, each after its length, so that different splits of the same tokens have different hashes. */
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
