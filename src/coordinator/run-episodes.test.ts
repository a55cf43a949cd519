import { describe, expect, it } from 'vitest'
import { createRng } from '../base/random.ts'
import type { EnvironmentDefinition } from '../environments/contract.ts'
import { countingGame } from '../environments/testing/counting.ts'
import type { Tokenizer } from '../episode/tokenizer.ts'
import { EPISODE_STATES } from '../episode/trajectory.ts'
import type { SampledSequence, SamplePrompt } from '../service/index.ts'
import { createPhaseBarrier } from './phase-barrier.ts'
import { solePolicy } from './player.ts'
import { runEpisodes, type StateCounts } from './run-episodes.ts'
import type { Sampler } from './sampler.ts'

const bytes: Tokenizer = {
  encode: (text) => Uint32Array.from(text, (char) => char.charCodeAt(0)),
  decode: (ids) => String.fromCharCode(...Array.from(ids)),
  stopTokens: (text) => [text.charCodeAt(0)],
  tokenText: (id) => String.fromCharCode(id),
}

/** Writes the text that `speak` gives for a prompt; cut where it is longer than allowed. */
const speaker =
  (speak: (prompt: string, call: SamplePrompt) => string, requests: SamplePrompt[][] = []): Sampler =>
  async (prompts, maxTokens) => {
    requests.push([...prompts])
    const sequences = prompts.map((prompt): SampledSequence => {
      const whole = bytes.encode(speak(bytes.decode(prompt.tokens), prompt))
      const tokens = whole.slice(0, maxTokens)
      return {
        tokens,
        logprobs: new Float32Array(tokens.length).fill(-1),
        entropies: new Float32Array(tokens.length).fill(1),
        stop: whole.length > maxTokens ? 'max_tokens' : 'stop_token',
      }
    })
    return { sequences, version: 3, snapshotHash: 'hash' }
  }

const batch = (
  definition: EnvironmentDefinition,
  sampler: Sampler,
  options: { groups?: number; size?: number; rounds?: number; context?: number; watch?: (s: StateCounts) => void } = {},
) => {
  const { groups = 2, size = 2, rounds = 3, context = 200 } = options
  return runEpisodes({
    definition,
    config: { rounds },
    split: 'train',
    tokenizer: bytes,
    budget: { maxTokensPerTurn: 3, maxTokensPerEpisode: 200, contextTokens: context },
    episodes: Array.from({ length: groups * size }, (_, episode) => {
      const group = Math.floor(episode / size)
      return { episode, group, start: createRng([1, 0], group), chance: createRng([2, 0], episode) }
    }),
    players: solePolicy(sampler),
    barrier: createPhaseBarrier(),
    now: () => 0,
    ...(options.watch === undefined ? {} : { watch: options.watch }),
  })
}

