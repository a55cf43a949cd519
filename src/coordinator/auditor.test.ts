import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytesOfText, sha256Hex } from '../base/hash.ts'
import { countingGame } from '../environments/testing/counting.ts'
import { type ProtocolOptions, randomProtocol } from '../environments/testing/random-protocol.ts'
import type { Trajectory } from '../episode/trajectory.ts'
import type { Datum } from '../service/index.ts'
import { createAuditor } from './auditor.ts'
import { FAULT_NAMES } from './faults/fault.ts'
import { solePolicy } from './player.ts'
import type { Fact } from './testimony.ts'
import { type AuditedBatch, playAudited } from './testing/audited-batch.ts'
import { bytes } from './testing/bytes-tokenizer.ts'

const protocols: fc.Arbitrary<ProtocolOptions> = fc.record({
  agents: fc.integer({ min: 1, max: 8 }),
  order: fc.constantFrom('cycle', 'simultaneous', 'computed'),
  rounds: fc.integer({ min: 1, max: 6 }),
  hidden: fc.boolean(),
  leaving: fc.boolean(),
  pay: fc.constantFrom('own', 'next', 'zeroSum', 'last'),
  illegalAction: fc.constantFrom(
    { kind: 'lose', reward: -1 } as const,
    { kind: 'retry', times: 2, reward: -0.5 } as const,
    { kind: 'penalty', reward: -0.25 } as const,
  ),
  listed: fc.boolean(),
})
const batches = fc.record({
  protocol: protocols,
  seed: fc.nat(2 ** 31),
  pace: fc.constantFrom('lockstep' as const, 'asynchronous' as const),
  masked: fc.boolean(),
  nonsense: fc.constantFrom(0, 0.05, 0.3),
  scripts: fc.nat(3),
})
const batchOf = ({ protocol, seed, pace, masked, nonsense, scripts }: typeof batches extends fc.Arbitrary<infer T> ? T : never): AuditedBatch => ({
  definition: randomProtocol(protocol),
  config: {},
  tokenizer: bytes,
  episodes: 4,
  seed,
  pace,
  masked,
  nonsense,
  scripted: (agent) => scripts > 0 && agent % (scripts + 1) === scripts,
})

/** Plays some hundred whole games: on a busy machine that takes its time. `npm run check -- auditor` plays ten thousand. */
const PATIENCE = { timeout: 120_000 }

describe('the auditor', PATIENCE, () => {
  it('raises no alarm with the sound coordinator, whatever the protocol, the agents and the pace', async () => {
    await fc.assert(
      fc.asyncProperty(batches, async (drawn) => {
        const { verdict } = await playAudited(batchOf(drawn))
        expect(verdict.violations).toEqual([])
        expect(verdict.checksHeld).toBeGreaterThan(10)
      }),
      { numRuns: 60 },
    )
  })

  it.each(FAULT_NAMES)('names %s in every episode in which it showed, and in no other', async (fault) => {
    await fc.assert(
      fc.asyncProperty(batches, async (drawn) => {
        const { verdict, manifested } = await playAudited({ ...batchOf(drawn), fault })
        const named = new Set(verdict.violations.filter(({ name }) => name === fault).map(({ episode }) => episode))
        expect([...named].sort()).toEqual([...manifested].sort())
        expect(verdict.violations.filter(({ name }) => name !== fault)).toEqual([])
      }),
      { numRuns: 40 },
    )
  })
})

