import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RunEvent } from '../../src/record/events.ts'
import type { RunSpec } from '../../src/record/spec.ts'
import { summarize, writeRunFolder } from './run-folder.ts'

const spec: RunSpec = {
  version: 1,
  preset: 'arithmetic',
  kind: 'reinforcement',
  seed: 3,
  steps: 40,
  base: 'tiny',
  environment: { id: 'arithmetic-v1', config: {} },
  adapter: { rank: 8, scale: 2, targets: ['q_proj'] },
  rollout: { groups: 4, groupSize: 4, temperature: 1, topK: 0, topP: 1, maxTokensPerTurn: 8, maxTokensPerEpisode: 32 },
  objective: { loss: 'ppo', clipLow: 0.8, clipHigh: 1.2, beta: 0, klCoefficient: 0, advantage: 'grpo', minibatches: 1 },
  optimizer: {
    learningRate: 0.01,
    warmupSteps: 0,
    finalShare: 1,
    beta1: 0.9,
    beta2: 0.95,
    epsilon: 1e-8,
    weightDecay: 0,
    gradClipNorm: 1,
  },
  evaluation: { problems: 64, every: 10 },
  controls: ['shuffled'],
}
const events: RunEvent[] = [
  {
    run: 'r1',
    seq: 0,
    kind: 'started',
    spec,
    service: {
      engine: 'wgsl',
      device: 'SwiftShader',
      software: true,
      variants: {},
      shaderHash: 's',
      base: { name: 'tiny', hash: 'h', parameters: 60_000, contextTokens: 64, vocabulary: 112 },
    },
    memory: { items: [], totalBytes: 0, limitBytes: 0, fits: true },
    vocabulary: [],
  },
  {
    run: 'r1',
    seq: 1,
    kind: 'finished',
    summary: {
      steps: 40,
      baseSampled: 0.4,
      baseGreedy: 0.6,
      final: 0.95,
      finalGreedy: 0.97,
      controls: { shuffled: 0.41 },
      rolloutTokensPerSecond: 900,
      trainTokensPerSecond: 800,
      logprobGap: 0,
      digest: 'd',
      seconds: 90,
    },
  },
]

test('the line of JSON holds what was promised', () => {
  expect(summarize(events, 4)).toEqual({
    run: 'r1',
    preset: 'arithmetic',
    seed: 3,
    steps: 40,
    engine: 'wgsl',
    adapter: 'SwiftShader',
    baseModel: 'tiny',
    base: 0.4,
    final: 0.95,
    baseGreedy: 0.6,
    finalGreedy: 0.97,
    controls: { shuffled: 0.41 },
    rolloutTokensPerSecond: 900,
    trainTokensPerSecond: 800,
    logprobGap: 0,
    digest: 'd',
    seconds: 90,
    firstStepSeconds: 4,
  })
})

test('a run without an end has no summary', () => {
  expect(() => summarize(events.slice(0, 1), 4)).toThrow(expect.objectContaining({ code: 'INTERNAL' }))
})

test('the folder holds spec, events, summary and the files of the page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tokenloom-run-'))
  const files = [
    { name: 'adapter_model.safetensors', bytes: Buffer.from([1, 2]) },
    { name: 'spec.json', bytes: Buffer.from('{}') },
  ]
  writeRunFolder(folder, { events, files, summary: summarize(events, 4) })
  expect(readdirSync(folder).sort()).toEqual(['adapter_model.safetensors', 'events.jsonl', 'spec.json', 'summary.json'])
  expect(JSON.parse(readFileSync(join(folder, 'spec.json'), 'utf8'))).toEqual(spec)
  expect(readFileSync(join(folder, 'events.jsonl'), 'utf8').trim().split('\n')).toHaveLength(2)
  expect(() => writeRunFolder(folder, { events, files: [{ name: '../out', bytes: Buffer.alloc(0) }] })).toThrow()
  rmSync(folder, { recursive: true })
})
