import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEpisodeMachine, type EpisodeBudget, type EpisodeMachine } from './machine.ts'
import { EPISODE_STATES, type Trajectory } from './trajectory.ts'

const identity = { episode: 1, agent: 'solver', group: 0 }
const wide: EpisodeBudget = { maxTokensPerTurn: 8, maxTokensPerEpisode: 100, contextTokens: 100 }
const ids = (length: number, from = 10) => Uint32Array.from({ length }, (_, i) => from + i)
const sampled = (length: number) => ({
  tokens: ids(length, 50),
  logprobs: Float32Array.from({ length }, (_, i) => -0.5 - i),
  entropies: new Float32Array(length).fill(0.25),
})

type Op =
  | { readonly op: 'write'; readonly length: number; readonly stopped: boolean; readonly version: number }
  | { readonly op: 'observe'; readonly length: number }
  | { readonly op: 'reward'; readonly value: number }
  | { readonly op: 'end' }

const ops: fc.Arbitrary<Op[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        op: fc.constant('write' as const),
        length: fc.integer({ min: 1, max: 8 }),
        stopped: fc.boolean(),
        version: fc.integer({ min: 1, max: 5 }),
      }),
    },
    { weight: 4, arbitrary: fc.record({ op: fc.constant('observe' as const), length: fc.integer({ min: 0, max: 6 }) }) },
    { weight: 2, arbitrary: fc.record({ op: fc.constant('reward' as const), value: fc.integer({ min: -3, max: 3 }) }) },
    { weight: 1, arbitrary: fc.record({ op: fc.constant('end' as const) }) },
  ),
  { maxLength: 30 },
)
const budgets: fc.Arbitrary<EpisodeBudget> = fc.record({
  maxTokensPerTurn: fc.integer({ min: 1, max: 8 }),
  maxTokensPerEpisode: fc.integer({ min: 2, max: 40 }),
  contextTokens: fc.integer({ min: 2, max: 40 }),
})

interface Played {
  readonly trajectory: Trajectory
  /** What the model of the test says the trajectory must hold. */
  readonly tokens: number[]
  readonly mask: number[]
  readonly states: string[]
  readonly versions: number[]
  readonly segments: number
  readonly rewardSum: number
  readonly cuts: string[]
}

/** Plays the operations that are legal in each state, keeping a plain record beside the machine. */
function playOps(machine: EpisodeMachine, budget: EpisodeBudget, promptLength: number, list: readonly Op[]): Played {
  const tokens: number[] = []
  const mask: number[] = []
  const states: string[] = []
  const versions: number[] = []
  const cuts: string[] = []
  let segments = 0
  let rewardSum = 0
  const note = (added: Uint32Array, state: string, version: number) => {
    for (const token of added) {
      tokens.push(token)
      mask.push(state === 'GENERATING' ? 1 : 0)
      states.push(state)
      versions.push(version)
    }
  }
  machine.begin(ids(promptLength))
  if (machine.state() === 'GENERATING') note(ids(promptLength), 'PENDING', 0)
  for (const op of list) {
    const state = machine.state()
    if (state === 'TERMINATED') break
    if (op.op === 'write' && state === 'GENERATING') {
      const turn = machine.turn()
      expect(turn.maxTokens).toBeGreaterThan(0)
      expect(turn.tokens.length + turn.maxTokens).toBeLessThanOrEqual(Math.min(budget.maxTokensPerEpisode, budget.contextTokens))
      const length = op.stopped ? Math.min(op.length, turn.maxTokens) : turn.maxTokens
      const outcome = machine.write(sampled(length), op.version, op.stopped)
      note(ids(length, 50), 'GENERATING', op.version)
      segments++
      if (!outcome.whole) {
        cuts.push(outcome.cut)
        machine.end(outcome.cut)
      }
    } else if (op.op === 'observe' && state === 'INTERACTING') {
      machine.observe(ids(op.length))
      if (machine.state() === 'GENERATING') note(ids(op.length), 'INTERACTING', 0)
    } else if (op.op === 'reward') {
      machine.reward(op.value)
      rewardSum += op.value
    } else if (op.op === 'end') machine.end('completed')
  }
  if (machine.state() !== 'TERMINATED') machine.end('cancelled')
  return { trajectory: machine.trajectory(), tokens, mask, states, versions, segments, rewardSum, cuts }
}

const everyPlay = (check: (played: Played, budget: EpisodeBudget, promptLength: number) => void) =>
  fc.assert(
    fc.property(budgets, fc.integer({ min: 1, max: 12 }), ops, (budget, promptLength, list) => {
      check(playOps(createEpisodeMachine(identity, budget), budget, promptLength, list), budget, promptLength)
    }),
    { numRuns: 400 },
  )

