import { describe, expect, it } from 'vitest'
import type { SampleRequest, SampleResult, TrainingService } from '../service/index.ts'
import { asciiTokenizer } from '../training/testing/ascii-tokenizer.ts'
import { type PolicyTurnSetting, tokensOfSeat, writePolicyTurn } from './policy-turn.ts'

const text = (tokens: ArrayLike<number>): string => asciiTokenizer.decode(tokens)

/** Answers every prompt with the same text. */
function answering(answer: string) {
  const asked: SampleRequest[] = []
  const service: Pick<TrainingService, 'sample'> = {
    sample(request) {
      asked.push(request)
      const tokens = asciiTokenizer.encode(answer)
      const each = { tokens, logprobs: Float32Array.from(tokens, () => Math.log(0.5)), entropies: new Float32Array(tokens.length), stop: 'stop_token' as const }
      const result: SampleResult = {
        sequences: request.prompts.map(() => each),
        stamp: { snapshotHash: 'h', version: 3, inputHash: '' },
        milliseconds: 0,
      } as SampleResult
      return { result: Promise.resolve(result), cancel() {} }
    },
  }
  return { service, asked }
}

const setting = (change: Partial<PolicyTurnSetting> & Pick<PolicyTurnSetting, 'service'>): PolicyTurnSetting => ({
  ...{ snapshot: 's' as PolicyTurnSetting['snapshot'], tokenizer: asciiTokenizer, contextTokens: 64, stopText: '\n', maxTokens: 4, temperature: 1, seed: 1 },
  seats: [{ place: 0, history: [{ read: 'a?', wrote: 'b\n' }], prompt: 'c?', actions: ['x\n', 'y\n'] }],
  ...change,
})

describe('a policy writes for a seat that is known as text', () => {
  it('reads what the seat read and wrote, under the mask of what is legal now', async () => {
    const { service, asked } = answering('x\n')
    expect(await writePolicyTurn(setting({ service }))).toEqual({ texts: ['x\n'], probabilities: [expect.closeTo(0.25)], version: 3 })
    const [prompt] = asked[0]?.prompts ?? []
    expect(text(prompt?.tokens ?? [])).toBe('a?b\nc?')
    expect(text(prompt?.actions?.tokens.slice(0, 2) ?? [])).toBe('xy')
  })

  it('goes without a mask where any text may be tried', async () => {
    const { service, asked } = answering('z\n')
    await writePolicyTurn(setting({ service, seats: [{ place: 1, history: [], prompt: 'c?', actions: null }] }))
    expect(asked[0]?.prompts[0]).not.toHaveProperty('actions')
    expect(asked[0]?.prompts[0]?.stream).toEqual([0, 1])
  })

  it('refuses what the base cannot hold, before anything is asked', async () => {
    const { service, asked } = answering('x\n')
    await expect(writePolicyTurn(setting({ service, contextTokens: 8 }))).rejects.toMatchObject({ code: 'CONTEXT_OVERFLOW' })
    expect(asked).toEqual([])
    expect(tokensOfSeat({ place: 0, history: [], prompt: 'abc', actions: null }, asciiTokenizer)).toHaveLength(3)
  })
})
