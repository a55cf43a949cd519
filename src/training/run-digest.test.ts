import { expect, test } from 'vitest'
import { unwrap } from '../base/result.ts'
import type { Trajectory } from '../episode/trajectory.ts'
import { parseRunSpec } from '../record/spec-schema.ts'
import type { ServiceDescription } from '../service/index.ts'
import { createRunDigest, type StepDecisions } from './run-digest.ts'

const SPEC = unwrap(parseRunSpec({ preset: 'arithmetic' }))
const SERVICE: ServiceDescription = {
  engine: 'wgsl',
  device: 'a device',
  software: true,
  variants: { matmul: 'blocks' },
  shaderHash: 'a',
  base: { name: 'arithmetic', hash: 'b', parameters: 1, contextTokens: 128, vocabulary: 112 },
}

function digestOf(service: ServiceDescription, seed = 1): Promise<string> {
  const digest = createRunDigest()
  digest.started({ ...SPEC, seed }, service)
  return digest.value()
}

test('which of several kernels with equal bits was faster today is no decision', async () => {
  expect(await digestOf({ ...SERVICE, variants: { matmul: 'blocks, loads shared by quads' } })).toBe(await digestOf(SERVICE))
})

test.each([
  ['the engine', { engine: 'cpu' }],
  ['the device', { device: 'another' }],
  ['the shaders', { shaderHash: 'c' }],
  ['the base', { base: { ...SERVICE.base, hash: 'd' } }],
] as const)('%s is named by the digest', async (_, change) => {
  expect(await digestOf({ ...SERVICE, ...change })).not.toBe(await digestOf(SERVICE))
})

test('so is the spec', async () => {
  expect(await digestOf(SERVICE, 2)).not.toBe(await digestOf(SERVICE))
})

const TRAJECTORY: Trajectory = {
  episode: 0,
  agent: 'solver',
  group: 0,
  tokens: Uint32Array.of(1, 2),
  states: Uint8Array.of(0, 1),
  lossMask: Uint8Array.of(0, 1),
  samplingLogprobs: Float32Array.of(0, -1),
  entropies: Float32Array.of(0, 1),
  versions: Uint32Array.of(0, 1),
  spans: [],
  rewards: [],
  totalReward: 1,
  stop: 'completed',
  metrics: {},
}

function digestOfStep(trajectory: Partial<Trajectory> = {}, decisions: Partial<StepDecisions> = {}, coefficients = Float32Array.of(0, 1)): Promise<string> {
  const digest = createRunDigest()
  const episodes = [{ trajectory: { ...TRAJECTORY, ...trajectory }, coefficients, trained: true }]
  return digest.stepped({ arm: 'policy', step: 1, episodes, turnLog: [], snapshotHash: 'a', ...decisions })
}

// One at a time: in a run these change together, and one of them would hide that another is left out.
test.each<[string, () => Promise<string>]>([
  ['a token', () => digestOfStep({ tokens: Uint32Array.of(1, 3) })],
  ['the loss mask', () => digestOfStep({ lossMask: Uint8Array.of(1, 1) })],
  ['the last bit of a logprob', () => digestOfStep({ samplingLogprobs: Float32Array.of(0, -1 - 2 ** -23) })],
  ['a version', () => digestOfStep({ versions: Uint32Array.of(0, 2) })],
  ['a coefficient', () => digestOfStep({}, {}, Float32Array.of(0, 2))],
  ['a reward', () => digestOfStep({ totalReward: 2 })],
  ['why it stopped', () => digestOfStep({ stop: 'parse_error' })],
  ['the adapter afterwards', () => digestOfStep({}, { snapshotHash: 'b' })],
  ['the arm', () => digestOfStep({}, { arm: 'frozen' })],
  ['the step', () => digestOfStep({}, { step: 2 })],
])('%s is a decision of its own', async (_, changed) => {
  expect(await digestOfStep()).toBe(await digestOfStep())
  expect(await changed()).not.toBe(await digestOfStep())
})

test('an evaluation is a decision, and so is everything before it', async () => {
  const evaluated = async (sampled: number, step: number): Promise<string> => {
    const digest = createRunDigest()
    await digest.stepped({ arm: 'policy', step, episodes: [], turnLog: [], snapshotHash: 'a' })
    digest.evaluated({ arm: 'policy', step: 1, problems: 4, sampled, sampledError: 0, greedy: 1 })
    return digest.value()
  }
  expect(await evaluated(0.5, 1)).not.toBe(await evaluated(0.25, 1))
  expect(await evaluated(0.5, 1)).not.toBe(await evaluated(0.5, 2))
})
