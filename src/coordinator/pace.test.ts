import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRng } from '../base/random.ts'
import type { AgentId, EnvironmentDefinition } from '../environments/contract.ts'
import { countingGame } from '../environments/testing/counting.ts'
import type { Deadline } from './deadline.ts'
import { createPhaseBarrier } from './phase-barrier.ts'
import type { Player, Seating } from './player.ts'
import { type BatchRequest, runEpisodes } from './run-episodes.ts'
import { bytes } from './testing/bytes-tokenizer.ts'
import { createManualClock } from './testing/manual-clock.ts'

const request = (definition: EnvironmentDefinition, players: Seating, episodes: number, more: Partial<BatchRequest> = {}): BatchRequest => ({
  definition,
  config: { rounds: 5 },
  split: 'train',
  tokenizer: bytes,
  budget: { maxTokensPerTurn: 3, maxTokensPerEpisode: 200, contextTokens: 200 },
  episodes: Array.from({ length: episodes }, (_, episode) => ({ episode, group: 0, start: createRng([1, 0], episode), chance: createRng([2, 0], episode) })),
  players,
  barrier: createPhaseBarrier(),
  now: () => 0,
  ...more,
})

/** Answers after as many ticks as `delay` says: the timing of a test is its own. */
const slowScript = (name: string, delay: (episode: number, agent: AgentId) => Promise<void>): Player => ({
  kind: 'script',
  name,
  key: [7, 7],
  async act({ rng, episode, agent }) {
    const digit = rng.integer(7)
    await delay(episode, agent)
    return digit
  },
})

// A busy machine takes its time for some hundred small games.
describe('the asynchronous pace', () => {
  it('lets no slow episode hold another up', async () => {
    const clock = createManualClock()
    const seen: number[] = []
    const script = slowScript('slow', async (episode) => {
      if (episode === 0) await clock.sleep(1000)
      seen.push(episode)
    })
    const running = runEpisodes(request(countingGame(), () => script, 3, { pace: 'asynchronous', now: () => clock.now() }))
    await clock.settle()
    // Episode 0 has not answered once, and the others are over.
    expect(seen.filter((episode) => episode === 0)).toEqual([])
    expect(seen.filter((episode) => episode === 1).length).toBe(5)
    for (let i = 0; i < 5; i++) await clock.advance(1000)
    const { trajectories, answerTimes } = await running
    expect(answerTimes.filter(({ episode }) => episode === 0).map(({ milliseconds }) => milliseconds)).toEqual([1000, 1000, 1000, 1000, 1000])
    expect(trajectories.map(({ stop }) => stop)).toEqual(['completed', 'completed', 'completed'])
  })

  it('gives what lock step gives, whatever the timing', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 4 }),
        fc.boolean(),
        async (delays, agents, simultaneous) => {
          const names = Array.from({ length: agents }, (_, i) => `agent ${i}`)
          const definition = countingGame({ agents: names, simultaneous })
          let calls = 0
          const wait = async (): Promise<void> => {
            for (let left = delays[calls++ % delays.length] ?? 0; left > 0; left--) await null
          }
          const sampler = slowSampler(wait)
          const scripted = slowScript('script', wait)
          const seating: Seating = (_plan, agent) => (agent === 'agent 1' ? scripted : sampler)
          const apart = await runEpisodes(request(definition, seating, 4, { pace: 'asynchronous' }))
          const together = await runEpisodes(request(definition, seating, 4))
          expect({ ...apart, players: [], answerTimes: [], waveTimes: [] }).toEqual({ ...together, players: [], answerTimes: [], waveTimes: [] })
        },
      ),
      { numRuns: 40 },
    )
  })

  it('keeps one request a sampler under way, and sends what became ready meanwhile together', async () => {
    const sizes: number[] = []
    let underWay = 0
    let most = 0
    const sampler = slowSampler(async () => {
      most = Math.max(most, ++underWay)
      await null
      underWay--
    }, sizes)
    await runEpisodes(request(countingGame(), () => sampler, 6, { pace: 'asynchronous' }))
    expect(most).toBe(1)
    expect(sizes).toEqual([6, 6, 6, 6, 6])
  })

  it('ends at once when a player fails, with the doors closed', async () => {
    const barrier = createPhaseBarrier()
    const failing: Player = { kind: 'script', name: 'failing', key: [1, 1], act: () => Promise.reject(new Error('no script')) }
    const silent: Player = { kind: 'human', name: 'nobody', write: () => new Promise(() => undefined) }
    const seating: Seating = ({ episode }) => (episode === 0 ? silent : failing)
    await expect(runEpisodes(request(countingGame(), seating, 2, { pace: 'asynchronous', barrier }))).rejects.toThrow('no script')
    expect(barrier.openEpisodes()).toBe(0)
  })
})

