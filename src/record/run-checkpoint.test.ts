import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytesOf } from '../base/hash.ts'
import { unwrap } from '../base/result.ts'
import { decodeRunCheckpoint, encodeRunCheckpoint, type RunCheckpoint } from './run-checkpoint.ts'
import { presetSpec } from './spec-schema.ts'

const adapter = (numbers: number) => ({
  spec: { name: 'ä', rank: 1, scale: 2, targets: ['q_proj' as const], seed: 3 },
  baseHash: 'b',
  version: 7,
  // Bits that float arithmetic would not keep, a NaN with a payload among them.
  weights: new Float32Array(Uint32Array.from({ length: numbers }, (_, i) => 0x7fa00000 + i).buffer),
  moment1: Float32Array.from({ length: numbers }, (_, i) => -i),
  moment2: new Float32Array(numbers),
  hash: 'h',
})
const CHECKPOINT: RunCheckpoint = {
  spec: unwrap(presetSpec('arithmetic')),
  service: {
    engine: 'cpu',
    device: 'd',
    software: true,
    variants: { matmul: 'x' },
    shaderHash: '',
    base: { name: 'b', hash: '', parameters: 1, contextTokens: 8, vocabulary: 2 },
  },
  step: 12,
  digest: '0f'.repeat(32),
  totals: {
    base: null,
    final: null,
    controls: { random: 0.5 },
    sampledTokens: 1,
    trainedTokens: 2,
    logprobGap: 0,
    milliseconds: { rollout: 1, train: 2, total: 3 },
  },
  arms: [
    { arm: 'policy', snapshotHash: 's', adapter: adapter(5) },
    { arm: 'random', snapshotHash: '', adapter: null },
    { arm: 'frozen', snapshotHash: 't', adapter: adapter(0) },
  ],
}
const codeOf = (bytes: Uint8Array): string => {
  const decoded = decodeRunCheckpoint(bytes)
  return decoded.ok ? 'read' : decoded.error.code
}

describe('a run’s checkpoint', () => {
  it('comes back bit for bit, from any window of a buffer', () => {
    const bytes = encodeRunCheckpoint(CHECKPOINT)
    const wide = new Uint8Array(bytes.length + 5)
    wide.set(bytes, 3)
    const back = unwrap(decodeRunCheckpoint(wide.subarray(3, 3 + bytes.length)))
    expect({ ...back, arms: [] }).toEqual({ ...CHECKPOINT, arms: [] })
    for (const [index, arm] of CHECKPOINT.arms.entries()) {
      const other = back.arms[index]?.adapter
      for (const column of ['weights', 'moment1', 'moment2'] as const)
        expect(other && bytesOf(other[column])).toEqual(arm.adapter === null ? other : bytesOf(arm.adapter[column]))
    }
    expect(encodeRunCheckpoint(back)).toEqual(bytes)
  })

  it('is CHECKPOINT_CORRUPT when it is cut, longer, or something else, and never throws', () => {
    const bytes = encodeRunCheckpoint(CHECKPOINT)
    for (let length = 0; length < bytes.length; length++) expect(codeOf(bytes.subarray(0, length))).toBe('CHECKPOINT_CORRUPT')
    expect(codeOf(Uint8Array.from([...bytes, 0, 0, 0, 0]))).toBe('CHECKPOINT_CORRUPT')
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (noise) => {
        expect(codeOf(Uint8Array.from([...bytes.subarray(0, 4), 1, 0, 0, 0, ...noise]))).toBe('CHECKPOINT_CORRUPT')
      }),
    )
  })

  it('of another format is told apart from a damaged one', () => {
    const bytes = encodeRunCheckpoint(CHECKPOINT)
    bytes[4] = 2
    expect(codeOf(bytes)).toBe('RECORD_VERSION')
  })
})
