// A made-up run for tests of the page: a whole event log and its token blobs, from a seed. No product code imports
// it; nothing in it was measured.

import { createRng, type Rng, streamKey } from '../../../src/base/random.ts'
import { unwrap } from '../../../src/base/result.ts'
import { EPISODE_STATES, type StopReason } from '../../../src/episode/trajectory.ts'
import type { Arm, RunEvent, RunEventBody, StepMetrics } from '../../../src/record/events.ts'
import type { ControlName, RunSpec } from '../../../src/record/spec.ts'
import { parseRunSpec } from '../../../src/record/spec-schema.ts'
import { type EpisodeTokens, encodeTokens, type StepTokens } from '../../../src/record/token-blob.ts'

export interface SampleRun {
  readonly events: readonly RunEvent[]
  readonly blobs: readonly { readonly arm: Arm; readonly step: number; readonly bytes: Uint8Array<ArrayBuffer> }[]
}

export interface SampleOptions {
  readonly run: string
  readonly steps: number
  readonly groups?: number
  readonly controls?: readonly ControlName[]
  /** Leave the log without an end. */
  readonly unfinished?: boolean
}

export const SAMPLE_VOCABULARY: readonly string[] = Array.from({ length: 112 }, (_, id) => (id === 16 ? '\n' : id >= 17 ? String.fromCharCode(id + 15) : ''))

const [PENDING, GENERATING] = [EPISODE_STATES.indexOf('PENDING'), EPISODE_STATES.indexOf('GENERATING')]

export function sampleRun({ run, steps, groups = 32, controls = [], unfinished = false }: SampleOptions): SampleRun {
  const rng = createRng(streamKey(7, 'evaluation'))
  const spec: RunSpec = unwrap(parseRunSpec({ preset: 'arithmetic', steps, controls: [...controls], rollout: { groups } }))
  const events: RunEvent[] = []
  const blobs: { arm: Arm; step: number; bytes: Uint8Array<ArrayBuffer> }[] = []
  const emit = (body: RunEventBody): void => void events.push({ ...body, run, seq: events.length })
  const skill = (step: number): number => 0.43 + 0.52 * (1 - Math.exp(-step / (steps / 3)))
  const evaluate = (arm: Arm, step: number, sampled: number, greedy: number): void =>
    emit({
      kind: 'evaluated',
      evaluation: { arm, step, sampled, sampledError: Math.sqrt((sampled * (1 - sampled)) / 256), greedy, problems: 256 },
      milliseconds: 1800,
    })

  emit({
    kind: 'started',
    spec,
    service: {
      engine: 'wgsl',
      device: 'SwiftShader',
      software: true,
      variants: {},
      shaderHash: 'a'.repeat(64),
      base: { name: 'arithmetic', hash: 'b'.repeat(64), parameters: 60_912, contextTokens: 64, vocabulary: 112 },
    },
    memory: {
      items: [
        { name: 'base', bytes: 243_648 },
        { name: 'adapters', bytes: 98_304, setting: 'adapter.rank' },
        { name: 'optimizer', bytes: 196_608, setting: 'adapter.rank' },
        { name: 'activations', bytes: 21_000_000, setting: 'rollout.groups' },
        { name: 'kvCache', bytes: 3_100_000, setting: 'rollout.groupSize' },
        { name: 'workspace', bytes: 1_400_000 },
      ],
      totalBytes: 26_038_560,
      limitBytes: 1_073_741_824,
      fits: true,
    },
    vocabulary: SAMPLE_VOCABULARY,
  })
  evaluate('policy', 0, skill(0), 0.98)
  for (const arm of controls) evaluate(arm, 0, arm === 'random' ? 0.01 : skill(0), arm === 'random' ? 0.01 : 0.98)
  for (let step = 1; step <= steps; step++) {
    const tokens = sampleStep(step, groups, skill(step), rng)
    const episodes = tokens.episodes.length
    emit({ kind: 'phase', phase: 'rollout', step })
    emit({ kind: 'states', arm: 'policy', step, counts: { PENDING: 0, GENERATING: episodes, INTERACTING: 0, TERMINATED: 0 }, stops: {} })
    const stops: Partial<Record<StopReason, number>> = {}
    for (const { trajectory } of tokens.episodes) stops[trajectory.stop] = (stops[trajectory.stop] ?? 0) + 1
    emit({ kind: 'states', arm: 'policy', step, counts: { PENDING: 0, GENERATING: 0, INTERACTING: 0, TERMINATED: episodes }, stops })
    emit({ kind: 'phase', phase: 'updating', step })
    const bytes = encodeTokens(tokens)
    blobs.push({ arm: 'policy', step, bytes })
    emit({ kind: 'tokens', ref: { step, arm: 'policy', episodes, tokens: 0, bytes: bytes.length, hash: 'c'.repeat(64) } })
    const rewardMean = tokens.episodes.reduce((sum, { trajectory }) => sum + trajectory.totalReward, 0) / episodes
    const milliseconds = { rollout: 900, environment: 20, forwardBackward: 800, optimizer: 60, total: 1790 + rng.integer(90) }
    emit({ kind: 'stepped', arm: 'policy', step, version: 2 * step, metrics: metricsOf(step, rewardMean, rng), digest: 'd'.repeat(64), milliseconds })
    for (const arm of controls) {
      if (arm === 'shuffled')
        emit({ kind: 'stepped', arm, step, version: 2 * step, metrics: metricsOf(step, 0.43 * Math.exp(-step / steps), rng), digest: '', milliseconds })
    }
    if (step % 10 !== 0 && step !== steps) continue
    evaluate('policy', step, skill(step), 0.99)
    for (const arm of controls) evaluate(arm, step, arm === 'random' ? 0.01 : arm === 'frozen' ? 0.43 : 0.43 * Math.exp(-step / steps), 0.9)
  }
  if (!unfinished) {
    const summary = {
      steps,
      baseSampled: 0.43,
      baseGreedy: 0.98,
      final: skill(steps),
      finalGreedy: 0.99,
      controls: {},
      logprobGap: 0,
      digest: 'd'.repeat(64),
      seconds: 80,
    }
    emit({ kind: 'finished', summary: { ...summary, rolloutTokensPerSecond: 900, trainTokensPerSecond: 1900 } })
  }
  return { events, blobs }
}