describe('waiting', () => {
  const clock = createManualClock()
  const deadline: Deadline = { milliseconds: 50, start: (milliseconds) => clock.timer(milliseconds) }

  it.each(['lockstep', 'asynchronous'] as const)('ends an episode whose agent is silent, and no other (%s)', async (pace) => {
    const silent: Player = { kind: 'human', name: 'nobody', write: () => new Promise(() => undefined) }
    const quick = slowScript('quick', () => Promise.resolve())
    const seating: Seating = ({ episode }, agent) => (episode === 1 && agent === 'b' ? silent : quick)
    const running = runEpisodes(request(countingGame({ agents: ['a', 'b', 'c'] }), seating, 2, { pace, deadline }))
    for (let i = 0; i < 8; i++) await clock.advance(50)
    const { trajectories, waits, unrepeatable } = await running
    expect(unrepeatable).toEqual([1])
    expect(trajectories.map(({ stop }) => stop)).toEqual([...Array(3).fill('completed'), ...Array(3).fill('silent_agent')])
    expect(waits.filter(({ episode }) => episode === 1)).toEqual([
      { episode: 1, group: 0, wave: 0, kind: 'turn', waiting: ['b', 'c'], for: ['a'], since: 0, until: 1 },
      { episode: 1, group: 0, wave: 1, kind: 'silent', waiting: ['a', 'c'], for: ['b'], since: 1, until: 1 },
    ])
  })

  it('needs no clock for a script that says it will not answer', async () => {
    const mute: Player = { kind: 'script', name: 'mute', key: [1, 1], act: () => undefined }
    const { trajectories, unrepeatable } = await runEpisodes(request(countingGame(), () => mute, 1))
    expect(unrepeatable).toEqual([])
    expect(trajectories[0]?.stop).toBe('silent_agent')
  })

  it('names a deadlock: agents are left and none of them can act', async () => {
    const game = countingGame({ agents: ['a', 'b'] })
    const stuck: typeof game = { ...game, turn: (state) => (state.moves >= 1 ? [] : game.turn(state)) }
    const quick = slowScript('quick', () => Promise.resolve())
    const { trajectories, waits } = await runEpisodes(request(stuck, () => quick, 1))
    expect(trajectories.map(({ stop }) => stop)).toEqual(['deadlock', 'deadlock'])
    expect(waits.at(-1)).toMatchObject({ kind: 'deadlock', waiting: ['a', 'b'], for: [], since: 1, until: 1 })
  })

  it('is told of moves that all make at once', async () => {
    const quick = slowScript('quick', () => Promise.resolve())
    const { waits } = await runEpisodes(request(countingGame({ agents: ['a', 'b'], simultaneous: true }), () => quick, 1))
    expect(waits[0]).toMatchObject({ kind: 'simultaneous', waiting: ['a', 'b'], for: ['a', 'b'], since: 0, until: 2 })
  })
})

/** A policy whose digits depend on its stream alone. */
function slowSampler(wait: () => Promise<void>, sizes: number[] = []): Player {
  return {
    kind: 'policy',
    name: 'policy',
    snapshot: null,
    async sampler(prompts) {
      sizes.push(prompts.length)
      await wait()
      const sequences = prompts.map(({ stream, tokens }) => ({
        tokens: bytes.encode(`${(stream[0] + 2 * stream[1] + tokens.length) % 7};`),
        logprobs: new Float32Array(2).fill(-1),
        entropies: new Float32Array(2),
        stop: 'stop_token' as const,
      }))
      return { sequences, version: 1, snapshotHash: 'hash' }
    },
  }
}
