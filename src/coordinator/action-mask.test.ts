// The action mask on its way through an episode: legal actions to the prompt, what was sampled to the trajectory.

import { describe, expect, it } from 'vitest'
import { at } from '../base/assert.ts'
import { createRng } from '../base/random.ts'
import type { EnvironmentDefinition } from '../environments/contract.ts'
import { countingGame } from '../environments/testing/counting.ts'
import { createTrieCompiler } from '../episode/action-trie.ts'
import type { Trajectory } from '../episode/trajectory.ts'
import { type SampledSequence, type SamplePrompt, UNMASKED } from '../service/index.ts'
import { createPhaseBarrier } from './phase-barrier.ts'
import { solePolicy } from './player.ts'
import { runEpisodes } from './run-episodes.ts'
import type { Sampler } from './sampler.ts'
import { bytes } from './testing/bytes-tokenizer.ts'

/** Walks the trie by its last edge, as a policy that likes great digits would; without a trie it says 7, which is never legal. */
const walker =
  (requests: SamplePrompt[]): Sampler =>
  async (prompts) => {
    requests.push(...prompts)
    const sequences = prompts.map(({ actions }): SampledSequence => {
      const tokens: number[] = []
      const states: number[] = []
      for (let state = 0; actions !== undefined && at(actions.starts, state + 1) > at(actions.starts, state); ) {
        const edge = at(actions.starts, state + 1) - 1
        states.push(state)
        tokens.push(at(actions.tokens, edge))
        state = at(actions.next, edge)
      }
      const written = actions === undefined ? bytes.encode('7;') : Uint32Array.from(tokens)
      const numbers = { logprobs: new Float32Array(written.length).fill(-1), entropies: new Float32Array(written.length) }
      return { tokens: written, ...numbers, ...(actions === undefined ? {} : { states: Uint32Array.from(states) }), stop: 'stop_token' }
    })
    return { sequences, version: 1, snapshotHash: 'hash' }
  }

async function play(
  definition: EnvironmentDefinition,
  masked: boolean,
): Promise<{ readonly trajectories: readonly Trajectory[]; readonly requests: SamplePrompt[] }> {
  const requests: SamplePrompt[] = []
  const { trajectories } = await runEpisodes({
    definition,
    config: { rounds: 2 },
    split: 'train',
    tokenizer: bytes,
    budget: { maxTokensPerTurn: 3, maxTokensPerEpisode: 100, contextTokens: 100 },
    masks: masked ? createTrieCompiler(bytes) : undefined,
    episodes: [0, 1].map((episode) => ({ episode, group: 0, start: createRng([1, 0]), chance: createRng([2, 0], episode) })),
    players: solePolicy(walker(requests)),
    barrier: createPhaseBarrier(),
    now: () => 0,
  })
  return { trajectories, requests }
}

/** What each token was sampled from, as text; '' where it was not masked. */
function choices({ actionMask, tokens }: Trajectory): readonly string[] {
  if (actionMask === undefined) return []
  expect(actionMask.states.length).toBe(tokens.length)
  return Array.from(actionMask.states, (state) =>
    state === UNMASKED ? '' : bytes.decode(actionMask.tokens.subarray(at(actionMask.starts, state), at(actionMask.starts, state + 1))),
  )
}

describe('an environment that lists its legal actions', () => {
  it('masks every prompt, and the trajectory keeps what each token was sampled from', async () => {
    const { trajectories, requests } = await play(countingGame(), true)
    expect(requests.every(({ actions }) => actions !== undefined)).toBe(true)
    for (const trajectory of trajectories) {
      expect(bytes.decode(trajectory.tokens)).toBe('0>9;9>9;')
      expect(choices(trajectory)).toEqual(['', '', '012345689', ';', '', '', '012345689', ';'])
      // Two turns, two different sets.
      expect(trajectory.actionMask?.starts.length).toBe(3)
      expect(trajectory.stop).toBe('completed')
    }
  })

  it('lets siblings and later turns share one trie where their actions are alike', async () => {
    const { requests } = await play(countingGame(), true)
    expect(new Set(requests.slice(0, 2).map(({ actions }) => actions)).size).toBe(1)
  })

  it('is not masked when the mask is off: an illegal action costs what the environment says', async () => {
    const { trajectories, requests } = await play(countingGame(), false)
    expect(requests.some(({ actions }) => actions !== undefined)).toBe(false)
    for (const trajectory of trajectories) {
      expect(choices(trajectory)).toEqual([])
      expect(trajectory).toMatchObject({ stop: 'illegal_action', totalReward: -1 })
    }
  })

  it('ends the run by name when its actions cannot be told apart', async () => {
    const vague: EnvironmentDefinition = { ...countingGame(), format: () => '' }
    await expect(play(vague, true)).rejects.toMatchObject({ code: 'ENVIRONMENT_INVALID' })
  })

  it('ends its episodes when it throws', async () => {
    const broken: EnvironmentDefinition = {
      ...countingGame(),
      legalActions() {
        throw new Error('no idea')
      },
    }
    const { trajectories } = await play(broken, true)
    expect(trajectories.map(({ stop }) => stop)).toEqual(['environment_error', 'environment_error'])
  })
})

describe('an environment where any text may be tried', () => {
  it('is not masked', async () => {
    const { requests } = await play({ ...countingGame(), legalActions: () => ({ kind: 'any' }) }, true)
    expect(requests.length).toBeGreaterThan(0)
    expect(requests.some(({ actions }) => actions !== undefined)).toBe(false)
  })
})