describe('a false testimony', () => {
  const batch: AuditedBatch = {
    definition: countingGame({ agents: ['a', 'b'] }),
    config: { rounds: 4 },
    tokenizer: bytes,
    episodes: 1,
    seed: 11,
    masked: true,
  }
  const found = async (tamper: (fact: Fact) => Fact | null): Promise<readonly string[]> => {
    const { verdict } = await playAudited({ ...batch, tamper })
    return [...new Set(verdict.violations.map(({ name }) => name))]
  }
  const changed = (lists: Uint8Array): Uint8Array => Uint8Array.from(lists, (bit, i) => (i === 0 ? 1 - bit : bit))

  it('is none where nobody lies', async () => {
    expect(await found((fact) => fact)).toEqual([])
  })

  it('of the environment host is found: rewards, observations, an action that nobody wrote, an end', async () => {
    expect(await found((fact) => (fact.kind === 'acted' ? { ...fact, rewards: { a: 100 } } : fact))).toEqual(['environment_departs'])
    expect(await found((fact) => (fact.kind === 'shown' ? { ...fact, text: 'other' } : fact))).toEqual(['environment_departs'])
    expect(await found((fact) => (fact.kind === 'acted' ? { ...fact, stop: 'illegal_action' } : fact))).toEqual(['environment_departs'])
    expect(await found((fact) => (fact.kind === 'acted' && 'a' in fact.texts ? { ...fact, texts: { a: 'no;' } } : fact))).toContain('action_unexplained')
  })

  it('of a writer is found: words before its own, other weights', async () => {
    const read = (fact: Fact): Fact =>
      fact.kind === 'wrote' && fact.reading.kind === 'tokens'
        ? { ...fact, reading: { kind: 'tokens', tokens: Uint32Array.from([1, ...fact.reading.tokens]) } }
        : fact
    expect(await found(read)).toContain('observation_altered')
    expect(await found((fact) => (fact.kind === 'wrote' ? { ...fact, weights: { hash: 'red 9', version: 9 } } : fact))).toContain('version_changed')
  })

  it('of a writer who read what it had seen before is a turn barrier that did not hold', async () => {
    let first: { readonly read: readonly number[]; readonly wrote: readonly number[] } | null = null
    const stale = (fact: Fact): Fact => {
      if (fact.kind !== 'wrote' || fact.agent !== 'a' || fact.reading.kind !== 'tokens' || fact.writing.kind !== 'tokens') return fact
      if (first !== null) return { ...fact, reading: { kind: 'tokens', tokens: Uint32Array.from([...first.read, ...first.wrote, ...first.read]) } }
      first = { read: [...fact.reading.tokens], wrote: [...fact.writing.tokens] }
      return fact
    }
    expect(await found(stale)).toContain('no_turn_barrier')
  })

  it('of the engine is found: a hash of other prompts', async () => {
    expect(await found((fact) => (fact.kind === 'served' ? { ...fact, stamp: { ...fact.stamp, inputHash: 'other' } } : fact))).toEqual(['engine_input_unknown'])
  })

  it('of the coordinator is found: a reason to stop, a reward, a token, a mask bit, a version', async () => {
    expect(await found((fact) => (fact.kind === 'credited' ? { ...fact, rewards: { a: 1, b: 1 } } : fact))).toContain('reward_misattributed')
    expect(await found((fact) => (fact.kind === 'closed' ? { ...fact, stop: 'deadlock' } : fact))).toEqual(['stop_reason_wrong'])
    const told = (change: (trajectory: Trajectory) => Partial<Trajectory>) => (fact: Fact) =>
      fact.kind === 'told' ? { ...fact, trajectory: { ...fact.trajectory, ...change(fact.trajectory) } } : fact
    expect(await found(told(({ totalReward }) => ({ totalReward: totalReward + 1 })))).toEqual(['reward_misattributed'])
    expect(await found(told(({ rewards }) => ({ rewards: rewards.map((reward) => ({ ...reward, turn: 7 })) })))).toEqual(['reward_misattributed'])
    expect(await found(told(({ tokens }) => ({ tokens: Uint32Array.from(tokens, (token) => token + 1) })))).toContain('trajectory_altered')
    expect(await found(told(({ lossMask }) => ({ lossMask: changed(lossMask) })))).toContain('loss_mask_wrong')
    expect(await found(told(({ versions }) => ({ versions: versions.map((version) => version + 1) })))).toContain('loss_mask_wrong')
  })

  it('of the trainer is found: a coefficient outside the mask, another mask, more trained tokens than the mask allows', async () => {
    const fed = (change: (datum: Datum) => Partial<Datum>) => (fact: Fact) =>
      fact.kind === 'fed' ? { ...fact, datum: { ...fact.datum, ...change(fact.datum) } } : fact
    expect(await found(fed(({ coefficients }) => ({ coefficients: coefficients.map(() => 1) })))).toEqual(['gradient_outside_mask'])
    expect(await found(fed(({ lossMask }) => ({ lossMask: changed(lossMask) })))).toContain('trajectory_altered')
  })

  it('of an agent that acts out of turn is found though the environment took it', async () => {
    expect(await found((fact) => (fact.kind === 'acted' && 'a' in fact.texts ? { ...fact, texts: { b: fact.texts['a'] ?? '' } } : fact))).toContain(
      'environment_departs',
    )
  })

  it('never stops the run', async () => {
    const { result, verdict } = await playAudited({ ...batch, tamper: (fact) => (fact.kind === 'began' ? null : fact) })
    expect(result.trajectories.every(({ stop }) => stop === 'completed')).toBe(true)
    expect(verdict.violationCount).toBeGreaterThan(0)
  })
})

describe('what the engine trained on', () => {
  const datum: Datum = {
    id: 'policy/1/0/a',
    tokens: Uint32Array.of(1, 2, 3),
    lossMask: Uint8Array.of(0, 1, 1),
    coefficients: Float32Array.of(0, 0.5, 0.5),
  }
  const auditor = () =>
    createAuditor({
      definition: countingGame(),
      config: { rounds: 1 },
      split: 'train',
      tokenizer: bytes,
      plans: [],
      players: solePolicy(() => Promise.reject()),
    })

  it('must be the data that it was fed, token for token', async () => {
    const inputHash = await sha256Hex(bytesOfText(datum.id))
    for (const [trainedTokens, hash, names] of [
      [2, inputHash, []],
      [3, inputHash, ['gradient_outside_mask']],
      [2, 'other', ['engine_input_unknown']],
    ] as const) {
      const { take, verdict } = auditor()
      take({ by: 'trainer', kind: 'fed', episode: 0, agent: 'a', datum })
      take({ by: 'engine', kind: 'trained', inputHash: hash, ids: [datum.id], trainedTokens })
      expect((await verdict()).violations.map(({ name }) => name)).toEqual(names)
    }
  })
})