describe('invariants of every trajectory', () => {
  it('tokens are exactly what was given and sampled, in order', () => {
    everyPlay(({ trajectory, tokens }) => expect([...trajectory.tokens]).toEqual(tokens))
  })

  it('loss mask is 0 on prompts and observations, 1 on every sampled token, the stop token included', () => {
    everyPlay(({ trajectory, mask, states }) => {
      expect([...trajectory.lossMask]).toEqual(mask)
      expect([...trajectory.states].map((state) => EPISODE_STATES[state])).toEqual(states)
    })
  })

  it('all columns have one length, and logprob, entropy and version are 0 where the mask is 0', () => {
    everyPlay(({ trajectory, versions }) => {
      const { tokens, states, lossMask, samplingLogprobs, entropies } = trajectory
      for (const column of [states, lossMask, samplingLogprobs, entropies, trajectory.versions]) expect(column.length).toBe(tokens.length)
      expect([...trajectory.versions]).toEqual(versions)
      lossMask.forEach((bit, i) => {
        expect(bit === 0 ? [samplingLogprobs[i], entropies[i]] : [(samplingLogprobs[i] ?? 0) < 0, entropies[i]]).toEqual(bit === 0 ? [0, 0] : [true, 0.25])
      })
    })
  })

  it('spans tile the tokens; those of GENERATING are the turns', () => {
    everyPlay(({ trajectory, segments }) => {
      let next = 0
      for (const span of trajectory.spans) {
        expect(span.start).toBe(next)
        for (let i = span.start; i < span.end; i++) expect(EPISODE_STATES[trajectory.states[i] ?? -1]).toBe(span.state)
        next = span.end
      }
      expect(next).toBe(trajectory.tokens.length)
      const turns = trajectory.spans.filter((span) => span.state === 'GENERATING').map((span) => span.turn)
      expect(turns).toEqual(Array.from({ length: segments }, (_, turn) => turn))
    })
  })

  it('every reward sits on the last token of a written turn, and they sum to the total', () => {
    everyPlay(({ trajectory, rewardSum, segments }) => {
      const ends = new Map(trajectory.spans.filter((span) => span.state === 'GENERATING').map((span) => [span.turn, span.end - 1]))
      for (const reward of trajectory.rewards) {
        expect(trajectory.lossMask[reward.token]).toBe(1)
        expect(ends.get(reward.turn)).toBe(reward.token)
      }
      expect(trajectory.totalReward).toBe(rewardSum)
      if (segments > 0) expect(trajectory.rewards.reduce((sum, { reward }) => sum + reward, 0)).toBe(rewardSum)
    })
  })

  it('budgets hold, and running out of one is told apart from stopping', () => {
    everyPlay(({ trajectory, cuts }, budget, promptLength) => {
      expect(trajectory.tokens.length).toBeLessThanOrEqual(Math.min(budget.maxTokensPerEpisode, budget.contextTokens))
      for (const span of trajectory.spans) if (span.state === 'GENERATING') expect(span.end - span.start).toBeLessThanOrEqual(budget.maxTokensPerTurn)
      if (cuts.length > 0) expect(['truncated_tokens', 'context_overflow']).toContain(trajectory.stop)
      if (promptLength >= Math.min(budget.maxTokensPerEpisode, budget.contextTokens)) {
        expect(trajectory.tokens.length).toBe(0)
        expect(trajectory.stop).toBe(budget.contextTokens < budget.maxTokensPerEpisode ? 'context_overflow' : 'truncated_tokens')
      }
    })
  })

  it('siblings share no mutable state: writing into one copy changes nothing else', () => {
    fc.assert(
      fc.property(ops, (list) => {
        const [one, two] = [createEpisodeMachine(identity, wide), createEpisodeMachine({ ...identity, episode: 2 }, wide)]
        const first = playOps(one, wide, 4, list).trajectory
        const before = JSON.stringify(one.trajectory())
        playOps(two, wide, 4, list)
        for (const column of [first.tokens, first.lossMask, first.states, first.versions]) column.fill(9)
        first.samplingLogprobs.fill(9)
        expect(JSON.stringify(one.trajectory())).toBe(before)
        expect(two.trajectory().tokens).toEqual(one.trajectory().tokens)
      }),
    )
  })
})

