import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { unwrap } from '../../src/base/result.ts'
import type { Evaluation, RunEvent } from '../../src/record/events.ts'
import type { RunSpec } from '../../src/record/spec.ts'
import { parseRunSpec } from '../../src/record/spec-schema.ts'
import { summarize, writeRunFolder } from './run-folder.ts'

const spec: RunSpec = unwrap(parseRunSpec({ preset: 'arithmetic', seed: 3, steps: 40, base: 'tiny', controls: ['shuffled'] }))
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
    environment: 'arithmetic-v1',
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
    differences: {},
  })
})

test('the policy is compared with the base and its controls, each difference with its interval', () => {
  const evaluated = (arm: Evaluation['arm'], step: number, sampled: number): RunEvent => ({
    run: 'r1',
    seq: 2,
    kind: 'evaluated',
    evaluation: { arm, step, sampled, sampledError: 0.03, greedy: sampled, problems: 256 },
    milliseconds: 1,
  })
  const [started, finished] = events
  if (started === undefined || finished === undefined) throw new Error('two events')
  const measured = [evaluated('policy', 0, 0.4), evaluated('blank', 0, 0.4), evaluated('policy', 40, 0.9), evaluated('blank', 40, 0.1)]
  const { differences } = summarize([started, ...measured, finished], 4)
  const half = 1.96 * Math.SQRT2 * 0.03
  expect(differences.base).toEqual({ difference: 0.5, low: expect.closeTo(0.5 - half), high: expect.closeTo(0.5 + half) })
  expect(differences.blank?.difference).toBeCloseTo(0.8)
  expect(Object.keys(differences)).toEqual(['base', 'blank'])
})

test('what imitation alone reached is told where it ended, and nothing where none imitated', () => {
  const [started, finished] = events
  if (started?.kind !== 'started' || finished === undefined) throw new Error('a start and an end')
  const evaluated = (arm: Evaluation['arm'], step: number, sampled: number): RunEvent => ({
    ...{ run: 'r1', seq: 2, kind: 'evaluated', milliseconds: 1 },
    evaluation: { arm, step, sampled, sampledError: 0.03, greedy: sampled, problems: 256 },
  })
  const measured = [evaluated('policy', 0, 0.4), evaluated('random', 7, 0.1), evaluated('policy', 7, 0.8), evaluated('policy', 40, 0.9)]
  const imitating: RunEvent = { ...started, spec: { ...spec, imitation: { ...spec.imitation, steps: 7 } } }
  expect(summarize([imitating, ...measured, finished], 4).afterImitation).toBe(0.8)
  expect(summarize([started, ...measured, finished], 4)).not.toHaveProperty('afterImitation')
})

test('parts of the problems stand in the line, from base to end', () => {
  const [started, finished] = events
  if (started === undefined || finished === undefined) throw new Error('two events')
  const evaluated = (step: number, sampled: number): RunEvent => ({
    ...{ run: 'r1', seq: 2, kind: 'evaluated', milliseconds: 1 },
    evaluation: {
      ...{ arm: 'policy', step, sampled, sampledError: 0.03, greedy: sampled, problems: 3 },
      parts: [
        { name: 'circle', problems: 2, sampled, greedy: 1 },
        { name: 'triangle', problems: 1, sampled: 0, greedy: 0 },
      ],
    },
  })
  expect(summarize([started, evaluated(0, 0.5), evaluated(40, 1), finished], 4).parts).toEqual({
    circle: { problems: 2, base: 0.5, final: 1, finalGreedy: 1 },
    triangle: { problems: 1, base: 0, final: 0, finalGreedy: 0 },
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
