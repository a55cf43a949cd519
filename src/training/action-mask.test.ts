// Runs under the action mask: nothing illegal is ever played, training evaluates what was sampled, and without the mask the
// same spec pays for illegal actions.

import { describe, expect, it } from 'vitest'
import type { Json } from '../base/json.ts'
import { unwrap } from '../base/result.ts'
import { countingGame } from '../environments/testing/counting.ts'
import { buildActionTrie } from '../episode/action-trie.ts'
import type { RunEventBody } from '../record/events.ts'
import { parseRunSpec } from '../record/spec-schema.ts'
import { decodeTokens } from '../record/token-blob.ts'
import { UNMASKED } from '../service/index.ts'
import { runTraining } from './run-training.ts'
import { randomSampler } from './samplers.ts'
import type { TokenBytes } from './setting.ts'
import { asciiTokenizer } from './testing/ascii-tokenizer.ts'
import { createFakeService } from './testing/fake-service.ts'

async function ran(actionMask: 'on' | 'off') {
  const spec: Json = {
    steps: 3,
    environment: { id: 'counting-v1', config: { rounds: 1 } },
    rollout: { groups: 4, groupSize: 8, actionMask },
    objective: { klCoefficient: 0.05 },
    optimizer: { learningRate: 0.3, warmupSteps: 0 },
    evaluation: { problems: 32, every: 3 },
    controls: ['random'],
  }
  const events: RunEventBody[] = []
  const blobs: TokenBytes[] = []
  let time = 0
  const outcome = await runTraining({
    spec: unwrap(parseRunSpec(spec)),
    service: createFakeService(),
    tokenizer: asciiTokenizer,
    environment: countingGame(),
    clock: () => time++,
    emit(body, blob) {
      events.push(body)
      if (blob !== undefined && body.kind === 'tokens') blobs.push(blob)
    },
  })
  if (outcome.kind !== 'finished') throw new Error(JSON.stringify(outcome))
  return { summary: outcome.summary, episodes: blobs.flatMap(({ bytes }) => unwrap(decodeTokens(bytes)).episodes) }
}

describe('a run under the action mask', () => {
  it('plays legal actions alone, the random policy too, and trains on the distribution that was sampled', async () => {
    const { summary, episodes } = await ran('on')
    expect(summary.logprobGap).toBe(0)
    expect(episodes.length).toBe(3 * 32 * 2)
    for (const { trajectory } of episodes) {
      expect(trajectory.stop).toBe('completed')
      const masked = trajectory.actionMask?.states
      expect(masked === undefined ? [] : Array.from(masked, (state) => (state === UNMASKED ? 0 : 1))).toEqual([...trajectory.lossMask])
    }
    expect(summary.final).toBeGreaterThan(summary.baseSampled)
  })

  it('records no mask when it is off, and pays for illegal actions', async () => {
    const { summary, episodes } = await ran('off')
    expect(summary.logprobGap).toBe(0)
    expect(episodes.every(({ trajectory }) => trajectory.actionMask === undefined)).toBe(true)
    expect(episodes.some(({ trajectory }) => trajectory.stop !== 'completed')).toBe(true)
  })
})

describe('the random policy under a mask', () => {
  it('draws all legal actions alike, however they share their beginnings, with the logprobs of that', async () => {
    const texts = ['a1;', 'a2;', 'a3;', 'b;', 'cc;']
    const actions = buildActionTrie(texts.map((text) => asciiTokenizer.encode(text)))
    const sampler = randomSampler(asciiTokenizer, countingGame(), [3, 4])
    const prompts = Array.from({ length: 5000 }, (_, episode) => ({ tokens: Uint32Array.of(62), stream: [episode, 0] as const, actions }))
    const counts = new Map<string, number>()
    for (const { tokens, logprobs, stop } of (await sampler(prompts, 8)).sequences) {
      const text = asciiTokenizer.decode(tokens)
      counts.set(text, (counts.get(text) ?? 0) + 1)
      expect(logprobs.reduce((sum, logprob) => sum + logprob, 0)).toBeCloseTo(-Math.log(5), 5)
      expect(stop).toBe('stop_token')
    }
    expect([...counts.keys()].sort()).toEqual(texts)
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(120)
    const cut = (await sampler(prompts.slice(0, 9), 1)).sequences
    expect(cut.map(({ tokens, stop }) => [tokens.length, stop])).toEqual(Array.from({ length: 9 }, () => [1, 'max_tokens']))
  })
})