describe('the machine', () => {
  it('refuses calls out of order', () => {
    const machine = createEpisodeMachine(identity, wide)
    expect(() => machine.turn()).toThrow()
    expect(() => machine.trajectory()).toThrow()
    machine.begin(ids(3))
    expect(() => machine.begin(ids(3))).toThrow()
    expect(() => machine.observe(ids(1))).toThrow()
    machine.write(sampled(1), 1, true)
    expect(() => machine.write(sampled(1), 1, true)).toThrow()
    machine.end('completed')
    expect(() => machine.end('completed')).toThrow()
    expect(() => machine.begin(ids(1))).toThrow()
  })

  it('refuses more tokens than it asked for, and tokens without logprobs', () => {
    const machine = createEpisodeMachine(identity, { ...wide, maxTokensPerTurn: 2 })
    machine.begin(ids(3))
    expect(() => machine.write(sampled(3), 1, true)).toThrow()
    expect(() => machine.write({ ...sampled(2), logprobs: new Float32Array(1) }, 1, true)).toThrow()
  })

  it('says NOT_FINITE when a sampled logprob is no number', () => {
    const machine = createEpisodeMachine(identity, wide)
    machine.begin(ids(3))
    expect(() => machine.write({ ...sampled(1), logprobs: Float32Array.of(Number.NaN) }, 1, true)).toThrow(expect.objectContaining({ code: 'NOT_FINITE' }))
  })

  it('names the budget that cut a turn', () => {
    const cut = (budget: EpisodeBudget, length: number) => {
      const machine = createEpisodeMachine(identity, budget)
      machine.begin(ids(3))
      const outcome = machine.write(sampled(length), 1, false)
      return outcome.whole ? 'whole' : outcome.cut
    }
    expect(cut({ maxTokensPerTurn: 2, maxTokensPerEpisode: 50, contextTokens: 20 }, 2)).toBe('truncated_tokens')
    expect(cut({ maxTokensPerTurn: 8, maxTokensPerEpisode: 50, contextTokens: 5 }, 2)).toBe('context_overflow')
    expect(cut({ maxTokensPerTurn: 8, maxTokensPerEpisode: 5, contextTokens: 50 }, 2)).toBe('truncated_tokens')
    // Both at once: a longer turn would not have helped, so the context is named.
    expect(cut({ maxTokensPerTurn: 2, maxTokensPerEpisode: 50, contextTokens: 5 }, 2)).toBe('context_overflow')
  })

  it('does not append an observation that leaves no room to write', () => {
    const machine = createEpisodeMachine(identity, { ...wide, contextTokens: 8 })
    machine.begin(ids(3))
    machine.write(sampled(2), 1, true)
    machine.observe(ids(3))
    expect([machine.state(), machine.stop(), machine.trajectory().tokens.length]).toEqual(['TERMINATED', 'context_overflow', 5])
  })

  it('credits a reward that came before the first turn to that turn', () => {
    const machine = createEpisodeMachine(identity, wide)
    machine.reward(2)
    machine.begin(ids(3))
    machine.write(sampled(2), 1, true)
    machine.end('completed')
    expect(machine.trajectory().rewards).toEqual([{ turn: 0, reward: 2, token: 4 }])
  })

  it('gives a turn that no policy wrote loss mask 0, and the same budgets', () => {
    const machine = createEpisodeMachine(identity, { ...wide, maxTokensPerTurn: 3 })
    machine.begin(ids(2))
    expect(() => machine.say(ids(4), true)).toThrow()
    expect(machine.say(ids(3), true)).toEqual({ whole: true })
    machine.observe(ids(1))
    expect(machine.say(ids(2), false)).toEqual({ whole: false, cut: 'truncated_tokens' })
    machine.reward(5)
    machine.end('truncated_tokens')
    const { lossMask, states, versions, rewards, totalReward } = machine.trajectory()
    expect([...lossMask]).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
    expect([...versions].every((version) => version === 0)).toBe(true)
    expect([...states].map((state) => EPISODE_STATES[state]?.[0]).join('')).toBe('PPGGGIGG')
    // It counts, and sits on no token: nothing was sampled that could have earned it.
    expect([totalReward, rewards]).toEqual([5, []])
  })

  it('ends an agent that has had all its turns', () => {
    const machine = createEpisodeMachine(identity, { ...wide, maxTurns: 2 })
    machine.begin(ids(2))
    machine.write(sampled(1), 1, true)
    machine.observe(ids(1))
    machine.write(sampled(1), 1, true)
    machine.observe(ids(1))
    expect([machine.state(), machine.stop(), machine.trajectory().tokens.length]).toEqual(['TERMINATED', 'truncated_turns', 5])
  })
})