describe('a batch of episodes', () => {
  it('asks for all turns of a wave at once and plays to the end', async () => {
    const requests: SamplePrompt[][] = []
    const result = await batch(
      countingGame(),
      speaker(() => '2;', requests),
    )
    expect(requests.map((prompts) => prompts.length)).toEqual([4, 4, 4])
    expect(result.waves).toBe(3)
    for (const trajectory of result.trajectories) {
      expect(bytes.decode(trajectory.tokens)).toBe('0>2;2>2;4>2;')
      expect([...trajectory.lossMask].join('')).toBe('001100110011')
      expect([...trajectory.states].map((state) => EPISODE_STATES[state]?.[0]).join('')).toBe('PPGGIIGGIIGG')
      expect(trajectory).toMatchObject({ totalReward: 6, stop: 'completed', metrics: { total: 6 } })
      expect(new Set(trajectory.versions)).toEqual(new Set([0, 3]))
    }
  })

  it('lets equal sequences share their prompt, and gives every draw its own stream', async () => {
    const requests: SamplePrompt[][] = []
    await batch(
      countingGame(),
      speaker((_, { stream }) => `${stream[0]};`, requests),
    )
    expect(requests[0]?.map((prompt) => prompt.group)).toEqual(['0/0', '0/0', '0/0', '0/0'])
    expect(requests[1]?.map((prompt) => prompt.group)).toEqual([undefined, undefined, undefined, undefined])
    expect(requests[1]?.map((prompt) => [prompt.stream, prompt.firstIndex])).toEqual([0, 1, 2, 3].map((episode) => [[episode, 0], 6]))
  })

  it('gives agents their own trajectories, in turn, and each its own reward', async () => {
    const requests: SamplePrompt[][] = []
    const result = await batch(
      countingGame({ agents: ['a', 'b'] }),
      speaker((_, { stream }) => (stream[1] === 0 ? '1;' : '5;'), requests),
      { groups: 1, size: 1 },
    )
    expect(requests.map((prompts) => prompts.map(({ stream }) => stream[1]))).toEqual([[0], [1], [0]])
    expect(result.trajectories.map(({ agent, totalReward }) => [agent, totalReward])).toEqual([
      ['a', 2],
      ['b', 5],
    ])
    expect(result.turnLog.map(({ agent, wave }) => [agent, wave])).toEqual([
      ['a', 0],
      ['b', 1],
      ['a', 2],
    ])
  })

  it('samples simultaneous moves in one wave', async () => {
    const requests: SamplePrompt[][] = []
    await batch(
      countingGame({ agents: ['a', 'b'], simultaneous: true }),
      speaker(() => '1;', requests),
      { groups: 1, size: 1, rounds: 1 },
    )
    expect(requests.map((prompts) => prompts.length)).toEqual([2])
  })

  it('names why an episode ended: cut off, unreadable, illegal, out of context, faulty', async () => {
    const stopOf = async (definition: EnvironmentDefinition, text: string, context = 200) => {
      const { trajectories, turnLog } = await batch(
        definition,
        speaker(() => text),
        { groups: 1, size: 1, context },
      )
      return [trajectories[0]?.stop, trajectories[0]?.totalReward, turnLog.at(-1)?.stop]
    }
    const faulty = {
      ...countingGame(),
      step: () => {
        throw new Error('broken rules')
      },
    }
    expect(await stopOf(countingGame(), '22222;')).toEqual(['truncated_tokens', -1, 'truncated_tokens'])
    expect(await stopOf(countingGame(), 'x;')).toEqual(['parse_error', -1, 'parse_error'])
    expect(await stopOf(countingGame(), '7;')).toEqual(['illegal_action', -1, 'illegal_action'])
    expect(await stopOf(countingGame(), '2;', 5)).toEqual(['context_overflow', 2, undefined])
    expect(await stopOf(countingGame({ maxTurns: 2 }), '2;')).toEqual(['truncated_turns', 4, 'truncated_turns'])
    expect(await stopOf(faulty, '2;')).toEqual(['environment_error', 0, 'environment_error'])
  })

  it('says what the rules threw, wherever they threw it', async () => {
    const broken = (): never => {
      throw new Error('broken rules')
    }
    for (const change of [{ init: broken }, { prompt: broken }, { parse: broken }, { step: broken }]) {
      const result = await batch(
        { ...countingGame(), ...change },
        speaker(() => '2;'),
        { groups: 1, size: 1 },
      )
      expect([result.trajectories[0]?.stop, result.faults]).toEqual(['environment_error', [{ episode: 0, fault: 'broken rules' }]])
    }
  })

  it('tells the states as they change', async () => {
    const seen: StateCounts[] = []
    await batch(
      countingGame(),
      speaker(() => '1;'),
      { rounds: 1, watch: (states) => seen.push(states) },
    )
    expect(seen.map(({ counts }) => [counts.PENDING, counts.GENERATING, counts.INTERACTING, counts.TERMINATED])).toEqual([
      [4, 0, 0, 0],
      [0, 4, 0, 0],
      [0, 0, 4, 0],
      [0, 0, 0, 4],
    ])
    expect(seen.at(-1)?.stops).toEqual({ completed: 4 })
  })

  it('is the same whoever shares the batch', async () => {
    const speak = speaker((_, { stream, tokens }) => `${(stream[0] * 3 + tokens.length) % 7};`)
    const together = await batch(countingGame(), speak, { groups: 2, size: 2 })
    const alone = await batch(countingGame(), speak, { groups: 1, size: 2 })
    expect(alone.trajectories).toEqual(together.trajectories.slice(0, 2))
  })
})

describe('the phase barrier', () => {
  it('refuses an update while an episode is open, and an episode during an update', async () => {
    const barrier = createPhaseBarrier()
    const close = barrier.open()
    await expect(barrier.update(async () => 1)).rejects.toThrow('1 episode(s) are open')
    close()
    expect(() => close()).toThrow()
    await expect(barrier.update(async () => barrier.open())).rejects.toThrow('during an update')
    expect(await barrier.update(async () => 2)).toBe(2)
  })

  it('is closed again when sampling fails', async () => {
    const barrier = createPhaseBarrier()
    const failing = runEpisodes({
      definition: countingGame(),
      config: { rounds: 1 },
      split: 'train',
      tokenizer: bytes,
      budget: { maxTokensPerTurn: 3, maxTokensPerEpisode: 20, contextTokens: 20 },
      episodes: [{ episode: 0, group: 0, start: createRng([1, 0]), chance: createRng([1, 1]) }],
      players: solePolicy(async () => Promise.reject(new Error('no sampler'))),
      barrier,
      now: () => 0,
    })
    await expect(failing).rejects.toThrow('no sampler')
    expect(barrier.openEpisodes()).toBe(0)
  })
})