function metricsOf(step: number, rewardMean: number, rng: Rng): StepMetrics {
  return {
    loss: -0.02 + 0.01 * rng.normal(),
    rewardMean,
    rewardStd: 0.4,
    entropy: 0.6 * Math.exp(-step / 20) + 0.05,
    klToBase: 0.002 * step,
    gradNorm: 0.7 + 0.2 * rng.float(),
    clipShare: 0.08,
    learningRate: 0.004,
    groups: 32,
    droppedGroups: rng.integer(9),
    sampledTokens: 820,
    trainedTokens: 700,
    trainedRows: 1400,
    completionTokensMean: 3.1,
    completionTokensMax: 4,
    truncatedShare: 0.01,
    logprobGap: 0,
    skippedUpdates: 0,
  }
}

function sampleStep(step: number, groups: number, skill: number, rng: Rng): StepTokens {
  const episodes: EpisodeTokens[] = []
  for (let group = 0; group < groups; group++) {
    const [a, b] = [rng.integer(90) + 10, rng.integer(90) + 10]
    const texts = Array.from({ length: 8 }, () => (rng.float() < skill ? a + b : a + b + rng.integer(3) - 1))
    const rewards = texts.map((text) => (text === a + b ? 1 : 0))
    const mean = rewards.reduce<number>((sum, reward) => sum + reward, 0) / 8
    const std = Math.sqrt(rewards.reduce<number>((sum, reward) => sum + (reward - mean) ** 2, 0) / 8)
    for (const [sibling, text] of texts.entries()) {
      const prompt = idsOf(`\n${a}+${b}=`)
      const answer = idsOf(`${text}\n`)
      const total = prompt.length + answer.length
      const generated = (value: () => number): Float32Array => Float32Array.from({ length: total }, (_, index) => (index < prompt.length ? 0 : value()))
      const advantage = std === 0 ? 0 : ((rewards[sibling] ?? 0) - mean) / std
      episodes.push({
        trajectory: {
          episode: group * 8 + sibling,
          agent: 'solver',
          group,
          tokens: Uint32Array.from([...prompt, ...answer]),
          states: Uint8Array.from({ length: total }, (_, index) => (index < prompt.length ? PENDING : GENERATING)),
          lossMask: Uint8Array.from({ length: total }, (_, index) => (index < prompt.length ? 0 : 1)),
          samplingLogprobs: generated(() => Math.log(0.3 + 0.7 * rng.float())),
          entropies: generated(() => rng.float()),
          versions: Uint32Array.from({ length: total }, (_, index) => (index < prompt.length ? 0 : 2 * (step - 1))),
          spans: [],
          rewards: [{ turn: 0, reward: rewards[sibling] ?? 0, token: total - 1 }],
          totalReward: rewards[sibling] ?? 0,
          stop: rng.float() < 0.02 ? 'truncated_tokens' : 'completed',
          metrics: {},
        },
        advantages: generated(() => advantage),
        trained: std > 0,
      })
    }
  }
  return { step, arm: 'policy', episodes }
}

const idsOf = (text: string): number[] => [...text].map((sign) => (sign === '\n' ? 16 : sign.charCodeAt(0) - 15))
