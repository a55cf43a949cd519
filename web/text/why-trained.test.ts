import { describe, expect, it } from 'vitest'
import type { TokenDetail } from '../state/token-step.ts'
import { whyTrained } from './why-trained.ts'

const token = (more: Partial<TokenDetail>, dropped = false): TokenDetail => {
  const sequence = { episode: 0, agent: 'a', start: 0, end: 1, reward: 1, advantage: 0, stop: 'completed' } as const
  const group = { group: 0, prompt: '', rewardMean: 1, dropped, sequences: [sequence] }
  return {
    index: 0,
    position: 0,
    id: 0,
    text: 'a',
    state: 'GENERATING',
    trained: true,
    logprob: -1,
    entropy: 0,
    version: 0,
    advantage: 0,
    sequence,
    group,
    square: null,
    ...more,
  }
}

describe('why a token is or is not trained on', () => {
  it('follows who wrote it', () => {
    expect(whyTrained(token({ state: 'PENDING', trained: false }), 'policy', 'reinforcement')).toContain('context')
    expect(whyTrained(token({ state: 'INTERACTING', trained: false }), 'policy', 'reinforcement')).toContain('environment')
  })
  it('follows the sign of the advantage', () => {
    expect(whyTrained(token({ advantage: 0.4 }), 'policy', 'reinforcement')).toMatch(/^Trained on: .*more likely/)
    expect(whyTrained(token({ advantage: -0.4 }), 'policy', 'reinforcement')).toMatch(/^Trained on: .*less likely/)
  })
  it('names dropped groups and controls that do not learn', () => {
    expect(whyTrained(token({}, true), 'policy', 'reinforcement')).toContain('dropped')
    expect(whyTrained(token({}), 'frozen', 'reinforcement')).toMatch(/^Not trained on/)
    expect(whyTrained(token({}), 'random', 'reinforcement')).toMatch(/^Not trained on/)
  })
  it('does not credit the policy with worked examples', () => {
    expect(whyTrained(token({ advantage: 1 }), 'policy', 'supervised')).toContain('worked example')
  })
})
