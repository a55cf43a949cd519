import { describe, expect, it } from 'vitest'
import { unwrap } from '../base/result.ts'
import { MOST_CHARACTERS } from '../environments/suite/base-alphabet.ts'
import { type AuthoredFacts, authoredSpec } from './authored-spec.ts'

const facts: AuthoredFacts = {
  ...{ id: 'mine-v1', source: 'a'.repeat(64), config: {}, agents: ['agent'], actionCharacters: 4, episodeCharacters: 40 },
  ...{ pictures: 0, listed: true, demonstrates: true, zeroSum: false },
}

describe('the spec of a run on an authored environment', () => {
  it('names the source, imitates before it reinforces, and leaves room for longer plays than were seen', () => {
    const spec = unwrap(authoredSpec(facts))
    expect(spec).toMatchObject({ preset: 'authored', base: 'dialogues', environment: { id: 'mine-v1', source: 'a'.repeat(64) } })
    expect(spec.imitation).toEqual({ steps: spec.steps / 2, minibatches: 8, strays: 0, rewardRate: 0.3 })
    expect(spec.rollout).toMatchObject({ maxTokensPerTurn: 4, maxTokensPerEpisode: 54 })
  })

  it('takes a base with more room, or one that sees, where the environment needs it', () => {
    // What is said of capitals is said of this base (src/environments/suite/base-alphabet.ts).
    expect(unwrap(authoredSpec({ ...facts, episodeCharacters: MOST_CHARACTERS })).base).toBe('dialogues')
    expect(unwrap(authoredSpec({ ...facts, episodeCharacters: 300 })).base).toBe('notations')
    expect(unwrap(authoredSpec({ ...facts, episodeCharacters: 3000 })).rollout.maxTokensPerEpisode).toBe(512)
    expect(unwrap(authoredSpec({ ...facts, pictures: 1 })).base).toBe('geometry')
  })

  it('imitates nothing where there is nothing to imitate, and measures opposed agents against chance', () => {
    expect(unwrap(authoredSpec({ ...facts, listed: false, demonstrates: false })).imitation.steps).toBe(0)
    expect(unwrap(authoredSpec({ ...facts, agents: ['x', 'o'], zeroSum: true })).evaluation.others).toBe('random')
  })

  it('shows opposed masters beside opponents who stray, where there are masters', () => {
    const opposed = { ...facts, agents: ['x', 'o'], zeroSum: true }
    expect(unwrap(authoredSpec(opposed)).imitation.strays).toBe(0.5)
    expect(unwrap(authoredSpec({ ...opposed, demonstrates: false })).imitation.strays).toBe(0)
    expect(unwrap(authoredSpec({ ...opposed, zeroSum: false })).imitation.strays).toBe(0)
  })

  it('takes what the author states, and refuses what does not fit', () => {
    expect(unwrap(authoredSpec(facts, { steps: 10, seed: 4, 'imitation.steps': 2 }))).toMatchObject({ steps: 10, seed: 4, imitation: { steps: 2 } })
    expect(unwrap(authoredSpec(facts, { steps: 10 })).imitation.steps).toBe(5)
    expect(authoredSpec(facts, { 'imitation.steps': 1000 })).toMatchObject({ ok: false, error: { code: 'SPEC_INVALID', at: 'imitation.steps' } })
  })
})
