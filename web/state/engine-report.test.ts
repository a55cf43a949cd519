import { describe, expect, it } from 'vitest'
import { engineReport } from './engine-report.ts'
import { replayRun } from './run-view.ts'
import { sampleRun } from './testing/sample-run.ts'

const run = replayRun('r1', sampleRun({ run: 'r1', steps: 3, groups: 2 }).events)
const nothing = { device: { kind: 'asking' }, engine: { kind: 'off' }, run: null, check: { kind: 'idle' }, held: null, profile: { kind: 'idle' } } as const

describe('the engine report', () => {
  it('holds device, variants and times of a step', () => {
    const report = engineReport({ ...nothing, run, held: { held: { weights: 1024 }, peakBytes: 4096 } })
    for (const part of ['SwiftShader', 'forwardBackward', 'shaderHash', '"weights":1024', 'median of 3']) expect(report).toContain(part)
  })
  it('names every check that failed', () => {
    const rows = [
      { operation: 'matmul', size: '3x3', error: 0.5, tolerance: 1e-5, passed: false },
      { operation: 'norm', size: '3', error: 0, tolerance: 1e-5, passed: true },
    ]
    const report = engineReport({ ...nothing, check: { kind: 'done', rows } })
    expect(report).toContain('2 checks, 1 failed')
    expect(report).toContain('matmul 3x3: error 0.5')
    expect(report).not.toContain('norm 3')
  })
  it('says so when there is nothing', () => {
    expect(engineReport(nothing)).toContain('engine: off')
  })
})
