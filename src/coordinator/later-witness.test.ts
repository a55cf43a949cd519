import { describe, expect, it } from 'vitest'
import { createRng } from '../base/random.ts'
import type { Foresight } from '../environments/foresight.ts'
import { countingGame } from '../environments/testing/counting.ts'
import { createPhaseBarrier } from './phase-barrier.ts'
import { runEpisodes } from './run-episodes.ts'
import type { Fact } from './testimony.ts'
import { bytes } from './testing/bytes-tokenizer.ts'

describe('a witness of rules that live elsewhere', () => {
  it('hears what was written while the step is waited for, and everything in the order in which it happened', async () => {
    const heard: string[] = []
    const facts: Fact[] = []
    const foresight: Foresight = {
      prepare: () => undefined,
      begin: async (plays) => plays.map(({ start }) => start),
      async turns(plays) {
        heard.push(`asked ${plays.length}`)
        await new Promise((resolve) => setTimeout(resolve))
        heard.push('answered')
      },
      settle: async (work) => work(),
    }
    const play = (elsewhere: boolean) =>
      runEpisodes({
        definition: countingGame(),
        ...(elsewhere ? { foresight } : {}),
        config: { rounds: 2 },
        split: 'train',
        tokenizer: bytes,
        budget: { maxTokensPerTurn: 3, maxTokensPerEpisode: 200, contextTokens: 200 },
        episodes: [0, 1].map((episode) => ({ episode, group: 0, start: createRng([1, 0]), chance: createRng([2, 0], episode) })),
        players: () => ({ kind: 'script', name: 'two', key: [1, 1], act: () => 2 }),
        barrier: createPhaseBarrier(),
        now: () => 0,
        witness(fact) {
          heard.push(fact.kind)
          facts.push(fact)
        },
      })
    await play(false)
    const here = facts.splice(0)
    heard.length = 0
    await play(true)
    expect(facts).toEqual(here)
    const marks = heard.filter((mark) => ['asked 2', 'answered', 'wrote', 'acted'].includes(mark))
    const first = ['asked 2', 'wrote', 'wrote', 'answered']
    // What the first wave did is heard before the second is stepped.
    const second = ['asked 2', 'acted', 'acted', 'wrote', 'wrote', 'answered']
    expect(marks).toEqual([...first, ...second, 'acted', 'acted'])
  })
})
