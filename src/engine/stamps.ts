// What the engine testifies of its inputs, whoever asked: hashes of the prompts that it read and of the data that it consumed.

import { bytesOfLists, bytesOfText } from '../base/hash.ts'
import { shortHash } from '../base/short-hash.ts'
import type { Datum, SamplePrompt } from '../service/index.ts'

/** SHA-256 over the ids, one a line. */
export const hashOfData = (data: readonly Datum[]): Promise<string> => shortHash(bytesOfText(data.map(({ id }) => id).join('\n')))

/** SHA-256 over all prompts, each after its length, so that different splits of the same tokens have different hashes. */
export const hashOfPrompts = (prompts: readonly SamplePrompt[]): Promise<string> => shortHash(bytesOfLists(prompts.map(({ tokens }) => tokens)))
