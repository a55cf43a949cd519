import { describe, expect, it } from 'vitest'
import { createRng } from '../base/random.ts'
import type { AgentId } from '../environments/contract.ts'
import { countingGame } from '../environments/testing/counting.ts'
import { createPhaseBarrier } from './phase-barrier.ts'
import type { Player, ScriptTurn, Seating } from './player.ts'
import { runEpisodes } from './run-episodes.ts'
import type { Sampler } from './sampler.ts'
import { bytes } from './testing/bytes-tokenizer.ts'

/** A snapshot that always says the same digit, and notes how many prompts each of its requests had. */
function digitSampler(digit: number, requests: number[], ready: Promise<void> = Promise.resolve()): Sampler {
  return async (prompts) => {
    requests.push(prompts.length)
    await ready
    const sequences = prompts.map(() => ({
      tokens: bytes.encode(`${digit};`),
      logprobs: new Float32Array(2).fill(-1),
      entropies: new Float32Array(2),
      stop: 'stop_token' as const,
    }))
    return { sequences, version: digit, snapshotHash: `hash ${digit}` }
  }
}
const policy = (name: string, sampler: Sampler): Player => ({ kind: 'policy', name, snapshot: null, sampler })

const play = (
  agents: readonly AgentId[],
  players: Seating,
  options: { rounds?: number; simultaneous?: boolean; episodes?: number; definition?: ReturnType<typeof countingGame> } = {},
) => {
  const { rounds = 4, simultaneous = false, episodes = 3 } = options
  return runEpisodes({
    definition: options.definition ?? countingGame({ agents, simultaneous }),
    config: { rounds },
    split: 'train',
    tokenizer: bytes,
    budget: { maxTokensPerTurn: 3, maxTokensPerEpisode: 200, contextTokens: 200 },
    episodes: Array.from({ length: episodes }, (_, episode) => ({ episode, group: 0, start: createRng([1, 0], 0), chance: createRng([2, 0], episode) })),
    players,
    barrier: createPhaseBarrier(),
    now: () => 0,
  })
}

describe('players', () => {
  it('seat only the agents that take part: a possible agent that the settings leave out has no trajectory and no writer', async () => {
    const game = countingGame({ agents: ['a', 'b', 'c'] })
    const taking = ['a', 'c']
    const definition: typeof game = {
      ...game,
      agents: (state) => game.agents(state).filter((agent) => taking.includes(agent)),
      turn: (state) => (game.agents(state).length === 0 ? [] : [taking[state.moves % 2] ?? 'a']),
    }
    const red = policy('red', digitSampler(1, []))
    const green = policy('green', digitSampler(3, []))
    const { trajectories, players, waves } = await play(['a', 'b', 'c'], (_plan, agent) => (agent === 'c' ? green : red), { rounds: 4, definition })
    expect(trajectories.map(({ agent, stop }) => [agent, stop])).toEqual(Array.from({ length: 6 }, (_, index) => [taking[index % 2], 'completed']))
    expect(players.map(({ name }) => name)).toEqual(['red', 'green', 'red', 'green', 'red', 'green'])
    expect(waves).toBe(4)
  })

  it('are asked with one request a snapshot and wave, all of them under way at once', async () => {
    const [ones, twos]: [number[], number[]] = [[], []]
    let release = (): void => undefined
    const both = new Promise<void>((resolve) => {
      release = resolve
    })
    const red = policy('red', digitSampler(1, ones, both))
    // The second snapshot releases the first: requests one after the other would wait forever.
    const blue = policy('blue', async (prompts, maxTokens) => {
      release()
      return digitSampler(2, twos)(prompts, maxTokens)
    })
    const result = await play(['a', 'b', 'c'], (_plan, agent) => (agent === 'b' ? blue : red), { simultaneous: true, rounds: 2 })
    expect([ones, twos]).toEqual([
      [6, 6],
      [3, 3],
    ])
    expect(result.players.map(({ name }) => name)).toEqual(['red', 'blue', 'red', 'red', 'blue', 'red', 'red', 'blue', 'red'])
    expect(result.turnLog.slice(0, 3).map(({ agent, version, snapshotHash }) => [agent, version, snapshotHash])).toEqual([
      ['a', 1, 'hash 1'],
      ['b', 2, 'hash 2'],
      ['c', 1, 'hash 1'],
    ])
    expect(result.trajectories[1]?.versions.filter((version) => version > 0)).toEqual(new Uint32Array(4).fill(2))
  })

  it('may be scripts: their turns are played, and carry loss mask 0', async () => {
    const seen: ScriptTurn[] = []
    const script: Player = {
      kind: 'script',
      name: 'counter',
      key: [5, 6],
      act(turn) {
        seen.push(turn)
        return turn.rng.integer(7)
      },
    }
    const requests: number[] = []
    const threes = policy('policy', digitSampler(3, requests))
    const seating: Seating = (_plan, agent) => (agent === 'b' ? script : threes)
    const result = await play(['a', 'b'], seating)
    expect(requests).toEqual([3, 3])
    const [own, scripted] = result.trajectories
    expect([...(own?.lossMask ?? [])].join('')).toContain('11')
    expect([...(scripted?.lossMask ?? [])].every((bit) => bit === 0)).toBe(true)
    const said = bytes.decode(scripted?.tokens ?? []).match(/\d(?=;)/g)
    expect(scripted?.totalReward).toBe((said ?? []).reduce((sum, digit) => sum + Number(digit), 0))
    expect(seen[0]).toMatchObject({ episode: 0, agent: 'b', observation: { total: 3 }, legal: { kind: 'list' } })
    // Chance belongs to the seat and the turn: played again, everything is the same.
    expect((await play(['a', 'b'], seating)).trajectories).toEqual(result.trajectories)
  })

  it('may be people, who need not write the stop text', async () => {
    const prompts: string[] = []
    const person: Player = {
      kind: 'human',
      name: 'visitor',
      write(turn) {
        prompts.push(turn.prompt)
        return Promise.resolve('4')
      },
    }
    const { trajectories, unrepeatable } = await play(['a'], () => person, { episodes: 1, rounds: 2 })
    expect(unrepeatable).toEqual([0])
    expect(prompts).toEqual(['0>', '4>'])
    expect(trajectories[0]).toMatchObject({ totalReward: 8, stop: 'completed' })
  })

  it('are cut like anyone else where a budget leaves no room for what they say', async () => {
    const person: Player = { kind: 'human', name: 'visitor', write: () => Promise.resolve('123456') }
    const { trajectories } = await play(['a'], () => person, { episodes: 1 })
    expect(trajectories[0]).toMatchObject({ totalReward: -1, stop: 'truncated_tokens' })
  })
})
