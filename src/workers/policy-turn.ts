// Lets a policy write one turn for seats that are known as text alone: each sequence is what its seat read and wrote, in the tokens that
// an episode would have, under the mask of what is legal now. Knows no rules and no worker.

import { assert } from '../base/assert.ts'
import { tokenloomError } from '../base/errors.ts'
import { streamKey } from '../base/random.ts'
import { createTrieCompiler, tokensBehind } from '../episode/action-trie.ts'
import type { Tokenizer } from '../episode/tokenizer.ts'
import type { SamplePrompt, SnapshotId, TrainingService } from '../service/index.ts'
import type { PolicySeat, PolicyTurnAnswer, PolicyTurnRequest } from './policy-turn-api.ts'

export interface PolicyTurnSetting extends Pick<PolicyTurnRequest, 'seats' | 'stopText' | 'maxTokens' | 'temperature' | 'seed'> {
  readonly service: Pick<TrainingService, 'sample'>
  readonly snapshot: SnapshotId
  readonly tokenizer: Tokenizer
  readonly contextTokens: number
}

/** What the seat has read and written, its prompt included. */
export function tokensOfSeat({ history, prompt }: PolicySeat, tokenizer: Tokenizer): Uint32Array {
  const parts = [...history.flatMap(({ read, wrote }) => [tokenizer.encode(read), tokensBehind(tokenizer, read, wrote)]), tokenizer.encode(prompt)]
  const tokens = new Uint32Array(parts.reduce((sum, part) => sum + part.length, 0))
  let offset = 0
  for (const part of parts) {
    tokens.set(part, offset)
    offset += part.length
  }
  return tokens
}

export async function writePolicyTurn(setting: PolicyTurnSetting): Promise<PolicyTurnAnswer> {
  const { service, snapshot, tokenizer, seats, stopText, maxTokens, temperature, seed, contextTokens } = setting
  const masks = createTrieCompiler(tokenizer)
  const prompts = seats.map((seat): SamplePrompt => {
    const tokens = tokensOfSeat(seat, tokenizer)
    if (tokens.length + maxTokens > contextTokens) {
      const message = `The seat has read ${tokens.length} tokens, and with ${maxTokens} more the base's ${contextTokens} do not suffice.`
      throw tokenloomError('CONTEXT_OVERFLOW', message, 'Begin a shorter play, or choose a base that reads more.')
    }
    const { actions, place, prompt } = seat
    return {
      tokens,
      stream: [0, place],
      firstIndex: tokens.length,
      ...(actions === null || actions.length === 0 ? {} : { actions: masks.compile(prompt, actions) }),
    }
  })
  const params = { maxTokens, temperature, stopTokens: tokenizer.stopTokens(stopText) }
  const { sequences, stamp } = await service.sample({ snapshot, prompts, params, key: streamKey(seed, 'sampling') }).result
  assert(sequences.length === seats.length, 'a sequence for every seat')
  return {
    texts: sequences.map(({ tokens }) => tokenizer.decode(tokens)),
    probabilities: sequences.map(({ logprobs }) => Math.exp(logprobs.reduce((sum, logprob) => sum + logprob, 0))),
    version: stamp.version,
  }
}
